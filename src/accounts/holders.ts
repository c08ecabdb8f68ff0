import { Refusal } from '../kernel/refusal.ts'
import type { Blobs } from '../store/blobs.ts'
import type { Tx } from './tables.ts'

/** Another owner may have deleted the last copy since these bytes were put; then they have to be sent again. */
export async function hold(tx: Tx, blobs: Blobs, sha256: string): Promise<void> {
  await changeHolders(tx, sha256, 1)
  if (await blobs.has(sha256)) return
  throw new Refusal('busy', 'the same bytes were being deleted at this very moment', {
    fix: { do: 'Send the same request again.' },
    retryAfterS: 1,
  })
}

export async function letGo(tx: Tx, sha256: string): Promise<void> {
  await changeHolders(tx, sha256, -1)
}

/**
 * Bytes go in a transaction of their own, after the one that let them go: whenever the process dies, what is recorded
 * as stored is there.
 */
export async function deleteUnheld(tx: Tx, blobs: Blobs, sha256: string): Promise<void> {
  if ((await changeHolders(tx, sha256, 0)) > 0) return
  await tx.deleteFrom('blob').where('sha256', '=', sha256).execute()
  await blobs.delete(sha256)
}

/**
 * Holds the row of the bytes until the transaction ends: one owner's last deletion and another's upload of the same
 * bytes come one after the other.
 */
async function changeHolders(tx: Tx, sha256: string, change: 1 | 0 | -1): Promise<number> {
  const { holders } = await tx
    .insertInto('blob')
    .values({ sha256, holders: change })
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet((row) => ({ holders: row('blob.holders', '+', change) })),
    )
    .returning('holders')
    .executeTakeFirstOrThrow()
  return holders
}
