import { randomUUID } from 'node:crypto'
import { createStorage } from '../../src/accounts/storage.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { openBlobs } from '../../src/store/blobs.ts'
import { openDatabase } from '../../src/store/database.ts'

/** Stores 30 bytes at a time, four at once, until the quota says no. */
const { options, folder, seed, owner, quota } = JSON.parse(process.argv[2]!)
const database = await openDatabase(options)
const storage = createStorage(database, await openBlobs(folder), systemClock, randomUUID, quota)

async function fill(worker: number): Promise<void> {
  for (let n = 0; ; n += 1) {
    const bytes = Buffer.from(`${seed} ${worker} ${n}`.padEnd(30))
    try {
      const { id } = await storage.store({ owner, kind: 'result', bytes, label: 'filling' })
      console.log(id)
    } catch (problem) {
      if ((problem as { code?: string }).code === 'quota_reached') return
      throw problem
    }
  }
}

await Promise.all([fill(1), fill(2), fill(3), fill(4)])
await database.close()
