import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { needsCommand } from '../support/needs.ts'
import { freshFolder, startStand } from './stand.ts'

const page = readFileSync(new URL('../../docs/verify.md', import.meta.url), 'utf8')
const python = needsCommand('python3')
const need = python.skip === false ? needsCommand('openssl', 'version') : python

test('the script that the page for auditors prints says of a real upload what the page shows', need, async (t) => {
  const stand = await startStand()
  t.after(() => stand.stop())
  const desk = freshFolder(t)
  const key = await stand.mint()
  for (const other of ['a', 'b', 'c']) await stand.upload(other, key)
  const { body } = await stand.upload('a photograph', key, 'image/jpeg')
  const save = (name: string, value: unknown) => writeFileSync(join(desk, name), JSON.stringify(value))
  save('svc.json', (await stand.get('/.well-known/svc.json')).body)
  save('reply.json', body)
  writeFileSync(join(desk, 'photo.jpg'), 'a photograph')

  const [, script, shown] = /```python\n([\s\S]+?)```\n+```\n([\s\S]+?)```/.exec(page)!
  const run = () => spawnSync('python3', ['-c', script!], { cwd: desk, encoding: 'utf8' })
  assert.equal(run().stdout, shown)

  writeFileSync(join(desk, 'photo.jpg'), 'another photograph')
  body.receipt.log.sth.payload.tree_size += 1
  body.receipt.payload.bytes += 1
  save('reply.json', body)
  assert.deepEqual(
    run()
      .stdout.trim()
      .split('\n')
      .map((line) => line.slice(13)),
    ['False', 'True', 'False', 'False', 'False'],
  )
})
