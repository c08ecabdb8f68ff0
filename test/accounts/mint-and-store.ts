import { randomBytes, randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { createAccounts } from '../../src/accounts/keys.ts'
import { accountMigrations } from '../../src/accounts/migrations.ts'
import { createStorage } from '../../src/accounts/storage.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { openBlobs } from '../../src/store/blobs.ts'
import { openDatabase } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'

/** Mints and stores, four at a time, and says each only once it was acknowledged. */
const { options, folder, seed, rounds } = JSON.parse(process.argv[2]!)
const database = await openDatabase(options)
await migrate(database, accountMigrations, 'accounts')
const blobs = await openBlobs(folder)
const accounts = createAccounts(database, systemClock, randomBytes)
const storage = createStorage(database, blobs, systemClock, randomUUID, 2 ** 40)

let next = 0
async function work(): Promise<void> {
  while (next < rounds) {
    const n = next
    next += 1
    const owner = `owner${n % 3}@example.org`
    const { key } = await accounts.mint({ owner, name: `key ${n}`, scope: 'public' })
    say(`key ${key}`)
    const bytes = Buffer.from(`${seed} ${n} `.repeat(1 + ((n * 7919) % 3000)))
    const { id, sha256 } = await storage.store({ owner, kind: 'result', bytes, label: `blob ${n}` })
    say(`blob ${owner} ${id} ${sha256}`)
    if (n % 10 === 0) {
      const passing = await storage.store({
        owner,
        kind: 'frame',
        bytes: Buffer.from(`passing ${seed} ${n}`),
        label: 'f',
      })
      await storage.remove(owner, passing.id)
      say(`gone ${owner} ${passing.id} ${passing.sha256}`)
    }
  }
}

/** Past any buffer of this process: what is said is seen even if it dies in the next moment. */
function say(line: string): void {
  writeSync(1, `${line}\n`)
}

await Promise.all([work(), work(), work(), work()])
await accounts.close()
await database.close()
