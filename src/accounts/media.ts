import type { Kysely } from 'kysely'
import { holdOwner } from './owner.ts'
import { PAGE, type Page, pageOf, placeOf } from './page.ts'
import type { Recorded, Stored } from './stored.ts'
import type { AccountTables, Tx } from './tables.ts'

/** What the custody receipt of some bytes is about. It names no owner: anyone may ask for it by hash. */
export interface MediaRecord {
  sha256: string
  bytes: number
  media_type: string
  created_at: string
  receipt_cid: string | null
}

export interface Upload extends MediaRecord {
  id: string
  label: string
}

export interface Media {
  /**
   * Counts an upload whose bytes were put before. The same bytes again count once an owner and keep their first
   * record; without a receipt_cid in the answer, a receipt is still to be issued and bound.
   */
  record(upload: {
    owner: string
    sha256: string
    bytes: number
    mediaType: string
    label: string
  }): Promise<{ stored: Stored; media: MediaRecord }>
  /** The first receipt stays: answers the cid that holds, which is another's where two were issued at once. */
  bindReceipt(sha256: string, cid: string): Promise<string>
  /** Also after the bytes are deleted. */
  find(sha256: string): Promise<MediaRecord | undefined>
  /** The owner's uploads that are still stored, newest first. */
  list(owner: string, cursor?: string): Promise<Page<Upload>>
  /** Deletes the owner's copy; the record and its receipt stay. */
  remove(owner: string, sha256: string): Promise<boolean>
}

interface Accounting {
  db: Kysely<AccountTables>
  now: () => string
  orDelete<Result>(sha256s: readonly string[], work: (tx: Tx) => Promise<Result>): Promise<Result>
  recordIn(tx: Tx, wanted: Recorded): Promise<Stored>
  remove(owner: string, id: string): Promise<boolean>
}

export function createMedia({ db, now, orDelete, recordIn, remove }: Accounting): Media {
  const find = (from: Kysely<AccountTables>, sha256: string) =>
    from.selectFrom('media').selectAll().where('sha256', '=', sha256)

  const copyOf = (from: Kysely<AccountTables>, owner: string, sha256: string) =>
    from
      .selectFrom('stored')
      .select(['id', 'kind', 'bytes', 'sha256', 'label', 'created_at'])
      .where('owner', '=', owner)
      .where('sha256', '=', sha256)
      .where('kind', '=', 'media')
      .executeTakeFirst()

  return {
    record({ owner, sha256, bytes, mediaType, label }) {
      return orDelete([sha256], async (tx) => {
        await holdOwner(tx, owner, now())
        const stored =
          (await copyOf(tx, owner, sha256)) ?? (await recordIn(tx, { owner, kind: 'media', bytes, sha256, label }))
        await tx
          .insertInto('media')
          .values({ sha256, bytes, media_type: mediaType, created_at: now(), receipt_cid: null })
          .onConflict((conflict) => conflict.column('sha256').doNothing())
          .execute()
        return { stored, media: await find(tx, sha256).executeTakeFirstOrThrow() }
      })
    },

    async bindReceipt(sha256, cid) {
      await db
        .updateTable('media')
        .set({ receipt_cid: cid })
        .where('sha256', '=', sha256)
        .where('receipt_cid', 'is', null)
        .execute()
      return (await find(db, sha256).executeTakeFirstOrThrow()).receipt_cid!
    },

    find: (sha256) => find(db, sha256).executeTakeFirst(),

    async list(owner, cursor) {
      let query = db
        .selectFrom('stored')
        .innerJoin('media', 'media.sha256', 'stored.sha256')
        .select(['stored.id', 'stored.label', 'stored.created_at', 'stored.bytes'])
        .select(['media.sha256', 'media.media_type', 'media.receipt_cid'])
        .where('stored.owner', '=', owner)
        .where('stored.kind', '=', 'media')
        .orderBy('stored.created_at', 'desc')
        .orderBy('stored.id', 'desc')
      if (cursor !== undefined) {
        const { created_at, id } = placeOf(cursor)
        query = query.where((row) =>
          row(row.refTuple('stored.created_at', 'stored.id'), '<', row.tuple(created_at, id)),
        )
      }
      return pageOf(await query.limit(PAGE + 1).execute(), (row) => row)
    },

    async remove(owner, sha256) {
      const copy = await copyOf(db, owner, sha256)
      return copy !== undefined && remove(owner, copy.id)
    },
  }
}
