import type { z } from 'zod'
import type { Place, Read, Window } from '../../earth/types.ts'
import { COLLECTION as SCENES } from '../../earth/vegetation/search.ts'
import type { VegetationRead } from '../../earth/vegetation/types.ts'
import { plausiblyFarmland } from '../../measure/prescreen/farmland.ts'
import { somethingGrowing } from '../../measure/prescreen/growing.ts'
import { type LandCover, landCoverAround } from '../../measure/prescreen/land-cover.ts'
import { unread } from '../../measure/prescreen/reads.ts'
import { ranksOf, SIGNALS, screen, type Weights } from '../../measure/prescreen/screen.ts'
import * as sentences from '../../measure/prescreen/sentences.ts'
import type { PinReads } from './pin-reads.ts'
import type {
  DisqualifiedPin,
  PinItem,
  PrescreenReply,
  RankedPin,
  ReadNote,
  SignalNotes,
  UnscreenedPin,
} from './prescreen-schema.ts'

export interface Pin extends Place {
  [own: string]: unknown
}

/** Every pin in exactly one of three lists, as its owner knows it; duplicates stay apart by their index. */
export function prescreenReply(
  pins: readonly Pin[],
  reads: readonly PinReads[],
  weights: Weights,
): z.input<typeof PrescreenReply> {
  const ranked: RankedPin[] = []
  const do_not_visit: DisqualifiedPin[] = []
  const could_not_screen: UnscreenedPin[] = []
  for (const [index, pin] of pins.entries()) {
    const read = reads[index]!
    const signals = signalsOf(pin, read)
    const screening = screen(read.loss, signals ?? NOT_READ, weights)
    const item = itemOf(pin, index, read)
    if (screening.group === 'do_not_visit')
      do_not_visit.push({
        ...item,
        loss_year: screening.lossYear,
        because: screening.because,
        read: readOf(read.lossyear),
      })
    else if (screening.group === 'could_not_screen')
      could_not_screen.push({ ...item, reasons: screening.reasons, ...(signals && { signals }) })
    else {
      const scored_on = SIGNALS.filter((name) => weights[name] > 0 && signals![name].known)
      ranked.push({ ...item, rank: 0, score: screening.score, scored_on, signals: signals! })
    }
  }
  return {
    ranked: ranksOf(ranked).map(({ rank, pin }) => ({ ...pin, rank })),
    do_not_visit,
    could_not_screen,
    why_could_not_screen: sentences.whyCouldNotScreen(could_not_screen.length, pins.length),
    pins_read: pins.length - could_not_screen.length,
    pins_unread: could_not_screen.length,
    weights,
    how: sentences.HOW,
    readiness_window: null,
    why_no_readiness_window: sentences.WHY_NO_READINESS_WINDOW,
    no_value_range: sentences.NO_VALUE_RANGE,
    why_eligibility_is_not_weighted: sentences.WHY_ELIGIBILITY_IS_NOT_WEIGHTED,
    a_pin_is_not_a_plot: sentences.A_PIN_IS_NOT_A_PLOT,
  }
}

/** All that a pin came with, and what was read of it whatever became of it. */
function itemOf(pin: Pin, index: number, { lossyear, datamask, forest2020, loss }: PinReads): PinItem {
  return {
    ...pin,
    index,
    loss: {
      year: 'year' in loss ? loss.year : null,
      seen_until: lossyear.outcome === 'value' ? lossyear.at.year : null,
      lossyear: readOf(lossyear),
      datamask: readOf(datamask),
    },
    forest_2020: {
      forest: forest2020.outcome === 'value' ? forest2020.value === 1 : null,
      why_unread: forest2020.outcome === 'value' ? null : forest2020.why,
      read: readOf(forest2020),
    },
  }
}

const NOT_READ = {
  plausibly_farmland: unread('not read, since the pin is not ranked'),
  something_growing: unread('not read, since the pin is not ranked'),
}

function signalsOf(pin: Place, { landCover, vegetation }: PinReads): SignalNotes | null {
  if (landCover === null || vegetation === null) return null
  const { at, around } = landCover
  const cover = landCoverAround(around, pin)
  return {
    plausibly_farmland: { ...plausiblyFarmland(cover), read: coverRead(at, around, cover) },
    something_growing: { ...somethingGrowing(vegetation), read: sceneRead(vegetation) },
  }
}

/** The outcome beside where it was read: layer, version, tile, row, column, value or why there is none. */
export function readOf(read: Read): ReadNote {
  if (read.outcome === 'value') return { outcome: read.outcome, value: read.value, ...read.at }
  return { outcome: read.outcome, why: read.why, ...read.at }
}

/** The pin's own pixel, the pixels around it by class, and where the window of them lies in its tiles. */
export function coverRead(at: Read, around: Window, { whys, ...counted }: LandCover): ReadNote {
  const tiles = around.tiles.map(({ tile, version, rowOffset, colOffset }) => ({
    tile,
    version,
    first_row: rowOffset,
    first_col: colOffset,
  }))
  return { ...readOf(at), ...counted, window: { rows: around.rows, columns: around.columns, tiles } }
}

export function sceneRead(read: VegetationRead): ReadNote {
  if (read.outcome === 'value') return { outcome: read.outcome, ndvi: read.ndvi, ...read.at }
  return { layer: 'sentinel2', version: SCENES, ...read }
}
