import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

export type Observe = (method: string, status: number, seconds: number) => void

export interface Metrics {
  /** Asked for once a route, so that what is done for every request is an increment. */
  counterOf(route: string): Observe
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
    counterOf: (route) => requests.counterOf(route),
    text: async () => `${await registry.metrics()}\n${requests.text()}`,
  }
}

interface Counted {
  answers: { method: string; status: number; count: number }[]
  buckets: number[]
  sum: number
  count: number
}

/** Names and labels are put together when the page is asked for. */
class Requests {
  readonly #routes = new Map<string, Counted>()

  counterOf(route: string): Observe {
    const counted = this.#routes.get(route) ?? { answers: [], buckets: BUCKETS_S.map(() => 0), sum: 0, count: 0 }
    this.#routes.set(route, counted)
    const { answers, buckets } = counted
    return (method, status, seconds) => {
      const known = answers.find((answer) => answer.status === status && answer.method === method)
      if (known === undefined) answers.push({ method, status, count: 1 })
      else known.count += 1
      counted.sum += seconds
      counted.count += 1
      for (let bucket = BUCKETS_S.length - 1; bucket >= 0 && seconds <= BUCKETS_S[bucket]!; bucket--)
        buckets[bucket]! += 1
    }
  }

  text(): string {
    const total = 'witnessmark_http_requests_total'
    const duration = 'witnessmark_http_request_seconds'
    const lines = [`# HELP ${total} Requests answered, by route and status`, `# TYPE ${total} counter`]
    const used = [...this.#routes].filter(([, { count }]) => count > 0)
    for (const [route, { answers }] of used)
      for (const { method, status, count } of answers)
        lines.push(`${total}{method="${method}",route="${route}",status="${status}"} ${count}`)
    lines.push(`# HELP ${duration} Time to the end of the answer`, `# TYPE ${duration} histogram`)
    for (const [route, { buckets, sum, count }] of used) {
      for (const [index, most] of BUCKETS_S.entries())
        lines.push(`${duration}_bucket{le="${most}",route="${route}"} ${buckets[index]}`)
      lines.push(`${duration}_bucket{le="+Inf",route="${route}"} ${count}`)
      lines.push(`${duration}_sum{route="${route}"} ${sum}`, `${duration}_count{route="${route}"} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}
