import type { PhotographReading } from './photograph.ts'

/** The reading as a person reads it, one line a number, each with its accuracy. */
export function inWords(reading: PhotographReading): string[] {
  const { metric, abstained, self_agreement: agreement } = reading
  if (metric === null) return [`nothing measured: ${abstained?.reason ?? 'no fruit'}`, scaleInWords(reading)]
  const { length, grade, colour_stage, blemish, slenderness } = metric
  const hasScale = length.mm !== null
  const area = blemish.visible_cm2 === null ? '' : `, ${within(blemish.visible_cm2, blemish.accuracy.visible_cm2)} cm²`
  return [
    ...(reading.fingers_separated > 1 ? [reading.reference_finger.measured] : []),
    hasScale
      ? `length ${within(length.mm, length.accuracy_mm)} mm to the pedicel base, ${within(length.to_crown_mm, length.to_crown_accuracy_mm)} mm to the crown`
      : `length ${within(length.px, length.accuracy_px)} px to the pedicel base, ${length.to_crown_px.toFixed(1)} px to the crown`,
    hasScale
      ? `grade ${within(grade.mm, grade.accuracy_mm)} mm as seen (convex to concave, not the lateral faces)`
      : `grade ${within(grade.px, grade.accuracy_px)} px as seen (convex to concave, not the lateral faces)`,
    `colour stage ${within(colour_stage.stage, colour_stage.accuracy_stages, 0)}`,
    `blemish ${within(percent(blemish.fraction), percent(blemish.accuracy.fraction))} % of the side seen${area}`,
    `slenderness ${within(slenderness.ratio, slenderness.accuracy, 2)}`,
    ...[...length.compared, ...grade.compared].map(
      ({ what, limit_mm, verdict }) => `${what}, ${limit_mm} mm: ${verdict}`,
    ),
    ...(agreement === null
      ? []
      : [
          `${agreement.variants_measured} of ${agreement.variants} variants, spread over ${agreement.spread_percent} %`,
        ]),
    scaleInWords(reading),
    ...(reading.send_to_a_person_because ?? []).map((reason) => `send to a person: ${reason}`),
  ]
}

function scaleInWords({ scale_basis, scale_card, no_card_scale }: PhotographReading): string {
  if (scale_basis.from === 'typed') return `scale typed: ${scale_basis.stated}`
  if (scale_card === null) return `no scale: ${no_card_scale!.reason}`
  const { spacing, mm_per_px, tilt_deg, focal } = scale_card
  const measured = spacing.from === 'ruler' ? 'as the ruler says' : 'as printed'
  const height = focal === null ? ', focal length unknown' : ''
  return `scale from the card: ${spacing.across_mm.toFixed(2)} mm across ${measured}, ${mm_per_px.toPrecision(4)} mm a pixel, tilt ${tilt_deg}°${height}`
}

/** To the digits that the accuracy leaves any meaning to. */
function within(value: number | null, accuracy: number | null, digits = 1): string {
  return `${value!.toFixed(digits)} ± ${accuracy!.toFixed(digits)}`
}

function percent(share: number): number {
  return 100 * share
}
