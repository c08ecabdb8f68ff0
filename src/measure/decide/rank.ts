export const DECISIVE_MARGIN = 0.05

export interface Feature {
  known: boolean
  value?: number | null
}

export interface Candidate {
  id: string
  features: Record<string, Feature>
}

export type Weights = Record<string, number>

export type Score = { score: number; readFeatures: string[] } | { score: null; reason: string }

/** A feature nobody read has no value: it leaves the sum, and its weight goes to the features that were read. */
export function score(features: Record<string, Feature>, weights: Weights): Score {
  const readFeatures: string[] = []
  let heaviest = 0
  for (const name in weights) {
    if (!(weights[name]! > 0) || !isKnown(features, name)) continue
    readFeatures.push(name)
    heaviest = Math.max(heaviest, weights[name]!)
  }
  if (readFeatures.length === 0) return { score: null, reason: 'no feature with a weight is known' }
  // Weights are taken relative to the heaviest, so that their sum cannot overflow.
  const total = sum(readFeatures, (name) => weights[name]! / heaviest)
  const mean = sum(readFeatures, (name) => (weights[name]! / heaviest / total) * features[name]!.value!)
  return { score: withoutNoise(mean), readFeatures }
}

export interface Standing<C extends Candidate> {
  candidate: C
  rank: number
  score: number
  readFeatures: string[]
  unreadFeatures: string[]
}

export interface Ranking<C extends Candidate> {
  ranked: Standing<C>[]
  unranked: { candidate: C; reason: string }[]
  /** Between the first two; null where there are not two. */
  margin: number | null
  decisive: boolean
  /** The ids whose distance from the best is inside the margin: the choice among them is the caller's. */
  withinMargin: string[]
}

/** Equal scores share a rank and keep the caller's order: nothing here breaks a tie. */
export function rank<C extends Candidate>(candidates: C[], weights: Weights, decisiveMargin: number): Ranking<C> {
  const ranked: Standing<C>[] = []
  const unranked: Ranking<C>['unranked'] = []
  const weighted = Object.keys(weights).filter((name) => weights[name]! > 0)
  for (const candidate of candidates) {
    const result = score(candidate.features, weights)
    if (result.score === null) unranked.push({ candidate, reason: result.reason })
    else {
      const isWhole = result.readFeatures.length === weighted.length
      const unreadFeatures = isWhole ? [] : weighted.filter((name) => !result.readFeatures.includes(name))
      ranked.push({ candidate, rank: 0, score: result.score, readFeatures: result.readFeatures, unreadFeatures })
    }
  }
  ranked.sort((a, b) => b.score - a.score)
  ranked.forEach((standing, index) => {
    const above = ranked[index - 1]
    standing.rank = above?.score === standing.score ? above.rank : index + 1
  })
  const best = ranked[0]
  const margin = ranked[1] === undefined ? null : distance(best!.score, ranked[1].score)
  const decisive = margin !== null && margin > decisiveMargin
  const withinMargin =
    best === undefined || decisive
      ? []
      : ranked.filter(({ score }) => distance(best.score, score) <= decisiveMargin).map(({ candidate }) => candidate.id)
  return { ranked, unranked, margin, decisive, withinMargin }
}

function isKnown(features: Record<string, Feature>, name: string): boolean {
  return Object.hasOwn(features, name) && features[name]!.known
}

/** 0.8 - 0.7 is 0.10000000000000009: the sixteenth digit of a sum must not decide anything. */
function withoutNoise(value: number, digits = 12): number {
  const scale = 10 ** (digits - Math.ceil(Math.log10(Math.abs(value))))
  // A power of ten beyond 1e22 is no exact number; there the decimal way is taken.
  if (!(scale >= 1 && scale <= 1e22)) return Number(value.toPrecision(digits))
  return Math.round(value * scale) / scale
}

/** Rounded to what the larger of the two can carry, so that a difference of large scores keeps no noise of theirs. */
function distance(high: number, low: number): number {
  const carried = Math.max(Math.abs(high), Math.abs(low))
  const difference = high - low
  if (difference === 0 || difference < carried * 1e-11) return 0
  return withoutNoise(difference, Math.max(1, Math.floor(12 + Math.log10(difference / carried))))
}

function sum(names: string[], term: (name: string) => number): number {
  let total = 0
  for (const name of names) total += term(name)
  return total
}
