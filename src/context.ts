import type { Accounts } from './accounts/keys.ts'
import type { Storage } from './accounts/storage.ts'
import type { Config } from './config.ts'
import type { Layers } from './earth/types.ts'
import type { Vegetation } from './earth/vegetation/types.ts'
import type { Operator } from './external/operator.ts'
import type { Clock } from './kernel/clock.ts'
import type { NewId } from './kernel/ids.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Models } from './perceive/pantry/shelf.ts'
import type { Blobs } from './store/blobs.ts'
import type { Counters } from './store/counters.ts'
import type { Database } from './store/database.ts'
import type { Log } from './store/log/log.ts'
import type { Pool } from './work/pool.ts'

/** Everything a route may reach, wired once by the service and passed on by hand. */
export interface Context {
  config: Config
  version: string
  clock: Clock
  newId: NewId
  database: Database
  blobs: Blobs
  counters: Counters
  accounts: Accounts
  storage: Storage
  pool: Pool
  log: Log
  ledger: Ledger
  operator: Operator
  layers: Layers
  vegetation: Vegetation
  fetchImage: (url: string, signal: AbortSignal) => Promise<Uint8Array>
  models: Models
  /** Tests hold every reply against its schema; a running service does not pay for that. */
  checkReplies: boolean
}
