import { type Colour, drawLines, drawText, fillPolygon } from '../../imaging/draw.ts'
import type { WaterDistance } from '../water/distance.ts'
import type { Place } from '../water/geodesic.ts'
import { pixelAt, SEEN, type WaterWindow } from '../water/window.ts'
import { LocalPlane } from './local-plane.ts'
import {
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

export interface WaterMap {
  pin: Place
  radiiM: number[]
  window: WaterWindow
  found: Pick<WaterDistance, 'answer' | 'distance_bracket_m' | 'bearing_deg' | 'rings' | 'nearest'>
  band: string
  attribution: string
}

const SIDE = 560
const TOP = 76
const LEGEND_WIDTH = 250
const DRY: Colour = [240, 235, 222]
const LOST: Colour = [196, 176, 214]
const LIGHT: Colour = [150, 196, 232]
const DEEP: Colour = [16, 84, 168]
const RING: Colour = [70, 70, 70]
const MARK: Colour = [226, 0, 116]

export function waterMap(map: WaterMap): Promise<Uint8Array> {
  const width = SIDE + LEGEND_WIDTH + 3 * MARGIN
  const notes = [
    'Every pixel of the search is shown; dots on the rings are the samples. Rings are true distances on the ground.',
    `${map.band}. ${map.attribution}`,
  ]
  const sheet = newSheet(width, TOP + SIDE + 36 + footerHeight(width, notes))
  const frame = { left: MARGIN, top: TOP, width: SIDE, height: SIDE }
  const metresPerPixel = (2.02 * map.radiiM.at(-1)!) / SIDE
  const plane = new LocalPlane(map.pin)
  title(sheet, headline(map), `around latitude ${short(map.pin.lat)}, longitude ${short(map.pin.lng)}`)
  fill(sheet, frame, map, plane, metresPerPixel)
  const middle: [number, number] = [frame.left + SIDE / 2, frame.top + SIDE / 2]
  const placed = (place: Place): [number, number] => {
    const { east, north } = plane.metres(place)
    return [middle[0] + east / metresPerPixel, middle[1] - north / metresPerPixel]
  }
  rings(sheet, middle, map.radiiM, metresPerPixel)
  samples(sheet, map, placed)
  nearest(sheet, map, placed, middle)
  pin(sheet, middle)
  outline(sheet, frame, WRITING)
  north(sheet, frame)
  legend(sheet, [frame.left + SIDE + MARGIN, TOP], 'recurrence: share of years with water', [
    { ink: { colour: wet(100) }, text: 'water, 100 %' },
    { ink: { colour: wet(50) }, text: 'water, 50 %' },
    { ink: { colour: wet(1) }, text: 'water, 1 %' },
    { ink: { colour: LOST }, text: 'water that was lost since' },
    { ink: { colour: DRY }, text: 'no water seen' },
    { ink: NO_DATA, text: 'no data' },
    { ink: UNREAD, text: 'could not be read' },
    { ink: { colour: MARK }, text: 'toward the nearest water' },
  ])
  scaleBar(sheet, { ...frame, top: frame.top + SIDE + 10 }, metresPerPixel)
  footer(sheet, notes)
  return png(sheet)
}

function short(degrees: number): string {
  return String(Number(degrees.toFixed(6)))
}

function headline({ found, radiiM }: WaterMap): string {
  const { answer, distance_bracket_m, bearing_deg } = found
  if (answer === 'could_not_be_read') return 'Recurring water: the search could not be read in full'
  if (distance_bracket_m === null) return `Recurring water: not found within the search of ${radiiM.at(-1)} m`
  const [inner, outer] = distance_bracket_m
  const toward = bearing_deg === null ? '' : `, bearing ${bearing_deg}°`
  return `Recurring water between ${inner} and ${outer} m${toward}`
}

/** The window ends where the layer does: what the search would reach beyond it was not read. */
function fill(sheet: Sheet, frame: Frame, map: WaterMap, plane: LocalPlane, metresPerPixel: number): void {
  const { window, radiiM } = map
  for (let y = 0; y < frame.height; y++)
    for (let x = 0; x < frame.width; x++) {
      const east = (x + 0.5 - frame.width / 2) * metresPerPixel
      const north = (frame.height / 2 - y - 0.5) * metresPerPixel
      const pixel = pixelAt(window, plane.place(east, north))
      if (pixel === null && Math.hypot(east, north) > radiiM.at(-1)!) continue
      const ink = pixel === null ? UNREAD : inkOf(window, pixel.row * window.columns + pixel.col)
      paint(sheet, frame.left + x, frame.top + y, inkAt(ink, x, y))
    }
}

function inkOf(window: WaterWindow, at: number): Ink {
  const seen = SEEN[window.seen[at]!]
  if (seen === 'wet') return { colour: wet(window.recurrence[at]!) }
  if (seen === 'dry') return { colour: window.lost[at] ? LOST : DRY }
  return seen === 'no_data' ? NO_DATA : UNREAD
}

/** From a pale blue for water of one year in a hundred to a deep one for water of every year. */
const BLUES = Array.from({ length: 101 }, (_, recurrence): Colour => {
  const [red, green, blue] = LIGHT.map((light, channel) => light + (recurrence / 100) * (DEEP[channel]! - light))
  return [Math.round(red!), Math.round(green!), Math.round(blue!)]
})

function wet(recurrence: number): Colour {
  return BLUES[recurrence]!
}

function rings(sheet: Sheet, [x, y]: [number, number], radiiM: number[], metresPerPixel: number): void {
  const circles = radiiM.map((radiusM) => circle([x, y], radiusM / metresPerPixel))
  drawLines(sheet, circles, { width: 3, colour: PAPER, opacity: 0.45 })
  drawLines(sheet, circles, { width: 1.2, colour: RING, opacity: 0.85 })
  let labelled = 0
  for (const radiusM of radiiM) {
    const radius = radiusM / metresPerPixel
    if (radius - labelled < 20) continue
    labelled = radius
    const aside = radius * Math.SQRT1_2
    const text = `${Number(radiusM.toFixed(1))} m`
    drawText(sheet, text, [x + aside + 3, y + aside + 10], { size: 9, colour: WRITING, halo: PAPER })
  }
}

function circle([x, y]: [number, number], radius: number): [number, number][] {
  return Array.from({ length: 181 }, (_, step) => {
    const angle = (step / 90) * Math.PI
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}

function samples(sheet: Sheet, { found }: WaterMap, placed: (place: Place) => [number, number]): void {
  const all = found.rings.flatMap(({ samples }) => samples)
  const dots = (wanted: boolean) =>
    all.filter(({ outcome }) => (outcome === 'wet') === wanted).map((sample) => [placed(sample)])
  drawLines(sheet, dots(false), { width: 3, colour: RING })
  drawLines(sheet, dots(true), { width: 6, colour: PAPER })
  drawLines(sheet, dots(true), { width: 4, colour: DEEP })
}

function nearest(
  sheet: Sheet,
  map: WaterMap,
  placed: (place: Place) => [number, number],
  middle: [number, number],
): void {
  if (map.found.nearest === null || map.found.bearing_deg === null) return
  const { row, col } = map.found.nearest
  const { west, north, pixelWidthDeg, pixelHeightDeg } = map.window
  const corners = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ].map(([down, right]) =>
    placed({ lat: north - (row + down!) * pixelHeightDeg, lng: west + (col + right!) * pixelWidthDeg }),
  )
  const centre = placed({ lat: north - (row + 0.5) * pixelHeightDeg, lng: west + (col + 0.5) * pixelWidthDeg })
  fillPolygon(sheet, corners, MARK, 0.25)
  drawLines(
    sheet,
    [
      [...corners, corners[0]!],
      [middle, centre],
    ],
    { width: 2, colour: MARK },
  )
}

function pin(sheet: Sheet, [x, y]: [number, number]): void {
  const cross = [
    [
      [x - 7, y],
      [x + 7, y],
    ],
    [
      [x, y - 7],
      [x, y + 7],
    ],
  ] as const
  drawLines(sheet, cross, { width: 5, colour: PAPER })
  drawLines(sheet, cross, { width: 2, colour: WRITING })
}

function north(sheet: Sheet, { left, top, width }: Frame): void {
  const x = left + width - 18
  drawLines(
    sheet,
    [
      [
        [x, top + 34],
        [x, top + 12],
      ],
      [
        [x - 5, top + 18],
        [x, top + 12],
        [x + 5, top + 18],
      ],
    ],
    { width: 2, colour: WRITING },
  )
  drawText(sheet, 'N', [x, top + 48], { size: 10, colour: WRITING, halo: PAPER, align: 'centre' })
}
