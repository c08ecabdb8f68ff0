export type NotFoundCode =
  | 'no_markers'
  | 'too_few_markers'
  | 'several_cards'
  | 'unknown_card'
  | 'residual_too_large'
  | 'tilted_too_far'

/** Why no scale is taken from a card, in a code and in a sentence for whoever holds the camera. */
export interface NotFound {
  code: NotFoundCode
  reason: string
}

interface Measured {
  seen?: number
  residualPx?: number
  share?: number
  tiltDeg?: number
}

const REASONS: Record<NotFoundCode, (measured: Measured) => string> = {
  no_markers: () => 'No marker of a scale card is in the picture.',
  too_few_markers: ({ seen }) =>
    `Of the card's four markers ${seen} can be read whole; at least three must lie bare and inside the picture.`,
  several_cards: () => 'The same corner marker is in the picture twice: only one card may be in view.',
  unknown_card: () => 'The markers do not belong together on any card printed here.',
  residual_too_large: ({ residualPx, share }) =>
    `The markers' corners miss a flat plane by ${residualPx!.toFixed(2)} pixels (${(100 * share!).toFixed(3)} % of the spacing): the card is bent, or the picture blurred.`,
  tilted_too_far: ({ tiltDeg }) =>
    `The camera looked at the card at ${tiltDeg!.toFixed(0)} degrees from straight above; at most 26 are measured.`,
}

export function notFound(code: NotFoundCode, measured: Measured = {}): { notFound: NotFound } {
  return { notFound: { code, reason: REASONS[code](measured) } }
}
