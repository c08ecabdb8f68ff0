import { randomBytes, randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { type Accounts, createAccounts } from '../../src/accounts/keys.ts'
import { accountMigrations } from '../../src/accounts/migrations.ts'
import { createStorage, type Storage } from '../../src/accounts/storage.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { type Blobs, openBlobs } from '../../src/store/blobs.ts'
import type { Database, DatabaseOptions } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'
import { freshFolder, freshOptions, openFor } from '../store/fresh.ts'

export interface Place {
  options: DatabaseOptions
  folder: string
  database: Database
  blobs: Blobs
  accounts: Accounts
  storage: Storage
  clock: ReturnType<typeof fixedClock>
}

export const START = '2026-03-01T12:00:00.000Z'
export const QUOTA = 1000

export async function freshPlace(t: TestContext, kind: 'sqlite' | 'postgres'): Promise<Place> {
  return openPlace(t, freshOptions(t, kind), freshFolder(t))
}

/** As another process would open it, beside those that have it open. */
export async function openPlace(t: TestContext, options: DatabaseOptions, folder: string): Promise<Place> {
  const database = await openFor(t, options)
  await migrate(database, accountMigrations, 'accounts')
  const clock = fixedClock(START)
  const blobs = await openBlobs(folder)
  const accounts = createAccounts(database, clock, randomBytes)
  const storage = createStorage(database, blobs, clock, randomUUID, QUOTA)
  return { options, folder, database, blobs, accounts, storage, clock }
}
