import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

export interface Metrics {
  observe(method: string, route: string, status: number, seconds: number): void
  text(): Promise<string>
}

const BUCKETS_S = [0.001, 0.005, 0.02, 0.05, 0.1, 0.5, 1, 5, 20]

/** What an operator watches; `gauges` are read when the page is asked for, never before. */
export function createMetrics(gauges: Record<string, { help: string; read: () => number }>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const [name, { help, read }] of Object.entries(gauges))
    new Gauge({
      name: `witnessmark_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  const requests = new Requests()
  return {
    observe: (method, route, status, seconds) => requests.observe(method, route, status, seconds),
    text: async () => `${await registry.metrics()}\n${requests.text()}`,
  }
}

/** Every request counts here, so counting is an increment; names and labels are put together when the page is asked for. */
class Requests {
  readonly #counts = new Map<string, Map<number, number>>()
  readonly #timings = new Map<string, { buckets: number[]; sum: number; count: number }>()

  observe(method: string, route: string, status: number, seconds: number): void {
    const byStatus = at(this.#counts, `${method} ${route}`, () => new Map<number, number>())
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
    const timing = at(this.#timings, route, () => ({ buckets: BUCKETS_S.map(() => 0), sum: 0, count: 0 }))
    timing.sum += seconds
    timing.count += 1
    for (let bucket = BUCKETS_S.length - 1; bucket >= 0 && seconds <= BUCKETS_S[bucket]!; bucket--)
      timing.buckets[bucket]! += 1
  }

  text(): string {
    const total = 'witnessmark_http_requests_total'
    const duration = 'witnessmark_http_request_seconds'
    const lines = [`# HELP ${total} Requests answered, by route and status`, `# TYPE ${total} counter`]
    for (const [key, byStatus] of this.#counts) {
      const [method, route] = key.split(' ')
      for (const [status, count] of byStatus)
        lines.push(`${total}{method="${method}",route="${route}",status="${status}"} ${count}`)
    }
    lines.push(`# HELP ${duration} Time to the end of the answer`, `# TYPE ${duration} histogram`)
    for (const [route, { buckets, sum, count }] of this.#timings) {
      for (const [index, most] of BUCKETS_S.entries())
        lines.push(`${duration}_bucket{le="${most}",route="${route}"} ${buckets[index]}`)
      lines.push(`${duration}_bucket{le="+Inf",route="${route}"} ${count}`)
      lines.push(`${duration}_sum{route="${route}"} ${sum}`, `${duration}_count{route="${route}"} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}

function at<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
