import { systemClock } from '../kernel/clock.ts'
import { randomId } from '../kernel/ids.ts'
import { openStores, type Stores } from '../stores.ts'
import type { Io } from './command.ts'

/** Works beside a running service: both open the same database, and neither needs the other to stop. */
export async function withStores<Result>(io: Io, work: (stores: Stores) => Promise<Result>): Promise<Result> {
  const stores = await openStores(io.config(), systemClock, randomId)
  try {
    return await work(stores)
  } finally {
    await stores.close()
  }
}
