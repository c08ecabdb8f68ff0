import { LEAST_CELL } from './boxes.ts'
import { type LineEvidence, nearShare } from './line-evidence.ts'
import { likeness } from './periods.ts'
import type { Profiles } from './profiles.ts'

/** How well lines and repeats bear out that a box holds so many equal parts. */
export interface Parting {
  /** 0 where they do not. */
  worth: number
  alike: number
  /** Of the lines between the parts: how much of each is seen, from the first to the last. */
  shares: number[]
  mean: number
  least: number
}

const LEAST_MEAN = 0.7
const CLEAR_MEAN = 0.9
const LEAST_SHARE = 0.45
const LEAST_ALIKE = 0.4
/** One row has nothing to repeat: it stands only where nothing else does. */
const ONE_PART: Parting = { worth: 0.3, alike: 0, shares: [], mean: 1, least: 1 }
const NO_PARTS: Parting = { worth: 0, alike: 0, shares: [], mean: 0, least: 0 }

export function partings(
  evidence: LineEvidence,
  profiles: Profiles,
  [first, last]: readonly [number, number],
  [from, to]: readonly [number, number],
  most: number,
): Parting[] {
  const all = Array.from({ length: most + 1 }, (_, parts) => {
    const part = (last - first) / parts
    if (parts < 2) return ONE_PART
    if (part < LEAST_CELL) return NO_PARTS
    const shares = Array.from({ length: parts - 1 }, (_, line) =>
      nearShare(evidence, first + (line + 1) * part, part, from, to),
    )
    const mean = meanOf(shares)
    const least = Math.min(...shares)
    if (mean < LEAST_MEAN || least < LEAST_SHARE) return { ...NO_PARTS, shares, mean, least }
    const alike = (likeness(profiles.brightness, parts) + likeness(profiles.edges, parts)) / 2
    const worth = alike < (mean > CLEAR_MEAN ? 0.2 : LEAST_ALIKE) ? 0 : alike * mean ** 2
    return { worth, alike, shares, mean, least }
  })
  return all.map((parting, parts) => (alternates(all, parts) ? { ...parting, worth: 0 } : parting))
}

const FAINTER = 0.1
const LESS_ALIKE = 0.8
const A_LITTLE_FAINTER = 0.06
const SEEN_WHOLE = 0.97
const NOT_AS_WHOLE = 0.025

/** Every second, third or fourth line is seen whole and those between are not: slats, ribs and bands lie within crates. */
function alternates(all: readonly Parting[], parts: number): boolean {
  const { shares, alike } = all[parts]!
  for (const step of [2, 3, 4]) {
    if (parts <= step) break
    for (let phase = 0; phase < step; phase++) {
      const seams = shares.filter((_, line) => (line + 1) % step === phase)
      const between = shares.filter((_, line) => (line + 1) % step !== phase)
      if (seams.length === 0) continue
      if (meanOf(between) < meanOf(seams) - FAINTER && phase === 0 && parts % step === 0) return true
      const fainter = meanOf(seams) - meanOf(between)
      const isApart = Math.min(...seams) > Math.max(...between)
      if (isApart && fainter > (seams.length > 2 ? A_LITTLE_FAINTER : FAINTER)) return true
      if (isApart && seams.length > 1 && Math.min(...seams) > SEEN_WHOLE && fainter > NOT_AS_WHOLE) return true
    }
    if (parts % step === 0 && all[parts / step]!.worth > 0 && alike < LESS_ALIKE * all[parts / step]!.alike) return true
  }
  return false
}

/** Lines that are fainter than those of the other direction part what is within crates. */
export function isOnlyWithinCrates(columns: Parting, across: number, rows: Parting, down: number): boolean {
  if (across < 2 || down < 2 || Math.min(columns.alike, rows.alike) > SURELY_ALIKE) return false
  return Math.abs(columns.mean - rows.mean) > MUCH_FAINTER
}

const MUCH_FAINTER = 0.2
const SURELY_ALIKE = 0.85

const LEAST_ALIKE_OF_ONE = 0.6
const LINES_WITHIN = 0.8

/** One row of tall faces may be many rows of small ones whose seams were taken for bands. */
export function isDoubtfulRow(columns: readonly Parting[], across: number, rows: readonly Parting[]): boolean {
  if (columns[across]!.alike < LEAST_ALIKE_OF_ONE) return true
  const isFiner = columns.some(({ worth }, parts) => parts > across && parts % across === 0 && worth > 0)
  return isFiner || rows.some(({ mean }, parts) => parts > 1 && mean > LINES_WITHIN)
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
