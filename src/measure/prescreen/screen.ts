import { score } from '../decide/rank.ts'
import { CUT_OFF, type Loss } from './loss.ts'

export const SIGNALS = ['plausibly_farmland', 'something_growing'] as const
export type SignalName = (typeof SIGNALS)[number]
export type Weights = Record<SignalName, number>
export type Signals = Record<SignalName, { known: boolean; value: number | null; why_unread: string | null }>

export const DEFAULT_WEIGHTS: Weights = { plausibly_farmland: 0.6, something_growing: 0.4 }

export type Screening =
  | { group: 'ranked'; score: number; lossYear: number | null }
  | { group: 'do_not_visit'; lossYear: number; because: string }
  | { group: 'could_not_screen'; reasons: string[] }

/** A disqualified pin leaves the ranking instead of sinking in it, and a pin nobody could read has no score. */
export function screen(loss: Loss, signals: Signals, weights: Weights): Screening {
  if (loss.kind === 'after_cut_off')
    return {
      group: 'do_not_visit',
      lossYear: loss.year,
      because: `tree cover at this pin was lost in ${loss.year}, after the cut-off of ${CUT_OFF}`,
    }
  if (loss.kind === 'not_established') return { group: 'could_not_screen', reasons: loss.reasons }
  const scored = score(signals, weights)
  if (scored.score === null) return { group: 'could_not_screen', reasons: whyNoScore(signals, weights) }
  return { group: 'ranked', score: scored.score, lossYear: loss.kind === 'none' ? null : loss.year }
}

function whyNoScore(signals: Signals, weights: Weights): string[] {
  return SIGNALS.filter((name) => weights[name] > 0).map((name) => `${name} is unread: ${signals[name].why_unread}`)
}

/** By score, the caller's order among equals, who share a rank: nothing here breaks a tie. */
export function ranksOf<Pin extends { score: number }>(pins: readonly Pin[]): { rank: number; pin: Pin }[] {
  const sorted = pins.toSorted((a, b) => b.score - a.score).map((pin) => ({ rank: 0, pin }))
  sorted.forEach((place, index) => {
    const above = sorted[index - 1]
    place.rank = above?.pin.score === place.pin.score ? above.rank : index + 1
  })
  return sorted
}
