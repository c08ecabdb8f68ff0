import type { Clock } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Blobs } from '../store/blobs.ts'
import type { Database } from '../store/database.ts'
import { deleteUnheld, hold, letGo } from './holders.ts'
import { createMedia, type Media } from './media.ts'
import { holdOwner } from './owner.ts'
import { PAGE, type Page, pageOf, placeOf } from './page.ts'
import type { Recorded, Stored, Wanted } from './stored.ts'
import type { AccountTables, Tx } from './tables.ts'

export interface Usage {
  used_bytes: number
  quota_bytes: number
}

export interface Storage {
  /** Refuses with quota_reached what does not fit; two at once, also in two processes, never both take the last room. */
  record(wanted: Recorded): Promise<Stored>
  /** Puts the bytes and records them. */
  store(wanted: Wanted): Promise<Stored>
  /** All of one owner's, or none of them. */
  storeTogether(owner: string, wanted: readonly Omit<Wanted, 'owner'>[]): Promise<Stored[]>
  usage(owner: string): Promise<Usage>
  /** Newest first. */
  list(owner: string, cursor?: string): Promise<Page<Stored>>
  /** Frees the room at once; the bytes go with their last holder. False where the owner has no such thing. */
  remove(owner: string, id: string): Promise<boolean>
  /** Deletes blobs that no record rests on: what a crash left between two steps. For the start of a service. */
  reconcile(): Promise<void>
  readonly media: Media
}

export function createStorage(
  database: Database,
  blobs: Blobs,
  clock: Clock,
  newId: () => string,
  defaultQuota: number,
): Storage {
  const db = database.db.withTables<AccountTables>()
  const now = () => clock().toISOString()

  async function recordIn(tx: Tx, { id = newId(), owner, kind, bytes, sha256, label }: Recorded): Promise<Stored> {
    const held = await holdOwner(tx, owner, now())
    const usage = { used_bytes: held.used_bytes, quota_bytes: held.quota_bytes ?? defaultQuota }
    if (usage.used_bytes + bytes > usage.quota_bytes) throw quotaReached(usage, bytes)
    await tx
      .updateTable('owner')
      .set((row) => ({ used_bytes: row('used_bytes', '+', bytes) }))
      .where('email', '=', owner)
      .execute()
    if (sha256 !== undefined) await hold(tx, blobs, sha256)
    const stored = { id, kind, bytes, sha256: sha256 ?? null, label, created_at: now() }
    await tx
      .insertInto('stored')
      .values({ ...stored, owner })
      .execute()
    return stored
  }

  const discard = (sha256: string) => db.transaction().execute((tx) => deleteUnheld(tx, blobs, sha256))

  /** What was put for a record that is then refused must not stay behind. */
  async function orDelete<Result>(sha256s: readonly string[], work: (tx: Tx) => Promise<Result>): Promise<Result> {
    try {
      return await db.transaction().execute(work)
    } catch (problem) {
      // A failure here leaves an unheld blob, which reconcile finds; the first problem is the one to tell.
      for (const sha256 of sha256s) await discard(sha256).catch(() => {})
      throw problem
    }
  }

  const record = (wanted: Recorded) =>
    orDelete(wanted.sha256 === undefined ? [] : [wanted.sha256], (tx) => recordIn(tx, wanted))

  async function storeTogether(owner: string, wanted: readonly Omit<Wanted, 'owner'>[]): Promise<Stored[]> {
    const full = await usage(owner)
    const bytes = wanted.reduce((sum, each) => sum + each.bytes.byteLength, 0)
    if (full.used_bytes + bytes > full.quota_bytes) throw quotaReached(full, bytes)
    const recorded: (Recorded & { sha256: string })[] = []
    const put = () => recorded.map(({ sha256 }) => sha256)
    try {
      for (const { bytes, ...each } of wanted) recorded.push({ ...each, owner, ...(await blobs.put(bytes)) })
    } catch (problem) {
      for (const sha256 of put()) await discard(sha256).catch(() => {})
      throw problem
    }
    return orDelete(put(), async (tx) => {
      const stored: Stored[] = []
      for (const each of recorded) stored.push(await recordIn(tx, each))
      return stored
    })
  }

  async function usage(owner: string): Promise<Usage> {
    const row = await db
      .selectFrom('owner')
      .select(['used_bytes', 'quota_bytes'])
      .where('email', '=', owner)
      .executeTakeFirst()
    return { used_bytes: row?.used_bytes ?? 0, quota_bytes: row?.quota_bytes ?? defaultQuota }
  }

  async function remove(owner: string, id: string): Promise<boolean> {
    const gone = await db.transaction().execute(async (tx) => {
      const stored = await tx
        .deleteFrom('stored')
        .where('id', '=', id)
        .where('owner', '=', owner)
        .returning(['bytes', 'sha256'])
        .executeTakeFirst()
      if (!stored) return undefined
      await tx
        .updateTable('owner')
        .set((row) => ({ used_bytes: row('used_bytes', '-', stored.bytes) }))
        .where('email', '=', owner)
        .execute()
      if (stored.sha256 !== null) await letGo(tx, stored.sha256)
      return stored
    })
    if (gone?.sha256) await discard(gone.sha256)
    return gone !== undefined
  }

  return {
    record,

    async store({ owner, ...wanted }) {
      const [stored] = await storeTogether(owner, [wanted])
      return stored!
    },

    storeTogether,

    usage,

    async list(owner, cursor) {
      let query = db
        .selectFrom('stored')
        .select(['id', 'kind', 'bytes', 'sha256', 'label', 'created_at'])
        .where('owner', '=', owner)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
      if (cursor !== undefined) {
        const { created_at, id } = placeOf(cursor)
        query = query.where((row) => row(row.refTuple('created_at', 'id'), '<', row.tuple(created_at, id)))
      }
      return pageOf(await query.limit(PAGE + 1).execute(), (row) => row)
    },

    remove,

    async reconcile() {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await blobs.list(cursor)
        for (const sha256 of page.sha256s) {
          const known = await db.selectFrom('blob').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
          if (!known) await discard(sha256)
        }
        cursor = page.next
      }
      for (const { sha256 } of await db.selectFrom('blob').select('sha256').where('holders', '<=', 0).execute()) {
        await discard(sha256)
      }
    },

    media: createMedia({ db, now, orDelete, recordIn, remove }),
  }
}

function quotaReached({ used_bytes, quota_bytes }: Usage, wanted: number): Refusal {
  return new Refusal(
    'quota_reached',
    `${wanted} more bytes do not fit: the owner of this key has used ${used_bytes} of ${quota_bytes} bytes`,
    {
      detail: { used_bytes, quota_bytes, wanted_bytes: wanted },
      fix: {
        do: 'List what is stored with GET /api/account/storage and free some of it with DELETE /api/account/storage/{id}; deleting frees at once.',
      },
    },
  )
}
