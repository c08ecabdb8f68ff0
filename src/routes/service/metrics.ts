import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isLoopback } from '../../kernel/address.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { bytes } from '../../operation/answer.ts'
import { type AnyRoute, defineRoute } from '../../operation/route.ts'

/** Prometheus' page. Without METRICS_TOKEN it answers this machine only. */
export function metricsRoute(text: () => Promise<string>): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/metrics',
    group: 'service',
    summary: 'Counters and timings for Prometheus.',
    auth: 'none',
    undocumented: true,
    input: z.strictObject({}),
    output: { type: 'text/plain', description: 'Prometheus text format' },
    async handle(_input, { context, headers, address }) {
      const { metricsToken } = context.config
      const allowed =
        metricsToken === null
          ? isLoopback(address) && !(isForwarded(headers) && context.config.trustProxy.length === 0)
          : sameSecret(headers.authorization, `Bearer ${metricsToken}`)
      if (!allowed)
        throw new Refusal('forbidden', 'metrics are for the operator of this service', {
          fix: {
            do:
              metricsToken === null
                ? 'Ask from the machine itself, or set METRICS_TOKEN.'
                : 'Send the metrics token as a bearer token.',
          },
        })
      return bytes('text/plain; version=0.0.4; charset=utf-8', await text())
    },
  })
}

/** A proxy on this machine that nobody told us of would make all the world look like this machine. */
function isForwarded(headers: Record<string, unknown>): boolean {
  return ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)
}

function sameSecret(given: unknown, expected: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(expected))
}
