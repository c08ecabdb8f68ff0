import type { NotHeld } from '../evidence/ext/log.ts'

/**
 * What came of asking the operator. Answered and it holds; answered and it fails; answered but nothing was established
 * (it does not know, or another key signed); or nothing was checked at all.
 */
export type Asked<Value> =
  | { checked: true; holds: true; reason: null; value: Value }
  | { checked: true; holds: false | null; reason: string; value: null }
  | { checked: false; holds: null; reason: string; value: null }

export function holds<Value>(value: Value): Asked<Value> {
  return { checked: true, holds: true, reason: null, value }
}

export function fails(reason: string): Asked<never> {
  return { checked: true, holds: false, reason, value: null }
}

export function open(reason: string): Asked<never> {
  return { checked: true, holds: null, reason, value: null }
}

export function unchecked(reason: string): Asked<never> {
  return { checked: false, holds: null, reason, value: null }
}

/** An answer that could not be judged is `unjudged`: garbage was not checked, another key's word establishes nothing. */
export function notHeld({ valid, reason }: NotHeld, unjudged: (reason: string) => Asked<never>): Asked<never> {
  return valid === false ? fails(reason) : unjudged(reason)
}
