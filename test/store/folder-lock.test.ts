import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { sql } from 'kysely'
import { FolderInUse, lockFolder } from '../../src/store/folder-lock.ts'
import { startChild } from './child.ts'
import { freshFolder, openFor } from './fresh.ts'

test('a second service on the same folder is refused by name until the first lets go', (t) => {
  const folder = freshFolder(t)
  const lock = lockFolder(folder)
  assert.throws(
    () => lockFolder(folder),
    (problem) => problem instanceof FolderInUse && problem.message.includes(folder),
  )
  lock.release()
  lock.release()
  lockFolder(folder).release()
})

test('another process holds it for its life, and kill -9 leaves no stale lock', async (t) => {
  const folder = freshFolder(t)
  const child = startChild(new URL('./locking.ts', import.meta.url), folder)
  for await (const line of child.lines) {
    assert.equal(line, 'locked')
    break
  }
  assert.throws(() => lockFolder(folder), FolderInUse)
  child.process.kill('SIGKILL')
  assert.equal(await child.ended, 'SIGKILL')
  lockFolder(folder).release()
})

test('what does not take the lock works in a locked folder', async (t) => {
  const folder = freshFolder(t)
  const lock = lockFolder(folder)
  t.after(() => lock.release())
  const file = join(folder, 'witnessmark.db')
  const [service, cli] = [await openFor(t, { kind: 'sqlite', file }), await openFor(t, { kind: 'sqlite', file })]
  await sql`create table note (text text)`.execute(service.db)
  await sql`insert into note values ('from beside')`.execute(cli.db)
  assert.deepEqual((await sql`select text from note`.execute(service.db)).rows, [{ text: 'from beside' }])
})
