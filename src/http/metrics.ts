import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  observe(method: string, route: string, status: number, seconds: number): void
  text(): Promise<string>
}

/** What an operator watches; `gauges` are read when the page is asked for, never before. */
export function createMetrics(gauges: Record<string, { help: string; read: () => number }>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'witnessmark_http_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'witnessmark_http_request_seconds',
    help: 'Time to the end of the answer',
    labelNames: ['route'] as const,
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.5, 1, 5, 20],
    registers: [registry],
  })
  for (const [name, { help, read }] of Object.entries(gauges))
    new Gauge({
      name: `witnessmark_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  return {
    observe(method, route, status, seconds) {
      requests.inc({ method, route, status })
      duration.observe({ route }, seconds)
    },
    text: () => registry.metrics(),
  }
}
