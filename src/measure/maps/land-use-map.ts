import { type Colour, drawLines } from '../../imaging/draw.ts'
import type { Grid } from '../water/window.ts'
import {
  type Entry,
  type Frame,
  footer,
  footerHeight,
  type Ink,
  inkAt,
  legend,
  MARGIN,
  NO_DATA,
  newSheet,
  outline,
  PAPER,
  paint,
  png,
  type Sheet,
  scaleBar,
  title,
  UNREAD,
  WRITING,
} from './sheet.ts'

/** Codes, and beside each whether it is one: 0 a value, 1 no data, 2 unread. */
export interface Codes {
  values: Uint8Array
  outcomes: Uint8Array
}

export type Cells = Codes & Grid

export interface LandUseMap {
  box: { west: number; south: number; east: number; north: number }
  /** Every pixel of the layer, one cell a sampled point, or nothing but the points where neither can be shown. */
  shows: 'pixels' | 'cells' | 'points'
  cells: Cells | null
  points: { lat: number; lng: number }[]
  /** What was read at the points; where it is given, the legend counts it. */
  atPoints: Codes | null
  /** The outline that was sampled, where it was one. */
  ring: { lat: number; lng: number }[] | null
  classes: Record<number, string>
  heading: string
  attribution: string
}

/** Those of the layer's own product guide. */
const COLOURS: Record<number, Colour> = {
  10: [0, 100, 0],
  20: [255, 187, 34],
  30: [255, 255, 76],
  40: [240, 150, 255],
  50: [250, 0, 0],
  60: [180, 180, 180],
  70: [240, 240, 240],
  80: [0, 100, 200],
  90: [0, 150, 160],
  95: [0, 207, 117],
  100: [250, 230, 160],
}

const LONGEST = 560
const SHORTEST = 200
const TOP = 76
const LEGEND_WIDTH = 290
const METRES_A_DEGREE = 111_320

export function landUseMap(map: LandUseMap): Promise<Uint8Array> {
  const frame = frameOf(map.box)
  const width = frame.width + LEGEND_WIDTH + 3 * MARGIN
  const notes = [NOTES[map.shows], map.attribution]
  const entries = entriesOf(map)
  const body = Math.max(frame.height + 36, 20 * (entries.length + 2))
  const sheet = newSheet(width, TOP + body + footerHeight(width, notes))
  title(sheet, map.heading, boxInWords(map.box))
  const placed = placing(map.box, frame)
  if (map.cells) fill(sheet, frame, map.box, map.cells)
  if (map.ring) outlineRing(sheet, map.ring.map(placed))
  if (map.cells && map.shows === 'cells') gridLines(sheet, frame, map.cells)
  else marks(sheet, map, placed)
  outline(sheet, frame, WRITING)
  const heading = map.atPoints ? 'share of the points read' : 'share of the pixels read'
  legend(sheet, [frame.left + frame.width + MARGIN, TOP], heading, entries)
  scaleBar(sheet, { ...frame, top: frame.top + frame.height + 10 }, metresAcross(map.box) / frame.width)
  footer(sheet, notes)
  return png(sheet)
}

const NOTES = {
  pixels: 'Every pixel of the layer is shown; circles are the sampled points.',
  points: 'Too wide to show every pixel: each dot has the colour of the point that was read there.',
  cells: 'Too wide to show every pixel: each cell has the colour of the one point that was read at its centre.',
}

function frameOf(box: LandUseMap['box']): Frame {
  const tall = (box.north - box.south) * METRES_A_DEGREE
  const ratio = Math.min(3, Math.max(1 / 3, metresAcross(box) / tall))
  const width = Math.round(ratio >= 1 ? LONGEST : Math.max(SHORTEST, LONGEST * ratio))
  const height = Math.round(ratio >= 1 ? Math.max(SHORTEST, LONGEST / ratio) : LONGEST)
  return { left: MARGIN, top: TOP, width, height }
}

function metresAcross({ west, east, south, north }: LandUseMap['box']): number {
  return (east - west) * METRES_A_DEGREE * Math.cos((((south + north) / 2) * Math.PI) / 180)
}

function boxInWords({ south, north, west, east }: LandUseMap['box']): string {
  const short = (degrees: number) => String(Number(degrees.toFixed(6)))
  return `latitude ${short(south)} to ${short(north)}, longitude ${short(west)} to ${short(east)}`
}

