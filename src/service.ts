import type { AddressInfo } from 'node:net'
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { GatheredLines } from './http/gathered-lines.ts'
import { createMetrics } from './http/metrics.ts'
import { openApiDocument } from './http/openapi.ts'
import { docsPage } from './http/pages/docs.ts'
import { frontPage } from './http/pages/front.ts'
import { createServer } from './http/server.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { type NewId, randomId } from './kernel/ids.ts'
import { VERSION } from './kernel/version.ts'
import { type Closing, openContext } from './open-context.ts'
import type { AnyRoute } from './operation/route.ts'
import type { BuildNews } from './perceive/pantry/background.ts'
import { ROUTES } from './routes/index.ts'
import { metricsRoute } from './routes/service/metrics.ts'
import { openApiRoute } from './routes/service/openapi.ts'
import { pageRoute } from './routes/service/pages.ts'

export interface ServiceOptions {
  clock?: Clock
  newId?: NewId
  log?: Logger
  /** Hold every reply against its schema: for tests. */
  checkReplies?: boolean
  /** Further routes, for tests of the mechanism itself. */
  extraRoutes?: AnyRoute[]
}

export interface Service {
  url: string
  context: Context
  routes: AnyRoute[]
  /** Finishes what runs, refuses what is new, closes; gives up on stragglers, so that it ends within ten seconds. */
  stop(): Promise<void>
}

/** Together with closing the stores, this stays within the ten seconds that process managers grant. */
const FINISH_WITHIN_MS = 8_000
const KEY_CHECK_MS = 5_000

/** Configuration in, a listening service out. Everything is opened here, in order, and closed in the reverse order. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const { clock = systemClock, newId = randomId, checkReplies = false, extraRoutes = [] } = options
  const log = options.log ?? createLog(config.logLevel)
  const undo: Closing[] = []
  const closeAll = async () => {
    for (const close of undo.splice(0).reverse()) await close()
  }
  try {
    const context = await openContext(config, { clock, newId, checkReplies, tellOfModels: tellIn(log) }, undo)
    const { ledger, pool } = context

    const metrics = createMetrics({
      receipts_issued: { help: 'Receipts that left since start', read: () => ledger.counts().issued },
      receipts_logged: {
        help: 'Receipts the log acknowledged since start; must equal receipts_issued',
        read: () => ledger.counts().logged,
      },
      jobs_queued: { help: 'Jobs waiting for a worker', read: () => pool.stats().queued },
      jobs_running: { help: 'Jobs in a worker', read: () => pool.stats().running },
      jobs_lost: { help: 'Jobs whose worker died', read: () => pool.stats().lost },
    })
    const routes: AnyRoute[] = [...ROUTES, ...extraRoutes]
    const document = once(() => openApiDocument(routes, config.baseUrl, VERSION))
    routes.push(
      openApiRoute(document),
      metricsRoute(() => metrics.text()),
      pageRoute('/', 'What runs here.', () => frontPage({ version: VERSION, models: context.models.states(), routes })),
      pageRoute(
        '/docs',
        'Every route, to read and try.',
        once(() => docsPage(document())),
      ),
    )

    let stopping = false
    const server = createServer({ routes, context, metrics, log, isStopping: () => stopping })
    undo.push(() => server.close())
    await server.listen({ port: config.port, host: config.host })

    const keyCheck = setInterval(() => {
      ledger.reload().then(
        (changed) => changed && log.info({ kid: ledger.currentKey().kid }, 'signing with a new key'),
        (error) => log.error({ err: error }, 'the signing key file cannot be read; the old key stays in use'),
      )
    }, KEY_CHECK_MS)
    undo.push(() => clearInterval(keyCheck))

    const { port } = server.server.address() as AddressInfo
    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    log.info({ url, version: VERSION, data_dir: config.dataDir }, 'ready')
    return {
      url,
      context,
      routes,
      async stop() {
        if (stopping) return
        stopping = true
        const cutOff = setTimeout(() => server.server.closeAllConnections(), FINISH_WITHIN_MS)
        await closeAll()
        clearTimeout(cutOff)
        log.info('stopped')
        await flushed(log)
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function tellIn(log: Logger): (news: BuildNews) => void {
  return ({ doing, ...what }) => {
    if (doing === 'fetching' || doing === 'built') log.info(what, `model ${doing}`)
    else log.warn(what, 'a model is not built; routes that need it say so, everything else works')
  }
}

function flushed(log: Logger): Promise<void> {
  return new Promise((resolve) => log.flush(() => resolve()))
}

const STDOUT = 1

/** Lines are gathered and written many at a time, at the latest a second later: a request never waits for its log line. */
export function createLog(level: Config['logLevel'], dest: number | string = STDOUT): Logger {
  // With a least length of none, the stream would say that it has flushed before it has.
  const lines = new GatheredLines(pino.destination({ dest, sync: false, minLength: 1 }))
  process.once('exit', () => lines.flushSync())
  return pino({ level, base: null }, lines)
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
