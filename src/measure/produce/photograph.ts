import { findCard, type NotFound } from './card/index.ts'
import { measureProduce, type ProduceScale } from './measure.ts'
import type { Marks, ProduceOutcome } from './reading.ts'
import type { CardPlane, CardVariant, Pixels, Point } from './types.ts'

/** What the caller asked for and said of the photograph. */
export interface PhotographRequest {
  /** Only ever with where it came from. */
  typed: { mmPerPx: number; basis: string } | null
  findCard: boolean
  cardSpacingMm: number | null
  stability: boolean
}

export interface ScaleCard {
  variant: { paper: CardVariant['paper']; dpi: number; spacing_mm: CardVariant['spacingMm'] }
  spacing: { from: 'printed' | 'ruler'; across_mm: number }
  /** On the card's plane, at the fruit; at the card's middle where no fruit was measured. */
  mm_per_px: number
  tilt_deg: number
  residual_px: number
  focal: { px: number; from: 'exif' | 'homography' } | null
  /** The ids of the markers that were found, of four. */
  markers: number[]
  /** By how much a typed scale exceeds the card's. */
  typed_differs_percent: number | null
}

export interface NoCardScale {
  code: NotFound['code'] | 'not_looked_for'
  reason: string
}

export interface ScaleBasis {
  from: 'card' | 'typed' | 'none'
  stated: string | null
  spacing_mm: number | null
}

export type PhotographReading = Omit<ProduceOutcome, 'scale' | 'marks'> & {
  scale_card: ScaleCard | null
  no_card_scale: NoCardScale | null
  scale_basis: ScaleBasis
}

const MOST_SCALE_DIFFERENCE_PERCENT = 2
/** Printers shrink a page to fit by less; beyond, another distance was measured. */
const MOST_PRINT_DIFFERENCE_PERCENT = 10

/** One photograph from its pixels to everything said about it. */
export async function readPhotograph(
  pixels: Pixels,
  focalPx: number | null,
  request: PhotographRequest,
): Promise<{ reading: PhotographReading; marks: Marks | null; plane: CardPlane | null }> {
  const { typed, cardSpacingMm, stability } = request
  const looked = request.findCard
    ? await findCard(pixels, { focalPx, cardSpacingMm: cardSpacingMm ?? undefined })
    : NOT_LOOKED_FOR
  const plane = 'notFound' in looked ? null : looked
  const { scale: _, marks, ...outcome } = measureProduce(pixels, scaleOf(typed, plane), { stability })
  const scale_card = plane && described(plane, marks, typed?.mmPerPx ?? null)
  return {
    reading: {
      ...outcome,
      ...withDoubts(outcome, scale_card),
      scale_card,
      no_card_scale: 'notFound' in looked ? looked.notFound : null,
      scale_basis: basisOf(typed, plane),
    },
    marks,
    plane,
  }
}

const NOT_LOOKED_FOR: { notFound: NoCardScale } = {
  notFound: { code: 'not_looked_for', reason: 'find_card was false, so no card was looked for.' },
}

function scaleOf(typed: PhotographRequest['typed'], plane: CardPlane | null): ProduceScale {
  if (typed) return { mmPerPx: typed.mmPerPx, ...(plane && { plane }) }
  return plane && { plane }
}

function basisOf(typed: PhotographRequest['typed'], plane: CardPlane | null): ScaleBasis {
  if (typed) return { from: 'typed', stated: typed.basis, spacing_mm: null }
  if (plane === null) return { from: 'none', stated: null, spacing_mm: null }
  return { from: 'card', stated: null, spacing_mm: rounded(plane.spacing.acrossMm, 3) }
}

function described(plane: CardPlane, marks: Marks | null, typedMmPerPx: number | null): ScaleCard {
  const { variant, spacing, focal, residual, tiltDeg, markers } = plane
  const mmPerPx = plane.mmPerPxAt(marks ? middleOf(marks.contour) : plane.toImage([0, 0]))
  return {
    variant: {
      paper: variant.paper,
      dpi: variant.dpi,
      spacing_mm: { across: rounded(variant.spacingMm.across, 3), down: rounded(variant.spacingMm.down, 3) },
    },
    spacing: { from: spacing.from, across_mm: rounded(spacing.acrossMm, 3) },
    mm_per_px: rounded(mmPerPx, 6),
    tilt_deg: rounded(tiltDeg, 2),
    residual_px: rounded(residual.px, 3),
    focal: focal && { px: rounded(focal.px, 1), from: focal.from },
    markers: markers.map(({ id }) => id).toSorted((a, b) => a - b),
    typed_differs_percent: typedMmPerPx === null ? null : rounded(100 * (typedMmPerPx / mmPerPx - 1), 2),
  }
}

function middleOf(contour: readonly Point[]): Point {
  const xs = contour.map(([x]) => x)
  const ys = contour.map(([, y]) => y)
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]
}

/** Where two statements about the scale contradict each other, a person has to say which one holds. */
function withDoubts(
  { send_to_a_person, send_to_a_person_because }: Pick<ProduceOutcome, 'send_to_a_person' | 'send_to_a_person_because'>,
  card: ScaleCard | null,
): Pick<ProduceOutcome, 'send_to_a_person' | 'send_to_a_person_because'> {
  if (send_to_a_person_because === null || card === null) return { send_to_a_person, send_to_a_person_because }
  const because = [...send_to_a_person_because]
  const { typed_differs_percent: typed, spacing, variant } = card
  if (typed !== null && Math.abs(typed) > MOST_SCALE_DIFFERENCE_PERCENT)
    because.push(`the typed scale differs from the card's by ${typed} percent, more than 2`)
  const print = rounded(100 * (spacing.across_mm / variant.spacing_mm.across - 1), 2)
  if (Math.abs(print) > MOST_PRINT_DIFFERENCE_PERCENT)
    because.push(
      `the spacing given differs from the one printed on the card by ${print} percent, more than printers do`,
    )
  return { send_to_a_person: because.length > 0, send_to_a_person_because: because }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
