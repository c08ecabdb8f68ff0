import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Place } from './fresh.ts'

/** What the books say must be what is there: the sum of each owner, the holders of each blob, the blobs themselves. */
export async function assertBooksAgree({ database, blobs }: Place): Promise<void> {
  const { rows: owners } = await sql<{ used: number; sum: number }>`
    select used_bytes as used, (select coalesce(sum(bytes), 0) from stored where owner = email) as sum from owner
  `.execute(database.db)
  for (const { used, sum } of owners) assert.equal(used, sum)
  const { rows: held } = await sql<{ sha256: string; n: number }>`
    select sha256, count(*) as n from stored where sha256 is not null group by sha256 order by sha256
  `.execute(database.db)
  const { rows: known } = await sql`select sha256, holders as n from blob order by sha256`.execute(database.db)
  assert.deepEqual(known, held)
  assert.deepEqual(
    (await blobs.list()).sha256s,
    held.map(({ sha256 }) => sha256),
  )
}
