import { type Logger, symbols } from 'pino'

/**
 * One line a request, in pino's own form and into its stream, without its serialisers: none of these members needs
 * escaping, and this line is written for every request there is.
 */
export function accessLog(
  log: Logger,
): (id: string, method: string, route: string, status: number, ms: number) => void {
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[symbols.streamSym]!
  return (id, method, route, status, ms) => {
    if (!log.isLevelEnabled('info')) return
    stream.write(
      `{"level":30,"time":${Date.now()},"req_id":"${id}","method":"${method}","route":"${route}","status":${status},"ms":${ms},"msg":"answered"}\n`,
    )
  }
}
