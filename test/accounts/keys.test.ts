import assert from 'node:assert/strict'
import crypto, { randomBytes } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { composeKey, hashOf } from '../../src/accounts/key-text.ts'
import { createAccounts, type KeyRecord, type Mint } from '../../src/accounts/keys.ts'
import { openDatabase } from '../../src/store/database.ts'
import { startChild } from '../store/child.ts'
import { KINDS } from '../store/fresh.ts'
import { freshPlace, openPlace, START } from './fresh.ts'

const ada: Mint = { owner: 'ada@example.org', name: 'shed', scope: 'public' }

for (const { kind, need } of KINDS) {
  describe(`keys over ${kind}`, need, () => {
    test('a minted key opens the door and says whose it is', async (t) => {
      const { accounts } = await freshPlace(t, kind)
      const { key, ...record } = await accounts.mint({ ...ada, owner: ' Ada@Example.ORG ', scope: 'admin' })
      assert.deepEqual(record, {
        id: key.slice(3, 11),
        owner: 'ada@example.org',
        name: 'shed',
        scope: 'admin',
        createdAt: START,
        expiresAt: null,
        revokedAt: null,
        lastUsedAt: null,
      })
      assert.deepEqual(await accounts.authenticate(key), { ok: true, key: record })
    })

    test('a typing error, a wrong key and no key at all are told apart', async (t) => {
      const { accounts } = await freshPlace(t, kind)
      const { key } = await accounts.mint(ada)
      const why = async (presented: string) => {
        const result = await accounts.authenticate(presented)
        return result.ok || result.why
      }
      assert.equal(await why(`${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`), 'checksum')
      assert.equal(await why('hunter2'), 'malformed')
      assert.equal(await why(composeKey(randomBytes).key), 'unknown')
      assert.equal(await why(withOtherSecret(key)), 'unknown')
      assert.equal(await why(key), true)
    })

    test('every well-formed key is compared in constant time, found or not', async (t) => {
      const { accounts } = await freshPlace(t, kind)
      const { key } = await accounts.mint(ada)
      const compare = t.mock.method(crypto, 'timingSafeEqual')
      syncBuiltinESMExports()
      for (const presented of [key, withOtherSecret(key), composeKey(randomBytes).key]) {
        await accounts.authenticate(presented)
        assert.deepEqual(compare.mock.calls.at(-1)!.arguments[0], hashOf(presented))
      }
      assert.equal(compare.mock.callCount(), 3)
      compare.mock.restore()
      syncBuiltinESMExports()
    })

    test('only a hash is stored', async (t) => {
      const { accounts, database } = await freshPlace(t, kind)
      const { key } = await accounts.mint(ada)
      const { rows } = await sql<{ key_hash: Uint8Array }>`select * from api_key`.execute(database.db)
      assert.deepEqual(rows[0]!.key_hash, hashOf(key))
      const text = rows.flatMap((row) => Object.values(row).map((value) => Buffer.from(String(value)).toString()))
      assert.ok(text.every((value) => !value.includes(key.slice(11, 43))))
    })

    test('a revoked key is refused from the next request on, also when another process revoked it', async (t) => {
      const here = await freshPlace(t, kind)
      const beside = await openPlace(t, here.options, here.folder)
      const { key, id } = await beside.accounts.mint(ada)
      assert.equal((await here.accounts.authenticate(key)).ok, true)
      assert.equal((await beside.accounts.revoke(id))!.revokedAt, START)
      assert.deepEqual(await here.accounts.authenticate(key), { ok: false, why: 'revoked' })
      beside.clock.advance(1000)
      assert.equal((await beside.accounts.revoke(id))!.revokedAt, START)
      assert.equal(await beside.accounts.revoke('00000000'), undefined)
    })

    test('a key ends at the moment of its expiry', async (t) => {
      const { accounts, clock } = await freshPlace(t, kind)
      const { key } = await accounts.mint({ ...ada, expiresAt: '2026-03-01T13:00:01+01:00' })
      clock.advance(999)
      assert.equal((await accounts.authenticate(key)).ok, true)
      clock.advance(1)
      assert.deepEqual(await accounts.authenticate(key), { ok: false, why: 'expired' })
    })

    test('the last use is written at the flush and never goes back', async (t) => {
      const { accounts, clock, options, folder } = await freshPlace(t, kind)
      const { key } = await accounts.mint(ada)
      const lastUsed = async () => (await accounts.list()).items[0]!.lastUsedAt
      const slow = await openPlace(t, options, folder)
      await slow.accounts.authenticate(key)
      clock.advance(5000)
      await accounts.authenticate(key)
      assert.equal(await lastUsed(), null)
      await accounts.flush()
      assert.equal(await lastUsed(), '2026-03-01T12:00:05.000Z')
      await slow.accounts.close()
      assert.equal(await lastUsed(), '2026-03-01T12:00:05.000Z')
    })

    test('a last use that could not be written is kept for the next flush', async (t) => {
      const { accounts, database } = await freshPlace(t, kind)
      const { key } = await accounts.mint(ada)
      await accounts.authenticate(key)
      await sql`alter table api_key rename to away`.execute(database.db)
      await assert.rejects(accounts.flush())
      await sql`alter table away rename to api_key`.execute(database.db)
      await accounts.flush()
      assert.equal((await accounts.list()).items[0]!.lastUsedAt, START)
    })

    test('what cannot be minted is refused with the reason', async (t) => {
      const { accounts } = await freshPlace(t, kind)
      const wrong: [Partial<Record<keyof Mint, unknown>>, RegExp][] = [
        [{ owner: 'ada' }, /email/],
        [{ owner: 'ada@localhost' }, /email/],
        [{ owner: 'a b@example.org' }, /email/],
        [{ owner: 'ada@example.org\nbcc: x@example.org' }, /email/],
        [{ owner: `${'a'.repeat(65)}@example.org` }, /email/],
        [{ name: '' }, /name/],
        [{ name: '   ' }, /name/],
        [{ name: 'two\nlines' }, /name/],
        [{ name: 'a'.repeat(101) }, /name/],
        [{ scope: 'root' }, /scope/],
        [{ quotaBytes: -1 }, /quota/],
        [{ quotaBytes: 1.5 }, /quota/],
        [{ expiresAt: START }, /expiry/],
        [{ expiresAt: 'tomorrow' }, /expiry/],
        [{ expiresAt: '+012026-01-01T00:00:00Z' }, /expiry/],
      ]
      for (const [change, reason] of wrong) {
        const refused = { name: 'Refusal', code: 'invalid_input', message: reason }
        await assert.rejects(accounts.mint({ ...ada, ...change } as Mint), refused, JSON.stringify(change))
      }
      assert.deepEqual(await accounts.list(), { items: [], next: null })
    })

    test('the list gives every key once, in pages, of one owner or of all', async (t) => {
      const { accounts, clock } = await freshPlace(t, kind)
      const minted: string[] = []
      for (let n = 0; n < 205; n += 1) {
        if (n % 50 === 0) clock.advance(1)
        minted.push((await accounts.mint({ ...ada, owner: n % 41 ? ada.owner : 'bo@example.org' })).id)
      }
      const all = async (owner?: string) => {
        const pages: KeyRecord[][] = []
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = await accounts.list({ owner, cursor })
          pages.push(page.items)
          cursor = page.next
        }
        return pages
      }
      const pages = await all()
      assert.deepEqual(
        pages.map(({ length }) => length),
        [100, 100, 5],
      )
      assert.deepEqual(
        pages
          .flat()
          .map(({ id }) => id)
          .sort(),
        [...minted].sort(),
      )
      assert.equal((await all('BO@example.org')).flat().length, 5)
      await assert.rejects(accounts.list({ cursor: 'page two' }), { code: 'invalid_input' })
    })

    test('a name that is taken is drawn again', async (t) => {
      const { accounts, database, clock } = await freshPlace(t, kind)
      const { id } = await accounts.mint(ada)
      const taken = idBytes(id)
      let draws = 0
      const unlucky = createAccounts(database, clock, (bytes) => {
        draws += 1
        return draws === 1 ? taken : randomBytes(bytes)
      })
      const second = await unlucky.mint(ada)
      assert.equal(draws, 4)
      assert.notEqual(second.id, id)
      assert.equal((await accounts.authenticate(second.key)).ok, true)
    })

    test('two processes mint at once, and every key of both works', async (t) => {
      const { accounts, options, folder } = await freshPlace(t, kind)
      const script = new URL('./mint-and-store.ts', import.meta.url)
      const keys = await Promise.all(
        [1, 2].map(async (seed) => {
          const child = startChild(script, { options, folder, seed, rounds: 50 })
          const printed = await Array.fromAsync(child.lines)
          assert.equal(await child.ended, 0)
          return printed.flatMap((line) => (line.startsWith('key ') ? [line.slice(4)] : []))
        }),
      )
      assert.equal(new Set(keys.flat()).size, 100)
      for (const key of keys.flat()) assert.equal((await accounts.authenticate(key)).ok, true)
    })
  })
}

test('closing writes the last uses', async (t) => {
  const { accounts, options } = await freshPlace(t, 'sqlite')
  const { key } = await accounts.mint(ada)
  await accounts.authenticate(key)
  await accounts.close()
  const later = await openDatabase(options)
  const { rows } = await sql<{ at: string }>`select last_used_at as at from api_key`.execute(later.db)
  assert.deepEqual(rows, [{ at: START }])
  await later.close()
})

/** The same public name, a well-formed check, another secret: what a guesser would send. */
function withOtherSecret(key: string): string {
  const draws = [idBytes(key.slice(3, 11)), randomBytes(20)]
  return composeKey(() => draws.shift()!).key
}

function idBytes(id: string): Uint8Array {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const bits = [...id].map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g)!, (byte) => Number.parseInt(byte, 2))
}
