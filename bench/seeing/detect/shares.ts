import type { Judged } from './match.ts'

/** So many of so many. */
export interface Share {
  of: number
  hit: number
}

export interface Interval {
  low: number
  high: number
}

export type Counting = (judged: Judged) => Share

export const precision =
  (threshold: number, isMeant: (name: string) => boolean): Counting =>
  ({ found }) => {
    const shown = found.filter((one) => one.score >= threshold && isMeant(one.class))
    return { of: shown.length, hit: shown.filter(({ right }) => right).length }
  }

export const recall =
  (threshold: number, isMeant: (name: string, share: number) => boolean): Counting =>
  ({ things }) => {
    const meant = things.filter((thing) => isMeant(thing.class, thing.share))
    return { of: meant.length, hit: meant.filter(({ foundAt }) => foundAt !== null && foundAt >= threshold).length }
  }

export function total(pictures: readonly Judged[], count: Counting): Share {
  return sum(pictures.map(count))
}

const ROUNDS = 2_000
const SEED = 1

/**
 * 95 %: the wider of Wilson's and of drawing whole pictures again and again. Things in one picture are found or missed
 * together, which only the drawing sees; where few pictures hold them, only Wilson's says how little is known.
 */
export function interval(pictures: readonly Judged[], count: Counting): Interval {
  const counts = pictures.map(count)
  const all = sum(counts)
  if (all.of === 0) return { low: 0, high: 1 }
  const random = randomFrom(SEED)
  const draw = () => counts[Math.floor(random() * counts.length)]!
  const drawn = Array.from({ length: ROUNDS }, () => sum(counts.map(draw))).filter(({ of }) => of > 0)
  const shares = drawn.map(({ of, hit }) => hit / of).sort((a, b) => a - b)
  const { low, high } = wilson(all)
  return {
    low: Math.min(low, shares[Math.floor(0.025 * shares.length)]!),
    high: Math.max(high, shares[Math.ceil(0.975 * shares.length) - 1]!),
  }
}

export function wilson({ of, hit }: Share): Interval {
  const z = 1.96
  const share = hit / of
  const middle = share + (z * z) / (2 * of)
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  const whole = 1 + (z * z) / of
  return { low: Math.max(0, (middle - spread) / whole), high: Math.min(1, (middle + spread) / whole) }
}

function sum(shares: readonly Share[]): Share {
  return shares.reduce((all, share) => ({ of: all.of + share.of, hit: all.hit + share.hit }), { of: 0, hit: 0 })
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
