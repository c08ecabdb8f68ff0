import { timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Clock } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Database } from '../store/database.ts'
import { composeKey, hashOf, readKey } from './key-text.ts'
import { createLastUse } from './last-use.ts'
import { holdOwner, ownerOf } from './owner.ts'
import { PAGE, type Page, pageOf, placeOf } from './page.ts'
import type { AccountTables, Scope } from './tables.ts'

export interface KeyRecord {
  id: string
  owner: string
  name: string
  scope: Scope
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
}

export interface Mint {
  owner: string
  name: string
  scope: Scope
  /** Becomes the quota of the owner, for all of the owner's keys. */
  quotaBytes?: number
  expiresAt?: string
}

/** The key's text exists here and nowhere else: it is shown once and cannot be asked for again. */
export type MintedKey = KeyRecord & { key: string }

export type Authentication =
  | { ok: true; key: KeyRecord }
  | { ok: false; why: 'malformed' | 'checksum' | 'unknown' | 'revoked' | 'expired' }

export interface Accounts {
  mint(wanted: Mint): Promise<MintedKey>
  authenticate(presented: string): Promise<Authentication>
  list(which?: { owner?: string; cursor?: string }): Promise<Page<KeyRecord>>
  /** Counts from the next request of every process; revoking again changes nothing. */
  revoke(id: string): Promise<KeyRecord | undefined>
  /** Writes the last uses noted so far. */
  flush(): Promise<void>
  close(): Promise<void>
}

const NO_SUCH_HASH = new Uint8Array(32)

export function createAccounts(database: Database, clock: Clock, random: (bytes: number) => Uint8Array): Accounts {
  const db = database.db.withTables<AccountTables>()
  const lastUse = createLastUse(db)
  const now = () => clock().toISOString()

  async function mint(wanted: Mint): Promise<MintedKey> {
    const { owner, name, scope, quotaBytes, expiresAt } = checked(wanted, clock())
    return db.transaction().execute(async (tx) => {
      await holdOwner(tx, owner, now())
      if (quotaBytes !== undefined) {
        await tx.updateTable('owner').set({ quota_bytes: quotaBytes }).where('email', '=', owner).execute()
      }
      for (;;) {
        const { id, key } = composeKey(random)
        const row = await tx
          .insertInto('api_key')
          .values({
            id,
            owner,
            name,
            scope,
            key_hash: hashOf(key),
            created_at: now(),
            expires_at: expiresAt ?? null,
            revoked_at: null,
            last_used_at: null,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (row) return { ...recordOf(row), key }
      }
    })
  }

  /** Asks the database each time: what another process minted or revoked counts at once. */
  async function authenticate(presented: string): Promise<Authentication> {
    const text = readKey(presented)
    if (!text.ok) return text
    const row = await db.selectFrom('api_key').selectAll().where('id', '=', text.id).executeTakeFirst()
    const same = timingSafeEqual(hashOf(presented), row?.key_hash ?? NO_SUCH_HASH)
    if (!row || !same) return { ok: false, why: 'unknown' }
    if (row.revoked_at !== null) return { ok: false, why: 'revoked' }
    const at = now()
    if (row.expires_at !== null && row.expires_at <= at) return { ok: false, why: 'expired' }
    lastUse.note(row.id, at)
    return { ok: true, key: recordOf(row) }
  }

  return {
    mint,
    authenticate,

    async list({ owner, cursor } = {}) {
      let query = db.selectFrom('api_key').selectAll().orderBy('created_at').orderBy('id')
      if (owner !== undefined) query = query.where('owner', '=', ownerOf(owner))
      if (cursor !== undefined) {
        const { created_at, id } = placeOf(cursor)
        query = query.where((row) => row(row.refTuple('created_at', 'id'), '>', row.tuple(created_at, id)))
      }
      return pageOf(await query.limit(PAGE + 1).execute(), recordOf)
    },

    async revoke(id) {
      await db
        .updateTable('api_key')
        .set({ revoked_at: now() })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute()
      const row = await db.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst()
      return row && recordOf(row)
    },

    flush: lastUse.flush,
    close: lastUse.close,
  }
}

function checked({ owner, name, scope, quotaBytes, expiresAt }: Mint, now: Date): Mint {
  if (!/^[^\p{Cc}]{1,100}$/u.test(name) || name.trim() === '') {
    throw new Refusal('invalid_input', 'name must be 1 to 100 characters on one line')
  }
  if (scope !== 'public' && scope !== 'admin') throw new Refusal('invalid_input', 'scope must be public or admin')
  if (quotaBytes !== undefined && !(Number.isSafeInteger(quotaBytes) && quotaBytes >= 0)) {
    throw new Refusal('invalid_input', 'the quota must be a whole number of bytes')
  }
  return { owner: ownerOf(owner), name, scope, quotaBytes, expiresAt: expiresAt && expiryOf(expiresAt, now) }
}

function expiryOf(text: string, now: Date): string {
  const expires = new Date(text)
  if (expires > now && expires.getUTCFullYear() <= 9999) return expires.toISOString()
  throw new Refusal('invalid_input', 'the expiry must be a moment in the future, such as 2030-01-31T00:00:00Z')
}

function recordOf(row: Selectable<AccountTables['api_key']>): KeyRecord {
  return {
    id: row.id,
    owner: row.owner,
    name: row.name,
    scope: row.scope,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }
}
