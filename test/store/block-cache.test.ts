import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { openBlockCache } from '../../src/store/block-cache.ts'
import { startChild } from './child.ts'
import { freshFolder } from './fresh.ts'

const MIB = 1024 * 1024
const block = (fill: number, size = 1_000) => new Uint8Array(size).fill(fill)
const inFolder = (folder: string, name: string) => readdirSync(join(folder, name))

test('what was put comes back, from another opening of the folder too, and what was not does not', async (t) => {
  const folder = freshFolder(t)
  const cache = await openBlockCache(folder, MIB)
  assert.equal(await cache.get('a'), undefined)
  await cache.put('a', block(1))
  await cache.put('b', block(2))
  assert.deepEqual(new Uint8Array((await cache.get('a'))!), block(1))
  const again = await openBlockCache(folder, MIB)
  assert.deepEqual(new Uint8Array((await again.get('b'))!), block(2))
  await again.remove('b')
  assert.equal(await again.get('b'), undefined)
  assert.equal(await (await openBlockCache(folder, MIB)).get('b'), undefined)
})

test('equal blocks lie once, and stay until the last key is gone', async (t) => {
  const folder = freshFolder(t)
  const cache = await openBlockCache(folder, MIB)
  for (const key of ['a', 'b', 'c']) await cache.put(key, block(7))
  assert.equal(inFolder(folder, 'blocks').length, 1)
  await cache.remove('a')
  await cache.put('b', block(8))
  assert.deepEqual(new Uint8Array((await cache.get('c'))!), block(7))
  await cache.remove('c')
  assert.equal(inFolder(folder, 'blocks').length, 1)
  assert.equal(inFolder(folder, 'names').length, 1)
})

test('it stays within its bound, and the least recently used goes first', async (t) => {
  const folder = freshFolder(t)
  const cache = await openBlockCache(folder, 10_000)
  for (let n = 0; n < 10; n++) await cache.put(`key ${n}`, block(n))
  await cache.get('key 0')
  for (let n = 10; n < 15; n++) await cache.put(`key ${n}`, block(n))
  assert.ok(await cache.get('key 0'))
  assert.equal(await cache.get('key 1'), undefined)
  const bytes = inFolder(folder, 'blocks').reduce((sum, name) => sum + statSync(join(folder, 'blocks', name)).size, 0)
  assert.ok(bytes <= 10_000, String(bytes))
  assert.equal(inFolder(folder, 'names').length, inFolder(folder, 'blocks').length)
  const smaller = await openBlockCache(folder, 3_000)
  await smaller.put('one more', block(99))
  assert.ok(inFolder(folder, 'blocks').length <= 3)
})

test('a damaged, a vanished and an unfinished block are none', async (t) => {
  const folder = freshFolder(t)
  const cache = await openBlockCache(folder, MIB)
  await cache.put('damaged', block(1))
  await cache.put('vanished', block(2))
  const [one, other] = inFolder(folder, 'blocks').sort(
    (a, b) => readFileSync(join(folder, 'blocks', a))[0]! - readFileSync(join(folder, 'blocks', b))[0]!,
  )
  writeFileSync(join(folder, 'blocks', one!), block(9))
  rmSync(join(folder, 'blocks', other!))
  assert.equal(await cache.get('damaged'), undefined)
  assert.equal(await cache.get('vanished'), undefined)
  writeFileSync(join(folder, 'incoming', 'left-behind'), block(1))
  writeFileSync(join(folder, 'names', 'nonsense'), '')
  writeFileSync(join(folder, 'blocks', 'a'.repeat(64)), block(1))
  const again = await openBlockCache(folder, MIB)
  assert.equal(existsSync(join(folder, 'blocks', 'a'.repeat(64))), false)
  for (const name of ['names', 'blocks', 'incoming']) assert.deepEqual(inFolder(folder, name), [], name)
  await again.put('damaged', block(1))
  assert.deepEqual(new Uint8Array((await again.get('damaged'))!), block(1))
})

test('a folder that cannot be written costs nothing but the cache', async (t) => {
  const folder = freshFolder(t)
  const cache = await openBlockCache(folder, MIB)
  for (const name of ['blocks', 'names', 'incoming']) rmSync(join(folder, name), { recursive: true })
  await cache.put('a', block(1))
  assert.equal(await cache.get('a'), undefined)
})

test('killed in the middle of putting, what it acknowledged is there and whole', async (t) => {
  const folder = freshFolder(t)
  const child = startChild(new URL('./caching.ts', import.meta.url), { folder })
  let acknowledged = -1
  for await (const line of child.lines) {
    acknowledged = Number(line)
    if (acknowledged >= 40) break
  }
  child.process.kill('SIGKILL')
  await child.ended
  const cache = await openBlockCache(folder, 64 * MIB)
  for (let n = 0; n <= acknowledged; n++)
    assert.deepEqual(new Uint8Array((await cache.get(`key ${n}`))!), block(n % 256, 50_000 + n), `key ${n}`)
})
