import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { needsSmallDisk, smallDisk } from '../store/small-disk.ts'
import { assertBooksAgree } from './books.ts'
import { openPlace } from './fresh.ts'

test(
  'a full disk refuses with 503, keeps what was acknowledged, and all goes on with room',
  needsSmallDisk(),
  async (t) => {
    const disk = smallDisk(t, 4096)
    const place = await openPlace(t, { kind: 'sqlite', file: join(disk, 'witnessmark.db') }, join(disk, 'blobs'))
    const mint = () => place.accounts.mint({ owner: 'ada@example.org', name: 'n'.repeat(100), scope: 'public' })
    const keys = [(await mint()).key]
    const filler = join(disk, 'filler')
    assert.throws(() => writeFileSync(filler, Buffer.alloc(5_000_000)), { code: 'ENOSPC' })

    const unavailable = { name: 'Refusal', code: 'unavailable' }
    await assert.rejects(async () => {
      for (;;) keys.push((await mint()).key)
    }, unavailable)
    const frame = { owner: 'ada@example.org', kind: 'frame' as const, label: 'frame', bytes: Buffer.alloc(900) }
    await assert.rejects(place.storage.store(frame), unavailable)
    for (const key of keys) assert.equal((await place.accounts.authenticate(key)).ok, true)

    rmSync(filler)
    keys.push((await mint()).key)
    await place.storage.store(frame)
    for (const key of keys) assert.equal((await place.accounts.authenticate(key)).ok, true)
    await assertBooksAgree(place)
  },
)
