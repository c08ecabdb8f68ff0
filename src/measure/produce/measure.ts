import { ABSTENTIONS } from './abstentions.ts'
import { spreadShare } from './agreement.ts'
import { cropOf } from './fruit/crop.ts'
import type { Found } from './fruit/find.ts'
import { gridOf } from './fruit/grid.ts'
import { byteOf } from './fruit/light.ts'
import { type Look, lookAt } from './fruit/look.ts'
import { cardScale, type Placed, placed, type Scale } from './fruit/placed.ts'
import { shapeFault } from './fruit/shape.ts'
import { FLOORS, MIDDLE_FLOOR, outlineIn, TURNS } from './fruit/variants.ts'
import { numbersOf } from './numbers.ts'
import type { ProduceAbstention, ProduceOutcome, SelfAgreement } from './reading.ts'
import type { CardPlane, Pixels } from './types.ts'

/** A card beside a typed scale still tells the background and the white; the millimetres are the typed ones. */
export type ProduceScale = { plane: CardPlane } | { mmPerPx: number; plane?: CardPlane } | null

export interface MeasureOptions {
  /** Six variants and their spread; without it one variant, and nothing is said of how hard the picture is. */
  stability: boolean
}

const LEAST_EXTENT_PX = 110
const LEAST_PLAIN = 0.6
const MOST_SPREAD = 0.02
const LEAST_VARIANTS = 4
const MOST_OVER_PRINT = 0.02

/** Pure: the same pixels and scale give the same numbers, digit for digit. */
export function measureProduce(pixels: Pixels, scale: ProduceScale, { stability }: MeasureOptions): ProduceOutcome {
  const plane = scale?.plane ?? null
  const look = lookAt(pixels, plane)
  const nothing = unmeasured(look, stability)
  if (look.background.plainShare < LEAST_PLAIN && plane === null) return abstained(nothing, 'background_not_plain')
  const { found } = look
  if (found === null) return abstained(nothing, 'no_fruit')
  if (found.frameSides.length > 0) return abstained(nothing, 'cut_off')
  if (found.reachesOffCard) return abstained(nothing, 'off_the_card')
  if (found.extentPx < LEAST_EXTENT_PX) return abstained(nothing, 'too_small')

  const crop = cropOf(pixels, look.survey, found)
  const through = scaleOf(scale, pixels)
  const turns = stability ? TURNS : TURNS.slice(0, 1)
  const floors = stability ? FLOORS : [MIDDLE_FLOOR]
  const measured: Placed[] = []
  let fault: ReturnType<typeof shapeFault> = null
  for (const turn of turns) {
    const grid = gridOf({ ...look, found, crop }, turn)
    for (const floor of floors) {
      const outline = outlineIn(grid, floor)
      const one = outline && placed(outline, through)
      if (!one) continue
      const wrong = shapeFault(one.finger)
      if (wrong === null) measured.push(one)
      else fault ??= wrong
    }
  }
  const agreement = stability ? agreementOf(measured) : null
  if (measured.length === 0 || (stability && measured.length < 2)) {
    const withAgreement = { ...nothing, self_agreement: agreement }
    return fault ? abstained(withAgreement, fault.code, fault.what) : abstained(withAgreement, 'outline_unclear')
  }
  const because = agreement && reasons(agreement, found, look, measured)
  return {
    ...nothing,
    ...numbersOf({ measured, crop, look, found, scale: through }),
    self_agreement: agreement,
    send_to_a_person: because && because.length > 0,
    send_to_a_person_because: because,
  }
}

function scaleOf(scale: ProduceScale, pixels: Pixels): Scale {
  if (scale === null) return { kind: 'none' }
  if ('mmPerPx' in scale) return { kind: 'typed', mmPerPx: scale.mmPerPx }
  return cardScale(scale.plane, pixels)
}

function agreementOf(measured: Placed[]): SelfAgreement {
  const spread = spreadShare(measured.map(({ finger }) => finger.toPedicelBase))
  return {
    spread_percent: spread === null ? null : Number((100 * spread).toFixed(3)),
    variants_measured: measured.length,
    variants: 6,
  }
}

function reasons(agreement: SelfAgreement, found: Found, look: Look, measured: Placed[]): string[] {
  const because: string[] = []
  if (agreement.spread_percent !== null && agreement.spread_percent > 100 * MOST_SPREAD) {
    because.push(`the variants spread over ${agreement.spread_percent} percent, more than 2`)
  }
  if (agreement.variants_measured < LEAST_VARIANTS) {
    because.push(`only ${agreement.variants_measured} of 6 variants could be measured`)
  }
  if (measured.filter(({ finger }) => finger.pedicel === null).length * 2 >= measured.length) {
    because.push('no stalk was told from the body, so the length ends where the fruit ends')
  }
  if (found.overPrint > MOST_OVER_PRINT) because.push('the fruit lies over printed parts of the card')
  if (look.background.plainShare < LEAST_PLAIN) because.push('much of the card under the fruit is not plain')
  return because
}

function unmeasured(look: Look, stability: boolean): ProduceOutcome {
  const { background, ground, found } = look
  const [red, green, blue] = background.middle
  const fingers = found?.fingers ?? 0
  return {
    metric: null,
    abstained: null,
    measurement_accuracy: null,
    colour: null,
    blemish: null,
    reference_finger: {
      asserted_by: 'caller',
      measured:
        fingers > 1
          ? `the largest of ${fingers} separate fruits; whether it is the reference finger is the caller's word`
          : "the one fruit seen; whether it is the reference finger of its hand is the caller's word",
    },
    fingers_separated: fingers,
    background: {
      from: ground.from,
      rgb: [byteOf(red), byteOf(green), byteOf(blue)],
      plain_share: Number(background.plainShare.toFixed(3)),
    },
    background_fraction: Number(look.backgroundFraction.toFixed(4)),
    mask_touches_frame_sides: found?.frameSides ?? [],
    self_agreement: stability ? { spread_percent: null, variants_measured: 0, variants: 6 } : null,
    send_to_a_person: stability ? false : null,
    send_to_a_person_because: stability ? [] : null,
    scale: null,
    marks: null,
  }
}

/** Nothing measured goes to a person as well: the two of six rule holds of none. */
function abstained(outcome: ProduceOutcome, code: ProduceAbstention, what?: string): ProduceOutcome {
  const reason = what === undefined ? ABSTENTIONS[code] : `${ABSTENTIONS[code]}: ${what}`
  const isCompared = outcome.self_agreement !== null
  return {
    ...outcome,
    abstained: { code, reason },
    send_to_a_person: isCompared ? true : null,
    send_to_a_person_because: isCompared ? [`nothing was measured: ${reason}`] : null,
  }
}
