/** Thickness along the convex side, from one end: where (length from the end) and how thick. */
export interface WidthProfile {
  at: Float64Array
  width: Float64Array
}

export interface PedicelBase {
  /** Length along the convex side from the crown end. */
  fromCrown: number
  /** By how much the width grows a unit of length faster on the fruit's side: a sharp knee is a sure one. */
  sharpness: number
}

const BODY = 0.6
const LEAST_SHARPNESS = 0.15
const LEAST_NECK = 0.55
const TRIES = 120

/** How far from an end the fruit has the better part of its full thickness; from the middle outward, as ends are rough. */
export function neckLength({ at, width }: WidthProfile, full: number): number {
  let index = at.findIndex((reached) => reached >= at[at.length - 1]! / 2)
  while (index > 0 && width[index]! >= BODY * full) index -= 1
  return at[index]!
}

/**
 * The knee of the width profile: two straight lines that meet, fitted between the crown's rounding and the body.
 * Null where the end has no neck, as on a fruit whose stalk is gone.
 */
export function pedicelBaseOf(profile: WidthProfile, full: number): PedicelBase | null {
  const neck = neckLength(profile, full)
  if (neck < LEAST_NECK * full) return null
  const { at, width } = profile
  const stalk = median(width.filter((_, index) => at[index]! > 0.25 * neck && at[index]! < 0.55 * neck))
  const from = 0.8 * stalk
  const used: number[] = []
  for (let index = at.findIndex((reached) => reached >= from); at[index]! <= neck; index++) used.push(index)
  if (used.length < 16) return null
  let best: (PedicelBase & { misfit: number }) | null = null
  for (let step = 1; step < TRIES; step++) {
    const knee = from + ((neck - from) * step) / TRIES
    const fit = brokenLine(profile, used, knee)
    if (fit && (best === null || fit.misfit < best.misfit)) best = { fromCrown: knee, ...fit }
  }
  if (best === null || best.sharpness < LEAST_SHARPNESS) return null
  return { fromCrown: best.fromCrown + leadOf(stalk, best.sharpness), sharpness: best.sharpness }
}

/**
 * The circle that touches the outer side where the shoulder begins has its middle half of this farther on: on a cone
 * the width is met ahead of where it stands, on the even stalk it is not, and the base lies between the two.
 */
function leadOf(stalk: number, sharpness: number): number {
  const steepness = sharpness / 2
  return ((stalk / 2) * (steepness / Math.hypot(1, steepness))) / 2
}

/** Least squares of a level, a slope before the knee and a slope after it. */
function brokenLine(
  { at, width }: WidthProfile,
  used: number[],
  knee: number,
): { sharpness: number; misfit: number } | null {
  const n = new Float64Array(9)
  const r = new Float64Array(3)
  let squares = 0
  for (const index of used) {
    const before = Math.min(0, at[index]! - knee)
    const after = Math.max(0, at[index]! - knee)
    const w = width[index]!
    n[0]! += 1
    n[1]! += before
    n[2]! += after
    n[4]! += before * before
    n[8]! += after * after
    r[0]! += w
    r[1]! += w * before
    r[2]! += w * after
    squares += w * w
  }
  // Before and after are never both set, so their product leaves the normal matrix.
  const [one, b, a, bb, aa] = [n[0]!, n[1]!, n[2]!, n[4]!, n[8]!]
  if (bb <= 0 || aa <= 0) return null
  const level = (r[0]! - (b * r[1]!) / bb - (a * r[2]!) / aa) / (one - (b * b) / bb - (a * a) / aa)
  const slopeBefore = (r[1]! - b * level) / bb
  const slopeAfter = (r[2]! - a * level) / aa
  const misfit = squares - level * r[0]! - slopeBefore * r[1]! - slopeAfter * r[2]!
  return { sharpness: slopeAfter - slopeBefore, misfit }
}

function median(values: Float64Array): number {
  return values.slice().sort()[values.length >> 1] ?? 0
}
