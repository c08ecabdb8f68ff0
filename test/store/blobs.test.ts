import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { Refusal, type RefusalCode } from '../../src/kernel/refusal.ts'
import { openBlobs } from '../../src/store/blobs.ts'
import { freshFolder } from './fresh.ts'
import { needsSmallDisk, smallDisk } from './small-disk.ts'

async function fresh(t: TestContext, listPage?: number) {
  const folder = freshFolder(t)
  return { folder, blobs: await openBlobs(folder, listPage) }
}

/** Every file below the folder: what a put that failed must not add to. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const pathOf = (folder: string, hash: string) => join(folder, hash.slice(0, 2), hash)
const refusedAs = (code: RefusalCode) => (problem: unknown) => problem instanceof Refusal && problem.code === code

test('bytes come back under the hash of their content', async (t) => {
  const { blobs, folder } = await fresh(t)
  const bytes = new Uint8Array(3_000_000).map((_, index) => (index * 7919) >> 5)
  assert.deepEqual(await blobs.put(bytes), { sha256: sha256(bytes), bytes: bytes.length })
  assert.deepEqual(await blobs.get(sha256(bytes)), bytes)
  assert.equal(await blobs.has(sha256(bytes)), true)
  assert.deepEqual(filesIn(folder), [join(sha256(bytes).slice(0, 2), sha256(bytes))])
})

test('nothing at all is also content', async (t) => {
  const { blobs } = await fresh(t)
  const put = await blobs.put(new Uint8Array())
  assert.equal(put.sha256, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  assert.deepEqual(await blobs.get(put.sha256), new Uint8Array())
})

test('a stream and its bytes at once are the same blob', async (t) => {
  const { blobs, folder } = await fresh(t)
  async function* pieces() {
    yield Buffer.from('ab')
    yield Buffer.from('c')
  }
  const put = await Promise.all([blobs.put(pieces()), blobs.put(Buffer.from('abc')), blobs.put(pieces())])
  for (const { sha256, bytes } of put) {
    assert.equal(sha256, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    assert.equal(bytes, 3)
  }
  assert.equal(filesIn(folder).length, 1)
})

test('what was never put is absent, and deleting it is no error', async (t) => {
  const { blobs } = await fresh(t)
  const { sha256: put } = await blobs.put(Buffer.from('here'))
  await blobs.delete(put)
  await blobs.delete(put)
  assert.equal(await blobs.get(put), undefined)
  assert.equal(await blobs.has(put), false)
})

test('a name that is no hash never reaches the disk', async (t) => {
  const { blobs } = await fresh(t)
  for (const name of ['', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(64)}/..`]) {
    await assert.rejects(async () => blobs.get(name), RangeError)
    await assert.rejects(async () => blobs.delete(name), RangeError)
  }
})

test('damaged bytes are not given out', async (t) => {
  const { blobs, folder } = await fresh(t)
  const { sha256: put } = await blobs.put(Buffer.from('whole'))
  truncateSync(pathOf(folder, put), 4)
  await assert.rejects(blobs.get(put), /damaged/)
  await blobs.put(Buffer.from('whole'))
  assert.deepEqual(await blobs.get(put), new Uint8Array(Buffer.from('whole')))
})

test('one byte over the cap is refused and leaves nothing', async (t) => {
  const { blobs, folder } = await fresh(t)
  assert.equal((await blobs.put(Buffer.from('12345'), { limit: 5 })).bytes, 5)
  await assert.rejects(blobs.put(Buffer.from('123456'), { limit: 5 }), refusedAs('too_large'))
  let given = 0
  async function* endless() {
    for (;;) {
      given += 1
      yield Buffer.alloc(1000)
    }
  }
  await assert.rejects(blobs.put(endless(), { limit: 10_000 }), refusedAs('too_large'))
  assert.equal(given, 11)
  assert.equal(filesIn(folder).length, 1)
})

test('a client that hangs up leaves nothing, also while it is silent', async (t) => {
  const { blobs, folder } = await fresh(t)
  const hangUp = new AbortController()
  async function* silent() {
    yield Buffer.from('the first half')
    queueMicrotask(() => hangUp.abort())
    await new Promise(() => {})
  }
  await assert.rejects(blobs.put(silent(), { signal: hangUp.signal }), refusedAs('upload_aborted'))
  await assert.rejects(blobs.put(Buffer.from('late'), { signal: hangUp.signal }), refusedAs('upload_aborted'))
  assert.deepEqual(filesIn(folder), [])
})

test('a source that breaks off leaves nothing, and its own refusal is passed on', async (t) => {
  const { blobs, folder } = await fresh(t)
  async function* breaking(problem: Error) {
    yield Buffer.from('the first half')
    throw problem
  }
  await assert.rejects(blobs.put(breaking(new Error('socket hang up'))), refusedAs('upload_aborted'))
  await assert.rejects(blobs.put(breaking(new Refusal('too_large', 'no'))), refusedAs('too_large'))
  assert.deepEqual(filesIn(folder), [])
})

test('the list gives every blob once, in pages', async (t) => {
  const { blobs } = await fresh(t, 7)
  const put = await Promise.all(Array.from({ length: 40 }, (_, n) => blobs.put(Buffer.from(`blob ${n}`))))
  const listed: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await blobs.list(cursor)
    assert.ok(page.sha256s.length <= 7)
    listed.push(...page.sha256s)
    cursor = page.next
  }
  assert.deepEqual(listed, put.map(({ sha256 }) => sha256).sort())
})

test('the sweep removes what interrupted puts left, and nothing else', async (t) => {
  const { blobs, folder } = await fresh(t)
  const { sha256: put } = await blobs.put(Buffer.from('stays'))
  writeFileSync(join(folder, 'incoming', 'left over'), 'half a picture')
  await blobs.sweep()
  assert.deepEqual(filesIn(folder), [join(put.slice(0, 2), put)])
  assert.equal((await blobs.put(Buffer.from('goes on'))).bytes, 7)
})

test('ping fails when the folder is gone', async (t) => {
  const { blobs, folder } = await fresh(t)
  await blobs.ping()
  assert.deepEqual(filesIn(folder), [])
  rmSync(folder, { recursive: true })
  await assert.rejects(blobs.ping())
})

test('a full disk is 503, leaves nothing, and does no harm to what is there', needsSmallDisk(), async (t) => {
  const folder = smallDisk(t, 2048)
  const blobs = await openBlobs(folder)
  const kept = await blobs.put(Buffer.alloc(500_000, 1))
  const before = filesIn(folder)
  const room = Buffer.alloc(3_000_000, 2)
  async function* pieces() {
    for (let start = 0; start < room.length; start += 65_537) yield room.subarray(start, start + 65_537)
  }
  for (const source of [room, pieces()]) await assert.rejects(blobs.put(source), refusedAs('unavailable'))
  assert.deepEqual(filesIn(folder), before)
  assert.equal((await blobs.get(kept.sha256))!.length, 500_000)

  writeFileSync(join(folder, 'filler'), '')
  assert.throws(() => writeFileSync(join(folder, 'filler'), Buffer.alloc(3_000_000)), { code: 'ENOSPC' })
  await assert.rejects(blobs.ping())
  rmSync(join(folder, 'filler'))
  await blobs.ping()
  assert.equal((await blobs.put(Buffer.alloc(600_000, 3))).bytes, 600_000)
})
