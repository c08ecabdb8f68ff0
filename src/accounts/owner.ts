import { Refusal } from '../kernel/refusal.ts'
import type { Tx } from './tables.ts'

const EMAIL = /^[^\s@"(),:;<>[\]\\\p{Cc}]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/u

/** One spelling an owner: capitals and spaces around an address do not make another. */
export function ownerOf(email: string): string {
  const owner = email.trim().toLowerCase()
  if (owner.length <= 254 && EMAIL.test(owner)) return owner
  throw new Refusal('invalid_input', 'owner is not an email address', {
    fix: { do: 'Give an address such as you@example.com.' },
  })
}

/**
 * Makes sure that the owner exists and holds its row until the transaction ends: what is read here stays true while
 * the quota is decided, also against another process.
 */
export async function holdOwner(
  tx: Tx,
  email: string,
  now: string,
): Promise<{ used_bytes: number; quota_bytes: number | null }> {
  return tx
    .insertInto('owner')
    .values({ email, quota_bytes: null, used_bytes: 0, created_at: now })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((row) => ({ used_bytes: row.ref('owner.used_bytes') })),
    )
    .returning(['used_bytes', 'quota_bytes'])
    .executeTakeFirstOrThrow()
}
