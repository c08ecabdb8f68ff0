import { FARMLAND_OF_CLASS } from './farmland.ts'
import { GROWING_NDVI } from './growing.ts'
import { AROUND_M } from './land-cover.ts'
import { CUT_OFF } from './loss.ts'

export const HOW = `plausibly_farmland = share of cropland pixels among those read within ${AROUND_M} m, grassland counted ${FARMLAND_OF_CLASS[30]}; something_growing = NDVI of the newest usable scene of 60 days, ${GROWING_NDVI.nothing} as 0 and ${GROWING_NDVI.surely} as 1; score = sum(weight x value) / sum(weight) over the signals that were read. Forest loss after ${CUT_OFF} takes a pin out of the ranking; forest in 2020 is reported beside it and not weighed.`

export const WHY_NO_READINESS_WINDOW =
  'When a crop is ready depends on what was planted and when; nothing that is read here says either.'

export const NO_VALUE_RANGE = 'No value is put on a pin: land cover, greenness and forest loss do not price a harvest.'

export const WHY_ELIGIBILITY_IS_NOT_WEIGHTED = `Forest loss after the cut-off is a reason not to go, not a worse score: weighed, it could be outvoted by a green field. Forest cover in 2020 is evidence for whoever judges eligibility, so it is reported and decides nothing here.`

export const A_PIN_IS_NOT_A_PLOT = `One pixel of loss and the land within ${AROUND_M} m were read at each pin. A plot is larger: loss elsewhere on it, or beside a pin that was set in the farmyard, is not seen here.`

export function whyCouldNotScreen(unread: number, pins: number): string | null {
  if (unread === 0) return null
  return `${unread} of ${pins} pins could not be screened: what disqualifies them, or every signal with a weight, could not be read. They have no score and are not ranked; each names its reasons.`
}
