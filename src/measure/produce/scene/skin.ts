import { grain } from './random.ts'
import type { Banana, Stage } from './scene.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** Linear light off the skin in the middle of the body and at both ends, by stage of ripeness. */
const SKINS: Record<Stage, { body: Colour; ends: Colour }> = {
  1: { body: linear(96, 138, 52), ends: linear(88, 130, 52) },
  2: { body: linear(132, 158, 56), ends: linear(108, 144, 54) },
  3: { body: linear(164, 172, 58), ends: linear(126, 154, 56) },
  4: { body: linear(198, 186, 62), ends: linear(150, 164, 58) },
  5: { body: linear(222, 193, 64), ends: linear(158, 164, 60) },
  6: { body: linear(230, 192, 62), ends: linear(224, 188, 66) },
  7: { body: linear(222, 178, 58), ends: linear(214, 172, 58) },
}
const BRUISE = linear(84, 58, 36)
const WITHERED = linear(62, 48, 36)

export interface Skin {
  /** Writes the colour at a place of the skin, and says whether it is a bruise or a fleck (0..1). */
  colourAt(alongMm: number, roundRad: number, radiusMm: number, into: Float64Array): number
}

export function skinOf(banana: Banana, seed: number): Skin {
  const { body, ends } = SKINS[banana.stage]
  const totalMm = banana.axisMm + banana.stalk.lengthMm
  return {
    colourAt(alongMm, roundRad, radiusMm, into) {
      const share = alongMm / banana.axisMm
      const acrossMm = roundRad * radiusMm
      const atEnds = Math.max(ramp(0.18, 0.02, share), ramp(0.86, 1, share))
      const mottle = 0.94 + 0.12 * grain(alongMm / 9, acrossMm / 5, seed)
      // Five faces meet in ridges, which are a little lighter.
      const ridge = 1 + 0.03 * Math.cos(5 * roundRad)
      const withered = Math.max(ramp(2.2, 0.6, alongMm), ramp(totalMm - 3, totalMm - 1.5, alongMm))
      const dark = Math.max(fleck(banana.stage, alongMm, acrossMm, seed), bruise(banana, alongMm, roundRad, radiusMm))
      for (let channel = 0; channel < 3; channel++) {
        const fresh = (body[channel]! + atEnds * (ends[channel]! - body[channel]!)) * mottle * ridge
        const spotted = fresh + dark * (BRUISE[channel]! - fresh)
        into[channel] = spotted + withered * (WITHERED[channel]! - spotted)
      }
      return withered > 0.5 ? 0 : dark
    },
  }
}

function fleck(stage: Stage, alongMm: number, acrossMm: number, seed: number): number {
  if (stage !== 7) return 0
  return 0.85 * ramp(0.78, 0.84, grain(alongMm / 2.2, acrossMm / 1.8, seed + 17))
}

function bruise({ bruises, axisMm }: Banana, alongMm: number, roundRad: number, radiusMm: number): number {
  let darkest = 0
  for (const { along, roundDeg, halfLengthMm, halfWidthMm } of bruises) {
    const right = (alongMm - along * axisMm) / halfLengthMm
    const up = ((roundRad - (roundDeg * Math.PI) / 180) * radiusMm) / halfWidthMm
    darkest = Math.max(darkest, ramp(1.08, 0.92, Math.hypot(right, up)))
  }
  return darkest
}

/** 0 at from, 1 at to, smooth between; from may be the larger. */
export function ramp(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

export function linear(red: number, green: number, blue: number): Colour {
  return [toLight(red / 255), toLight(green / 255), toLight(blue / 255)]
}

/** The light that an sRGB value stands for. */
export function toLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
