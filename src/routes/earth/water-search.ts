import { createHash } from 'node:crypto'
import { PIXEL, type Place, type Window } from '../../earth/types.ts'
import { gapThatHides } from '../../measure/water/gap.ts'
import type { Nearest } from '../../measure/water/nearest.ts'
import { searchWindow, type WaterFound, type WaterSearch } from '../../measure/water/search.ts'
import {
  IT_IS_A_BRACKET,
  NEARER_NOT_RULED_OUT,
  NOT_READ,
  NOTHING_FOUND,
  RECURRENCE_ALONE,
  WET_MEANS,
  WHAT_RECURRENCE_IS_NOT,
} from '../../measure/water/sentences.ts'
import { centreOf, type Pixels, pixelAt, type Seen } from '../../measure/water/window.ts'
import type { Call } from '../../operation/route.ts'
import { mapAddress } from './map-address.ts'
import { WATER_MAP, type WaterAsked } from './water-input.ts'

/** Two layers, one window each: nothing is read sample by sample. */
export async function searchWater({ lat, lng, radii_m, bearings }: WaterAsked, call: Call) {
  const { context, address, signal } = call
  const pin = { lat, lng }
  const searched_to_m = radii_m.at(-1)!
  const around = { centre: pin, radiusM: searched_to_m }
  const [recurrence, readTransitions] = await Promise.all([
    context.layers.window('gsw_recurrence', around, { signal }),
    context.layers.window('gsw_transitions', around, { signal }),
  ])
  const search: WaterSearch = {
    recurrence: pixelsOf(recurrence),
    transitions: isSameVersion(recurrence, readTransitions) ? pixelsOf(readTransitions) : null,
    pin,
    radiiM: radii_m,
    bearings,
  }
  const searched = isLong(search)
    ? await context.pool.run<WaterFound>('water-search', search, { address, signal })
    : searchWindow(search)
  const { window } = searched
  const { nearest, unread, ...found } = searched.found
  const { year, resolution_m, attribution, licence } = context.layers.describe('gsw_recurrence')
  const transitions_used = !searched.isRecurrenceAlone && search.transitions?.outcomes.includes(PIXEL.value) === true
  const reply = {
    ...found,
    nearest_pixel: nearest && (await pixelInFile(recurrence, nearest, call)),
    band: {
      layer: 'gsw_recurrence' as const,
      version: recurrence.version,
      year: yearOf(recurrence, year),
      resolution_m,
      wet_means: transitions_used ? WET_MEANS : `${WET_MEANS} ${RECURRENCE_ALONE}`,
      transitions_used,
      attribution,
      licence,
    },
    radii_m,
    bearings,
    samples: radii_m.length * bearings,
    searched_to_m,
    at_the_point: { ...pin, ...found.at_the_point, why: whyUnread({ ...pin, ...found.at_the_point }, recurrence) },
    unread: unread.map((sample) => ({ ...sample, why: whyUnread(sample, recurrence)! })),
    a_gap_this_wide_could_hide_water: gapThatHides(
      window,
      pin,
      search,
      resolution_m,
      !found.some_points_could_not_be_read,
    ),
    it_is_a_bracket: aboutTheBracket(found),
    what_recurrence_is_not: WHAT_RECURRENCE_IS_NOT,
    upstream_reads: recurrence.reads + readTransitions.reads,
    windows: [recurrence, readTransitions].map(described),
    map: context.config.baseUrl + mapAddress(WATER_MAP, { lat, lng, radii_m, bearings }),
  }
  return { reply, window, nearest }
}

/** What would keep others waiting for more than some milliseconds is done beside. */
function isLong({ recurrence, radiiM, bearings }: WaterSearch): boolean {
  return recurrence.values.length > 50_000 || radiiM.length * bearings > 500
}

function pixelsOf(window: Window): Pixels {
  const { version, west, north, pixelWidthDeg, pixelHeightDeg, columns, rows, values, outcomes } = window
  return { version, west, north, pixelWidthDeg, pixelHeightDeg, columns, rows, values, outcomes }
}

/** Tile by tile: a loss of one version says nothing about the water of another. */
function isSameVersion(one: Window, other: Window): boolean {
  return one.tiles.every(
    ({ outcome, tile, version }) =>
      outcome !== 'read' || other.tiles.some((its) => its.tile === tile && its.version === version),
  )
}

function yearOf({ tiles }: Window, newest: number): number {
  return tiles.find(({ outcome }) => outcome === 'read')?.year ?? newest
}

function aboutTheBracket(found: { answer: string; nearer_water_is_ruled_out: boolean }): string {
  if (found.answer === 'not_found_within_search') return NOTHING_FOUND
  if (found.answer === 'could_not_be_read') return NOT_READ
  return found.nearer_water_is_ruled_out ? IT_IS_A_BRACKET : `${IT_IS_A_BRACKET} ${NEARER_NOT_RULED_OUT}`
}

/** Of the very pixel that the place fell on. */
function whyUnread(place: Place & { outcome: Seen }, window: Window): string | null {
  if (place.outcome === 'wet' || place.outcome === 'dry') return null
  const pixel = pixelAt(window, place)
  const cause = pixel === null ? 0 : window.causes[pixel.row * window.columns + pixel.col]!
  const why = window.whys[cause - 1] ?? window.beyond
  return `${place.outcome === 'no_data' ? 'no data' : 'could not be read'}: ${why}`
}

/** Where the pixel stands in its own file; the block it is in was read a moment ago. */
async function pixelInFile(window: Window, { row, col }: Nearest, { context, signal }: Call) {
  const [read] = await context.layers.read('gsw_recurrence', [normalised(centreOf(window, row, col))], { signal })
  if (read?.outcome !== 'value') return null
  const { tile, version, row: fileRow, col: fileCol } = read.at
  return { tile, version, row: fileRow, col: fileCol, recurrence: read.value }
}

function normalised({ lat, lng }: Place): Place {
  return { lat, lng: lng >= 180 ? lng - 360 : lng }
}

function described(window: Window) {
  const { layer, version, west, north, pixelWidthDeg, pixelHeightDeg, columns, rows, values, outcomes } = window
  return {
    layer,
    version,
    tiles: window.tiles.map(({ tile, version, outcome, why, rowOffset, colOffset }) => ({
      tile,
      version,
      outcome,
      why,
      row_offset: rowOffset,
      col_offset: colOffset,
    })),
    west,
    north,
    pixel_width_deg: pixelWidthDeg,
    pixel_height_deg: pixelHeightDeg,
    columns,
    rows,
    values_sha256: sha256(values),
    outcomes_sha256: sha256(outcomes),
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
