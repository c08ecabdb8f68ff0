import type { ScaleBasis } from './photograph.ts'

export const MEASURES_ONLY =
  'The outline that one photograph shows of one finger: its length along the convex side, its thickness at the middle as seen, the colour and the dark parts of the skin that faces the camera. Not its weight, inside, variety, origin or class, and not the side it lies on.'

const OUTLINE =
  "The photograph's own pixels, upright and never resampled. Each of up to six outlines is drawn between the pixels: three turns of the sampling grid, each at two floors of colour distance from the local background, of which saturation is one term."

const ONTO: Record<ScaleBasis['from'], string> = {
  card: "The outline's points, not the picture, are mapped through the lens and the plane of the card's markers into millimetres, then brought down from the fruit's own height.",
  typed: "The outline's points are multiplied by the typed scale; slant, lens and height are not corrected.",
  none: 'There is no scale: pixels and ratios only, with slant, lens and height not corrected.',
}

export function measuredOn(from: ScaleBasis['from']): string {
  return `${OUTLINE} ${ONTO[from]}`
}
