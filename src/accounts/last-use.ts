import type { Kysely } from 'kysely'
import type { AccountTables } from './tables.ts'

const FLUSH_EVERY_MS = 5_000

export interface LastUse {
  note(id: string, at: string): void
  flush(): Promise<void>
  close(): Promise<void>
}

/** A request only notes its key in memory; the database hears of it every few seconds and at close. */
export function createLastUse(db: Kysely<AccountTables>): LastUse {
  let noted = new Map<string, string>()

  async function flush(): Promise<void> {
    if (noted.size === 0) return
    const writing = noted
    noted = new Map()
    try {
      await db.transaction().execute(async (tx) => {
        // In one order everywhere, so that two processes that flush at once cannot lock each other out.
        for (const [id, at] of [...writing].sort(([a], [b]) => (a < b ? -1 : 1))) {
          await tx
            .updateTable('api_key')
            .set({ last_used_at: at })
            .where('id', '=', id)
            .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', at)]))
            .execute()
        }
      })
    } catch (problem) {
      noted = new Map([...writing, ...noted])
      throw problem
    }
  }

  // A failed write is kept for the next turn; the database's own ping tells of the failure.
  const timer = setInterval(() => void flush().catch(() => {}), FLUSH_EVERY_MS)
  timer.unref()

  return {
    note: (id, at) => void noted.set(id, at),
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
