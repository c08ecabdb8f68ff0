import { type Logger, symbols } from 'pino'

export type Logged = (id: string, method: string, status: number, ms: number) => void

/**
 * One line a request, in pino's own form and into its stream, without its serialisers: none of these members needs
 * escaping, and this line is written for every request there is. Asked for once a route: the middle of the line, which
 * is the same again and again, is put together once.
 */
export function accessLog(log: Logger): (route: string) => Logged {
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[symbols.streamSym]!
  return (route) => {
    let last = { method: '', status: 0, middle: '' }
    return (id, method, status, ms) => {
      if (!log.isLevelEnabled('info')) return
      if (last.status !== status || last.method !== method) {
        const middle = `","method":"${method}","route":"${route}","status":${status},"ms":`
        last = { method, status, middle }
      }
      stream.write(`{"level":30,"time":${Date.now()},"req_id":"${id}${last.middle}${ms},"msg":"answered"}\n`)
    }
  }
}
