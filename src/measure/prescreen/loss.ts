import type { PixelRead } from './reads.ts'

/** Forest lost after this day disqualifies a pin. */
export const CUT_OFF = '2020-12-31'
const FIRST_YEAR_AFTER = 2021
/** The layer counts years from here. */
const YEAR_ZERO = 2000
const LAST_CODE = 99

const LAND_OR_WATER = new Set([1, 2])

export type Loss =
  | { kind: 'after_cut_off' | 'before_cut_off'; year: number }
  | { kind: 'none' }
  | { kind: 'not_established'; reasons: string[] }

/**
 * A loss year is its own evidence. A zero is written where no loss was seen and where nothing was seen at all: it means
 * no loss only where the data mask says that the pixel was mapped.
 */
export function lossOf(lossyear: PixelRead, datamask: PixelRead): Loss {
  if (lossyear.outcome !== 'value') return notEstablished(`forest loss could not be read: ${lossyear.why}`)
  if (lossyear.value > LAST_CODE) return notEstablished(`the loss layer says ${lossyear.value} here, which is no year`)
  if (lossyear.value > 0) {
    const year = YEAR_ZERO + lossyear.value
    return { kind: year >= FIRST_YEAR_AFTER ? 'after_cut_off' : 'before_cut_off', year }
  }
  if (datamask.outcome === 'unread')
    return notEstablished(
      `the loss layer says 0 here, but its data mask could not be read, so that no loss cannot be told from no data: ${datamask.why}`,
    )
  if (datamask.outcome === 'no_data' || !LAND_OR_WATER.has(datamask.value))
    return notEstablished('the loss layer says 0 here, but its data mask says that this pixel was not mapped')
  return { kind: 'none' }
}

function notEstablished(reason: string): Loss {
  return { kind: 'not_established', reasons: [reason] }
}
