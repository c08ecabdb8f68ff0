import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Stored } from '../../src/accounts/stored.ts'
import { startChild } from '../store/child.ts'
import { KINDS } from '../store/fresh.ts'
import { assertBooksAgree } from './books.ts'
import { freshPlace, openPlace, type Place, QUOTA } from './fresh.ts'

const ada = 'ada@example.org'
const bo = 'bo@example.org'
const pear = Buffer.from('a photograph of a pear')
const cid = (digit: string) => digit.repeat(64)

const result = (bytes: number, owner = ada) => ({
  owner,
  kind: 'result' as const,
  bytes,
  label: 'POST /api/lulc/point',
})
const full = { name: 'Refusal', code: 'quota_reached' }

async function upload({ blobs, storage }: Place, owner: string, bytes = pear) {
  const put = await blobs.put(bytes)
  return storage.media.record({ owner, ...put, mediaType: 'image/jpeg', label: 'pear.jpg' })
}

for (const { kind, need } of KINDS) {
  describe(`storage over ${kind}`, need, () => {
    test('what is stored counts until it is removed', async (t) => {
      const place = await freshPlace(t, kind)
      const { storage, blobs } = place
      assert.deepEqual(await storage.usage(ada), { used_bytes: 0, quota_bytes: QUOTA })
      const stored = await storage.store({ owner: ada, kind: 'frame', bytes: pear, label: 'POST /api/detect' })
      assert.deepEqual(await storage.usage(ada), { used_bytes: pear.length, quota_bytes: QUOTA })
      assert.deepEqual((await storage.list(ada)).items, [stored])
      assert.deepEqual(await blobs.get(stored.sha256!), new Uint8Array(pear))
      await assertBooksAgree(place)
      assert.equal(await storage.remove(bo, stored.id), false)
      assert.equal(await storage.remove(ada, stored.id), true)
      assert.equal(await storage.remove(ada, stored.id), false)
      assert.deepEqual(await storage.usage(ada), { used_bytes: 0, quota_bytes: QUOTA })
      assert.equal(await blobs.has(stored.sha256!), false)
      await assertBooksAgree(place)
    })

    test('the quota is the last byte, not one more, and freeing makes room at once', async (t) => {
      const { storage } = await freshPlace(t, kind)
      const most = await storage.record(result(QUOTA - 1))
      await storage.record(result(1))
      await assert.rejects(storage.record(result(1)), full)
      await storage.record(result(0))
      await storage.record(result(QUOTA, bo))
      await storage.remove(ada, most.id)
      await storage.record(result(QUOTA - 1))
    })

    test('a quota given with a key replaces the default for its owner', async (t) => {
      const { accounts, storage } = await freshPlace(t, kind)
      await accounts.mint({ owner: ada, name: 'small', scope: 'public', quotaBytes: 10 })
      await accounts.mint({ owner: ada, name: 'another', scope: 'public' })
      assert.deepEqual(await storage.usage(ada), { used_bytes: 0, quota_bytes: 10 })
      await assert.rejects(storage.record(result(11)), {
        ...full,
        detail: { used_bytes: 0, quota_bytes: 10, wanted_bytes: 11 },
      })
    })

    test('what does not fit leaves no bytes behind, unless another owner holds the same', async (t) => {
      const place = await freshPlace(t, kind)
      const { storage, blobs } = place
      await storage.record(result(QUOTA))
      await assert.rejects(storage.store({ ...result(0), bytes: pear }), full)
      await assert.rejects(upload(place, ada), full)
      assert.deepEqual((await blobs.list()).sha256s, [])
      const { media } = await upload(place, bo)
      await assert.rejects(upload(place, ada), full)
      assert.equal(await blobs.has(media.sha256), true)
      await assertBooksAgree(place)
    })

    test('of many at once only as many pass as fit', async (t) => {
      const place = await freshPlace(t, kind)
      const settled = await Promise.allSettled(
        Array.from({ length: 25 }, (_, n) =>
          place.storage.store({ owner: ada, kind: 'result', bytes: Buffer.alloc(90, n), label: `${n}` }),
        ),
      )
      assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 11)
      for (const one of settled) if (one.status === 'rejected') assert.equal(one.reason.code, 'quota_reached')
      assert.equal((await place.storage.usage(ada)).used_bytes, 990)
      await assertBooksAgree(place)
    })

    test('two processes at the edge of the quota do not both pass', async (t) => {
      const place = await freshPlace(t, kind)
      const script = new URL('./filling.ts', import.meta.url)
      const children = [1, 2].map((seed) =>
        startChild(script, { options: place.options, folder: place.folder, seed, owner: ada, quota: QUOTA }),
      )
      const accepted = (await Promise.all(children.map(({ lines }) => Array.fromAsync(lines)))).flat()
      assert.deepEqual(await Promise.all(children.map(({ ended }) => ended)), [0, 0])
      assert.equal(accepted.length, Math.floor(QUOTA / 30))
      await assertBooksAgree(place)
    })

    test('the same bytes of two owners are kept until the last of them lets go', async (t) => {
      const place = await freshPlace(t, kind)
      const { storage, blobs } = place
      const { media } = await upload(place, ada)
      await upload(place, bo)
      await storage.store({ owner: bo, kind: 'frame', bytes: pear, label: 'frame' })
      await assertBooksAgree(place)
      assert.equal(await storage.media.remove(ada, media.sha256), true)
      assert.equal(await storage.media.remove(bo, media.sha256), true)
      assert.equal(await blobs.has(media.sha256), true)
      await storage.remove(bo, (await storage.list(bo)).items[0]!.id)
      assert.equal(await blobs.has(media.sha256), false)
      await assertBooksAgree(place)
    })

    test('uploads and deletions of the same bytes at once never lose bytes that count', async (t) => {
      const place = await freshPlace(t, kind)
      const beside = await openPlace(t, place.options, place.folder)
      const churn = async ({ storage }: Place, owner: string) => {
        for (let round = 0; round < 15; round += 1) {
          try {
            const stored = await storage.store({ owner, kind: 'frame', bytes: pear, label: 'frame' })
            if (round % 3 !== 2) await storage.remove(owner, stored.id)
          } catch (problem) {
            assert.equal((problem as { code?: string }).code, 'busy')
          }
        }
      }
      // Over SQLite a second connection in one thread would wait for a transaction that waits for this thread.
      const other = kind === 'sqlite' ? place : beside
      await Promise.all([churn(place, ada), churn(other, bo), churn(place, 'cy@example.org'), churn(other, ada)])
      await assertBooksAgree(place)
    })

    test('the same bytes again keep the first receipt and count once', async (t) => {
      const place = await freshPlace(t, kind)
      const { storage, clock } = place
      const first = await upload(place, ada)
      assert.equal(first.media.receipt_cid, null)
      assert.equal(await storage.media.bindReceipt(first.media.sha256, cid('a')), cid('a'))
      assert.equal(await storage.media.bindReceipt(first.media.sha256, cid('b')), cid('a'))
      clock.advance(60_000)
      const again = await upload(place, ada)
      assert.deepEqual(again, { stored: first.stored, media: { ...first.media, receipt_cid: cid('a') } })
      assert.equal((await storage.usage(ada)).used_bytes, pear.length)
      assert.equal((await upload(place, bo)).media.receipt_cid, cid('a'))
      await assertBooksAgree(place)
    })

    test('the same upload twice at once counts once', async (t) => {
      const place = await freshPlace(t, kind)
      const both = await Promise.all([upload(place, ada), upload(place, ada), upload(place, ada)])
      assert.equal(new Set(both.map(({ stored }) => stored.id)).size, 1)
      assert.equal((await place.storage.usage(ada)).used_bytes, pear.length)
      await assertBooksAgree(place)
    })

    test('the receipt stays when the bytes are deleted, and bytes that return find it', async (t) => {
      const place = await freshPlace(t, kind)
      const { storage } = place
      const { media } = await upload(place, ada)
      await storage.media.bindReceipt(media.sha256, cid('c'))
      assert.deepEqual(
        (await storage.media.list(ada)).items.map(({ label, sha256, receipt_cid }) => ({ label, sha256, receipt_cid })),
        [{ label: 'pear.jpg', sha256: media.sha256, receipt_cid: cid('c') }],
      )
      await storage.media.remove(ada, media.sha256)
      assert.equal(await storage.media.remove(ada, media.sha256), false)
      assert.deepEqual((await storage.media.list(ada)).items, [])
      assert.deepEqual(await storage.media.find(media.sha256), { ...media, receipt_cid: cid('c') })
      assert.equal((await upload(place, ada)).media.receipt_cid, cid('c'))
      assert.equal(await storage.media.find(cid('0')), undefined)
    })

    test('the list gives everything once, newest first, in pages', async (t) => {
      const { storage, clock } = await freshPlace(t, kind)
      for (let n = 0; n < 203; n += 1) {
        if (n % 4 === 0) clock.advance(1)
        await storage.record(result(1))
      }
      const listed: Stored[] = []
      const sizes: number[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await storage.list(ada, cursor)
        sizes.push(page.items.length)
        listed.push(...page.items)
        cursor = page.next
      }
      assert.deepEqual(sizes, [100, 100, 3])
      assert.equal(new Set(listed.map(({ id }) => id)).size, 203)
      const times = listed.map(({ created_at }) => created_at)
      assert.deepEqual(times, [...times].sort().reverse())
      await assert.rejects(storage.list(ada, 'page two'), { code: 'invalid_input' })
    })

    test('reconciling deletes bytes that no record rests on, and only those', async (t) => {
      const place = await freshPlace(t, kind)
      const { storage, blobs } = place
      await upload(place, ada)
      await blobs.put(Buffer.from('put, and then the power went'))
      const letGo = await blobs.put(Buffer.from('let go, and then the power went'))
      await sql`insert into blob (sha256, holders) values (${letGo.sha256}, 0)`.execute(place.database.db)
      await storage.reconcile()
      assert.equal((await blobs.list()).sha256s.length, 1)
      await assertBooksAgree(place)
    })

    test('bytes that vanished between put and record are asked for again', async (t) => {
      const place = await freshPlace(t, kind)
      const put = await place.blobs.put(pear)
      await place.blobs.delete(put.sha256)
      await assert.rejects(place.storage.record({ ...result(put.bytes), sha256: put.sha256 }), { code: 'busy' })
      assert.equal((await place.storage.usage(ada)).used_bytes, 0)
      await assertBooksAgree(place)
    })
  })
}