function fill(sheet: Sheet, frame: Frame, box: LandUseMap['box'], cells: Cells): void {
  for (let y = 0; y < frame.height; y++) {
    const lat = box.north - ((y + 0.5) / frame.height) * (box.north - box.south)
    const row = Math.min(cells.rows - 1, Math.floor((cells.north - lat) / cells.pixelHeightDeg))
    for (let x = 0; x < frame.width; x++) {
      const lng = box.west + ((x + 0.5) / frame.width) * (box.east - box.west)
      // A window that begins a hair west of -180° says that it begins at 180°.
      const eastward = lng < cells.west - 180 ? lng + 360 - cells.west : lng - cells.west
      const col = Math.min(cells.columns - 1, Math.floor(eastward / cells.pixelWidthDeg))
      const at = row * cells.columns + col
      const ink = row < 0 || col < 0 ? UNREAD : inkOf(cells.outcomes[at]!, cells.values[at]!)
      paint(sheet, frame.left + x, frame.top + y, inkAt(ink, x, y))
    }
  }
}

function inkOf(outcome: number, code: number): Ink {
  if (outcome === 0) return { colour: COLOURS[code] ?? PAPER }
  return outcome === 1 ? NO_DATA : UNREAD
}

function gridLines(sheet: Sheet, { left, top, width, height }: Frame, { columns, rows }: Cells): void {
  const across = Array.from({ length: columns - 1 }, (_, index) => left + ((index + 1) / columns) * width)
  const down = Array.from({ length: rows - 1 }, (_, index) => top + ((index + 1) / rows) * height)
  const lines = [
    ...across.map((x) => [[x, top] as const, [x, top + height] as const]),
    ...down.map((y) => [[left, y] as const, [left + width, y] as const]),
  ]
  drawLines(sheet, lines, { width: 1, colour: PAPER, opacity: 0.7 })
}

type Placed = (place: { lat: number; lng: number }) => readonly [x: number, y: number]

function placing(box: LandUseMap['box'], frame: Frame): Placed {
  return ({ lat, lng }) => [
    frame.left + ((lng - box.west) / (box.east - box.west)) * frame.width,
    frame.top + ((box.north - lat) / (box.north - box.south)) * frame.height,
  ]
}

function marks(sheet: Sheet, { points, atPoints, shows }: LandUseMap, placed: Placed): void {
  if (shows === 'points')
    for (const [index, point] of points.entries()) {
      const { colour, stripes } = inkOf(atPoints!.outcomes[index]!, atPoints!.values[index]!)
      drawLines(sheet, [[placed(point)]], { width: 13, colour: WRITING })
      drawLines(sheet, [[placed(point)]], { width: 11, colour })
      if (stripes) drawLines(sheet, [[placed(point)]], { width: 4, colour: stripes })
    }
  else {
    const circles = points.map((point) => circle(placed(point), 3.5))
    drawLines(sheet, circles, { width: 3.2, colour: PAPER })
    drawLines(sheet, circles, { width: 1.4, colour: WRITING })
  }
}

function circle([x, y]: readonly [number, number], radius: number): (readonly [number, number])[] {
  return Array.from({ length: 17 }, (_, step) => {
    const angle = (step / 8) * Math.PI
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}

function outlineRing(sheet: Sheet, corners: (readonly [number, number])[]): void {
  const closed = [[...corners, corners[0]!]]
  drawLines(sheet, closed, { width: 4, colour: PAPER, opacity: 0.8 })
  drawLines(sheet, closed, { width: 1.8, colour: WRITING })
}

function entriesOf({ cells, atPoints, classes }: LandUseMap): Entry[] {
  const { values, outcomes } = atPoints ?? cells!
  const counts = new Map<number, number>()
  let [read, noData, unread] = [0, 0, 0]
  for (let at = 0; at < values.length; at++) {
    if (outcomes[at] === 1) noData++
    else if (outcomes[at] === 2) unread++
    else {
      read++
      counts.set(values[at]!, (counts.get(values[at]!) ?? 0) + 1)
    }
  }
  const found = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([code, count]) => ({
      ink: inkOf(0, code),
      text: classes[code] ?? `code ${code}`,
      figure: percent(count / read),
    }))
  const alsoShown = atPoints && cells ? [...new Set(cells.values.filter((_, at) => cells.outcomes[at] === 0))] : []
  const uncounted = alsoShown
    .filter((code) => !counts.has(code))
    .sort((one, other) => one - other)
    .map((code) => ({ ink: inkOf(0, code), text: classes[code] ?? `code ${code}`, figure: 'no point' }))
  return [
    ...found,
    ...uncounted,
    ...(noData > 0 ? [{ ink: NO_DATA, text: 'no data' }] : []),
    ...(unread > 0 ? [{ ink: UNREAD, text: 'could not be read' }] : []),
  ]
}

function percent(share: number): string {
  const value = share * 100
  return value < 0.1 ? '< 0.1 %' : `${value.toFixed(value < 10 ? 1 : 0)} %`
}
