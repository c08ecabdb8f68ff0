import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cellCentres } from '../../src/earth/sampling/grid.ts'
import { landUseMap } from '../../src/measure/maps/land-use-map.ts'
import { waterMap } from '../../src/measure/maps/water-map.ts'
import { searchWindow } from '../../src/measure/water/search.ts'

/** The maps of the documentation, of a country that does not exist: `npm exec -c 'node bench/earth/pictures.ts'`. */
const folder = join(import.meta.dirname, '../../docs/pictures')
const MADE_UP = 'A made-up country: a real map names its source here.'

/** Smooth and without a seam: a few waves that never meet again. */
function height(x: number, y: number): number {
  return (
    Math.sin(x * 5.1 + 1.7 * Math.sin(y * 3.3)) +
    Math.sin(y * 4.3 + 1.9 * Math.sin(x * 2.9 + 1)) +
    0.5 * Math.sin(x * 17 + y * 11) +
    0.3 * Math.sin(x * 31 - y * 43)
  )
}

async function landCover(): Promise<void> {
  const side = 480
  const box = { west: 6.7, south: 0.3, east: 6.74, north: 0.34 }
  const values = Uint8Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [(at % side) / side, Math.floor(at / side) / side]
    const above = height(x, y)
    if (above < -1.1) return 80
    if (above < -0.95) return 90
    const town = Math.hypot(x - 0.62, y - 0.36) + 0.05 * height(x * 9, y * 9)
    if (town < 0.12) return 50
    const field = Math.floor(x * 22 + 0.4 * height(y, x)) + Math.floor(y * 17)
    if (above < 0.35) return field % 3 === 0 ? 30 : 40
    return above > 1.9 ? 60 : 10
  })
  const pixelWidthDeg = (box.east - box.west) / side
  const png = await landUseMap({
    box,
    shows: 'pixels',
    cells: {
      west: box.west,
      north: box.north,
      pixelWidthDeg,
      pixelHeightDeg: pixelWidthDeg,
      columns: side,
      rows: side,
      values,
      outcomes: new Uint8Array(side * side),
    },
    points: cellCentres(box, 5),
    atPoints: null,
    ring: null,
    classes: {
      10: 'Tree cover',
      30: 'Grassland',
      40: 'Cropland',
      50: 'Built-up',
      60: 'Bare / sparse vegetation',
      80: 'Permanent water bodies',
      90: 'Herbaceous wetland',
    },
    heading: 'Land cover, a made-up country',
    attribution: MADE_UP,
  })
  await writeFile(join(folder, 'land-cover.png'), png)
}

async function water(): Promise<void> {
  const side = 42
  const STEP = 1 / 4000
  const pin = { lat: 0.34 - 20.5 * STEP, lng: 6.7 + 20.5 * STEP }
  const values = Uint8Array.from({ length: side * side }, (_, at) => {
    const [col, row] = [at % side, Math.floor(at / side)]
    const river = Math.abs(col - 29 - 4 * Math.sin(row / 6)) - 1.4
    const lake = Math.hypot(col - 8, (row - 33) * 1.3) - 6
    const shore = Math.min(river, lake)
    return shore < 0 ? 100 : shore < 1 ? Math.round(80 - shore * 60) : 0
  })
  const lost = (at: number) => Math.hypot((at % side) - 15, Math.floor(at / side) - 12) < 2.5
  const outcomes = Uint8Array.from({ length: side * side }, (_, at) =>
    Math.floor(at / side) < 2 && at % side < 11 ? 1 : 0,
  )
  const grid = {
    version: 'v1_5',
    west: 6.7,
    north: 0.34,
    pixelWidthDeg: STEP,
    pixelHeightDeg: STEP,
    columns: side,
    rows: side,
    outcomes,
  }
  const radiiM = [25, 50, 100, 200, 350, 500]
  const { window, found } = searchWindow({
    recurrence: { ...grid, values: values.map((value, at) => (lost(at) ? 40 : value)) },
    transitions: { ...grid, values: values.map((_, at) => (lost(at) ? 3 : 1)) },
    pin,
    radiiM,
    bearings: 16,
  })
  const png = await waterMap({
    pin,
    radiiM,
    window,
    found,
    band: 'Recurrence, drawn for this page',
    attribution: MADE_UP,
  })
  await writeFile(join(folder, 'water-rings.png'), png)
}

await landCover()
await water()
