import type { Texture } from './texture.ts'

export const LEAST_SIDE_PX = 96
/** Below this a picture is one tone; a wall in the dark still has more. */
const LEAST_CONTRAST = 6
const LEAST_DETAILED = 0.15
const LEAST_COHERENCE = 0.22
const DARKEST = 25
const BRIGHTEST = 245

/** Why nothing is read from this picture, or null. */
export function whyNotUsable(size: { width: number; height: number }, texture: Texture): string | null {
  if (Math.min(size.width, size.height) < LEAST_SIDE_PX)
    return `the picture is ${size.width} x ${size.height} pixels: at least ${LEAST_SIDE_PX} a side are needed`
  if (texture.brightness < DARKEST) return `the picture is dark (mean brightness ${texture.brightness} of 255)`
  if (texture.brightness > BRIGHTEST) return `the picture is blown out (mean brightness ${texture.brightness} of 255)`
  if (texture.contrast < LEAST_CONTRAST) return `the picture is blank: brightness varies by ${texture.contrast} of 255`
  if (texture.coherence < LEAST_COHERENCE)
    return `the picture is noise: of its variance ${texture.coherence} is left when it is seen four times coarser, where pictures of things keep ${LEAST_COHERENCE} and more`
  if (texture.detailed_blocks < LEAST_DETAILED)
    return `the picture has no detail: only ${texture.detailed_blocks} of its small blocks hold any`
  return null
}
