import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Accounts, createAccounts } from './accounts/keys.ts'
import { accountMigrations } from './accounts/migrations.ts'
import { createStorage, type Storage } from './accounts/storage.ts'
import type { Config } from './config.ts'
import type { Clock } from './kernel/clock.ts'
import type { NewId } from './kernel/ids.ts'
import { LOG_NAME_MIGRATIONS } from './ledger/log-name.ts'
import { KEY_MIGRATIONS } from './ledger/published-keys.ts'
import type { KeySource } from './ledger/signing-key.ts'
import { type Blobs, openBlobs } from './store/blobs.ts'
import { type Database, type DatabaseOptions, openDatabase } from './store/database.ts'
import { migrate } from './store/migrate.ts'

/** What the service and the command line both open: the database with its tables, the blobs, the accounts. */
export interface Stores {
  database: Database
  blobs: Blobs
  accounts: Accounts
  storage: Storage
  close(): Promise<void>
}

export async function openStores(config: Config, clock: Clock, newId: NewId): Promise<Stores> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const database = await openDatabase(databaseOptions(config, 'witnessmark.db'))
  await migrate(database, accountMigrations, 'accounts')
  await migrate(database, KEY_MIGRATIONS, 'signing-keys')
  await migrate(database, LOG_NAME_MIGRATIONS, 'log-name')
  const blobs = await openBlobs(join(config.dataDir, 'blobs'))
  const accounts = createAccounts(database, clock, (bytes) => randomBytes(bytes))
  const storage = createStorage(database, blobs, clock, () => newId('st'), config.quotaBytes)
  return {
    database,
    blobs,
    accounts,
    storage,
    async close() {
      await accounts.close()
      await database.close()
    },
  }
}

/** Embedded, the log has a file of its own: its commits never make a request's short statement wait. */
export function databaseOptions(config: Config, file: string): DatabaseOptions {
  if (config.database.kind === 'postgres') return { kind: 'postgres', url: config.database.url }
  return { kind: 'sqlite', file: join(config.dataDir, file) }
}

export function keySource({ signingKey, dataDir }: Config): KeySource {
  if (signingKey.from === 'environment') return { from: 'environment', pem: signingKey.pem }
  if (signingKey.from === 'file') return { from: 'file', path: signingKey.path, makeIfMissing: false }
  return { from: 'file', path: join(dataDir, 'signing-key.pem'), makeIfMissing: true }
}
