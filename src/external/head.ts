import { type ExtHead, readHead, verifyExtConsistency, verifyExtHead } from '../evidence/ext/log.ts'
import type { ExtProfile } from '../evidence/ext/profile.ts'
import { utcMillis } from '../evidence/ext/time.ts'
import { TIME_BOUND_MEANS, type TimeBound } from '../evidence/ext/time-bound.ts'
import type { Primitives } from '../evidence/primitives.ts'
import type { Clock } from '../kernel/clock.ts'
import { isObject } from '../kernel/json.ts'
import { type Asked, fails, holds, notHeld, open, unchecked } from './asked.ts'
import type { Wire } from './wire.ts'

export interface HeadKeeper {
  /** A head read within the last minute, or what became of reading one. */
  head(): Promise<Asked<ExtHead>>
  /** The last head that held, at once: a receipt is never kept waiting for the operator. */
  timeBound(): TimeBound
}

const FRESH_MS = 60_000
const RETRY_MS = 5000

export function keepHead(wire: Wire, profile: ExtProfile, primitives: Primitives, clock: Clock): HeadKeeper {
  let last: ExtHead | null = null
  let outcome: Asked<ExtHead> = unchecked('no head of the external log has been read yet')
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Asked<ExtHead>> | null = null

  function isDue(): boolean {
    return clock().getTime() - readAt >= (outcome.checked ? FRESH_MS : RETRY_MS)
  }

  function refresh(): Promise<Asked<ExtHead>> {
    reading ??= readNext().then(
      (next) => settle(next),
      () => settle(unchecked('reading the head of the external log failed')),
    )
    return reading
  }

  function settle(next: Asked<ExtHead>): Asked<ExtHead> {
    if (next.holds === true) last = next.value
    outcome = next
    readAt = clock().getTime()
    reading = null
    return next
  }

  async function readNext(): Promise<Asked<ExtHead>> {
    const reply = await wire.json('/v1/log/sth')
    if (reply.state === 'silent') return unchecked(reply.reason)
    if (reply.status !== 200) return unchecked(`the external operator answered with status ${reply.status}`)
    const sth = readHead(isObject(reply.body) ? reply.body.sth : null)
    if (sth === undefined) return unchecked('the external operator answered with no signed head')
    const finding = await verifyExtHead(sth, profile, primitives)
    if (finding.valid !== true) return notHeld(finding, open)
    const broken = last === null ? null : await contradiction(last, finding.value)
    return broken === null ? holds(finding.value) : fails(broken)
  }

  /** A log only grows, and what it held it keeps. That a proof could not be had is no contradiction. */
  async function contradiction(earlier: ExtHead, later: ExtHead): Promise<string | null> {
    if (later.tree_size < earlier.tree_size) return 'the external log shows a smaller tree than it signed before'
    if (utcMillis(later.signed_at)! < utcMillis(earlier.signed_at)!) return 'the head is older than one read before it'
    if (later.tree_size === earlier.tree_size) {
      return later.root_b32 === earlier.root_b32 ? null : 'the external log signed two roots for one size'
    }
    if (earlier.tree_size === 0) return null
    const reply = await wire.json(`/v1/log/consistency?first=${earlier.tree_size}&second=${later.tree_size}`)
    if (reply.state === 'silent' || reply.status !== 200) return null
    const finding = verifyExtConsistency(reply.body, earlier, later)
    return finding.valid === false ? finding.reason : null
  }

  return {
    head: () => (isDue() ? refresh() : Promise.resolve(outcome)),
    timeBound() {
      if (isDue()) void refresh()
      if (last === null)
        return { head: null, reason: outcome.reason ?? 'no head of the external log has been read yet' }
      // A bound in our future would make the receipt contradict itself.
      if (utcMillis(last.signed_at)! > clock().getTime()) {
        return { head: null, reason: 'the last head of the external log is dated after our clock' }
      }
      return { head: last, means: TIME_BOUND_MEANS }
    },
  }
}
