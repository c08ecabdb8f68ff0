import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { clipOf } from '../../src/earth/fetch/clip.ts'
import { type ClipFetch, fetchClip } from '../../src/earth/fetch/fetch-clip.ts'
import { readHeader } from '../../src/earth/raster/header.ts'
import { Unreadable } from '../../src/earth/unreadable.ts'
import { freshFolder } from '../store/fresh.ts'
import { coverAt, coverTile } from './drawn-layers.ts'

async function fetching(t: TestContext) {
  const source = coverTile(45, 9, { value: (row, col) => coverAt(row * 31, col * col) })
  const header = await readHeader({
    name: 'tile',
    range: async (offset, length) => source.subarray(offset, offset + length),
  })
  const clip = clipOf(header, { top: 0, bottom: 3, left: 1, right: 2 }, 'a test')
  const path = join(freshFolder(t), 'deep', 'tile.tif')
  const fetch: ClipFetch = {
    clip,
    path,
    read: async (offset, length) => source.subarray(offset, offset + length),
    verify: async () => {},
    report: () => {},
  }
  return { fetch, path, clip }
}

test('a source that says something else at the second look is not believed, and nothing is kept', async (t) => {
  const { fetch, path } = await fetching(t)
  const asked = new Set<number>()
  const read: ClipFetch['read'] = async (offset, length) => {
    const bytes = Uint8Array.from(await fetch.read(offset, length))
    if (asked.has(offset)) bytes[length >> 1]! ^= 1
    asked.add(offset)
    return bytes
  }
  await assert.rejects(fetchClip({ ...fetch, read }), { name: 'Unreadable', message: /different at a second look/ })
  assert.deepEqual([existsSync(path), existsSync(`${path}.part`)], [false, false])
})

test('a source that breaks off leaves a part, with which the next try begins', async (t) => {
  const { fetch, path, clip } = await fetching(t)
  let requests = 0
  const failing: ClipFetch['read'] = async (offset, length) => {
    requests += 1
    if (requests > 2) throw new Unreadable('unreachable', 'gone')
    return fetch.read(offset, length)
  }
  await assert.rejects(fetchClip({ ...fetch, read: failing }), { message: 'gone' })
  assert.equal(existsSync(path), false)
  const reports: number[] = []
  await fetchClip({ ...fetch, report: (written) => reports.push(written) })
  assert.ok(reports[0]! > clip.header.length, 'it did not begin anew')
  assert.equal(reports.at(-1), clip.size)
  assert.equal(readFileSync(path).length, clip.size)
  assert.equal(existsSync(`${path}.part`), false)
})

test('what does not verify gets no name and leaves no part', async (t) => {
  const { fetch, path } = await fetching(t)
  const verify = async () => {
    throw new Unreadable('malformed', 'no code')
  }
  await assert.rejects(fetchClip({ ...fetch, verify }), { message: 'no code' })
  assert.deepEqual([existsSync(path), existsSync(`${path}.part`)], [false, false])
})
