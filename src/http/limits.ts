import type { LimitName } from '../config.ts'
import type { Context } from '../context.ts'
import { addressKey } from '../kernel/address.ts'
import { Refusal } from '../kernel/refusal.ts'

const WINDOW_S = 60

/** Counts one request of an address against a limit a minute; the headers tell the client where it stands. */
export function takeFromLimit(
  limit: LimitName,
  address: string,
  { config, counters, clock }: Context,
): Record<string, string> {
  const most = config.limits[limit]
  if (most === 0) return {}
  const { allowed, remaining, resetS } = counters.take(
    `${limit}:${addressKey(address)}`,
    most,
    WINDOW_S * 1000,
    clock().getTime(),
  )
  const headers = {
    'ratelimit-policy': `"${limit}";q=${most};w=${WINDOW_S}`,
    ratelimit: `"${limit}";r=${remaining};t=${Math.ceil(resetS)}`,
  }
  if (allowed) return headers
  throw new Refusal('rate_limited', `this address has used its ${most} requests of this minute`, {
    detail: { limit, per_minute: most },
    fix: { do: `Wait ${Math.ceil(resetS)} seconds and send it again.` },
    retryAfterS: resetS,
    headers,
  })
}
