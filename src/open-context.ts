import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { createLayers } from './earth/layers.ts'
import { createVegetation } from './earth/vegetation/vegetation.ts'
import { createOperator } from './external/operator.ts'
import type { Clock } from './kernel/clock.ts'
import type { NewId } from './kernel/ids.ts'
import { VERSION } from './kernel/version.ts'
import { Ledger } from './ledger/ledger.ts'
import { logName } from './ledger/log-name.ts'
import { publishKey } from './ledger/published-keys.ts'
import { loadSigningKey } from './ledger/signing-key.ts'
import { fetchImage } from './net/fetch-image.ts'
import { readOperatorModels } from './perceive/operator/manifest.ts'
import { type BuildNews, openModels } from './perceive/pantry/background.ts'
import { openBlockCache } from './store/block-cache.ts'
import { createCounters } from './store/counters.ts'
import { lockFolder } from './store/folder-lock.ts'
import { openLog } from './store/log/log.ts'
import { databaseOptions, keySource, openStores } from './stores.ts'
import { createPool } from './work/pool.ts'

/** Run in the reverse order of opening. */
export type Closing = () => Promise<unknown> | unknown

export interface Given {
  clock: Clock
  newId: NewId
  checkReplies: boolean
  tellOfModels: (news: BuildNews) => void
}

const QUEUE_LIMIT = 64
const LAYER_BLOCK_BYTES = 1024 ** 3
/** What is left of the ten seconds of a stop once requests have had theirs. */
const JOBS_END_WITHIN_MS = 500

/** Opens everything a route may reach, in order; what was opened before a failure is in `undo` to be closed. */
export async function openContext(
  config: Config,
  { clock, newId, checkReplies, tellOfModels }: Given,
  undo: Closing[],
): Promise<Context> {
  if (config.database.kind === 'sqlite') {
    const lock = lockFolder(config.dataDir)
    undo.push(() => lock.release())
  }
  const stores = await openStores(config, clock, newId)
  undo.push(stores.close)
  if (config.database.kind === 'sqlite') {
    await stores.blobs.sweep()
    await stores.storage.reconcile()
  }

  const source = keySource(config)
  const key = await loadSigningKey(source)
  const { kid } = await publishKey(stores.database, key.publicKey, clock)
  const name = await logName(stores.database, key.publicKey)
  const merkleLog = await openLog({
    database: databaseOptions(config, 'log.db'),
    logId: name,
    origin: name,
    signHead: { kid, pkcs8Pem: key.pem },
    clock,
  })
  undo.push(() => merkleLog.close())
  const operator = createOperator(config.external, clock)
  undo.push(() => operator.close())
  // Not awaited: the first receipts carry the head if it has come by then, and say so if not.
  void operator.head()
  const ledger = await Ledger.open(
    {
      database: stores.database,
      log: merkleLog,
      key,
      keySource: source,
      logName: name,
      baseUrl: config.baseUrl,
      clock,
      timeBound: () => operator.timeBound(),
    },
    kid,
  )
  const models = openModels(
    { ...config.models, operator: await readOperatorModels(config.models.folder) },
    tellOfModels,
  )
  undo.push(() => models.close())
  const pool = createPool({
    workers: config.workers ?? Math.max(1, availableParallelism() - 1),
    queueLimit: QUEUE_LIMIT,
    perAddressFairness: true,
  })
  undo.push(() => pool.close(JOBS_END_WITHIN_MS))

  const cache = await openBlockCache(join(config.dataDir, 'layer-blocks'), LAYER_BLOCK_BYTES)
  const layers = createLayers({
    folder: config.layersDir,
    urls: config.layerUrls,
    clock,
    cache,
  })
  undo.push(() => layers.close())
  const vegetation = createVegetation({ stacUrl: config.stacUrl, allow: config.fetchAllow, clock, cache })
  undo.push(() => vegetation.close())

  return {
    config,
    version: VERSION,
    clock,
    newId,
    database: stores.database,
    blobs: stores.blobs,
    accounts: stores.accounts,
    storage: stores.storage,
    counters: createCounters(),
    pool,
    log: merkleLog,
    ledger,
    operator,
    layers,
    vegetation,
    fetchImage: (url, signal) => fetchImage(url, { allow: config.fetchAllow, signal }),
    models: models.models,
    checkReplies,
  }
}
