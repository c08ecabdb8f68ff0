import { ConfigError, readConfig } from './config.ts'
import { startService } from './service.ts'
import { warmWorkers } from './work/warm-workers.ts'

/** What the operator can mend is said in one line, without a stack. */
const EXPECTED = new Set([
  'ConfigError',
  'SigningKeyError',
  'FolderInUse',
  'DatabaseFromTheFuture',
  'LogDamaged',
  'OperatorModelsError',
])

try {
  const service = await startService(readConfig(process.env))
  const stop = () => {
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  void warmWorkers(service.context.pool, service.context.models)
} catch (error) {
  const { name, message, code } = error as Error & { code?: string }
  if (error instanceof ConfigError || EXPECTED.has(name) || code === 'EADDRINUSE')
    console.error(`cannot start: ${message}`)
  else console.error(error)
  process.exit(1)
}
