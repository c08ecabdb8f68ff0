import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import proj4 from 'proj4'
import { fixedClock } from '../../src/kernel/clock.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import { rounds } from '../support/rounds.ts'
import { SIDE, startOverLand, tilesOf } from './drawn-land.ts'
import { random } from './random.ts'

const FOLDER = 'earth/slovenia/'
const [ROWS, COLS] = [101, 100]
const UTM = 32633
const DAY = 86_400_000

interface Year {
  dates: Date[]
  /** NDVI of a date at a pixel. */
  at(date: number, row: number, col: number): number
  west: number
  north: number
  pixel: number
  pixelHeight: number
}

function readYears(): Year {
  const file = readFileSync(`${sharedData}${FOLDER}NDVI.npy`)
  const start = 10 + file.readUInt16LE(8)
  const values = new Float32Array(file.buffer.slice(file.byteOffset + start, file.byteOffset + file.length))
  const dates = JSON.parse(readFileSync(`${sharedData}${FOLDER}timestamps.json`, 'utf8')) as string[]
  const [ring] = JSON.parse(readFileSync(`${sharedData}${FOLDER}bbox.geojson`, 'utf8')).coordinates as [
    number,
    number,
  ][][]
  const [xs, ys] = [ring!.map(([x]) => x), ring!.map(([, y]) => y)]
  const [west, north] = [Math.min(...xs), Math.max(...ys)]
  return {
    dates: dates.map((date) => new Date(`${date}Z`)),
    at: (date, row, col) => values[(date * ROWS + row) * COLS + col]!,
    west,
    north,
    pixel: (Math.max(...xs) - west) / COLS,
    pixelHeight: (north - Math.min(...ys)) / ROWS,
  }
}

/** Nothing on this land is greener than this under cloud, and something always is without. */
const OVERCAST = 0.5

function isOvercast(years: Year, date: number): boolean {
  for (let row = 0; row < ROWS; row++)
    for (let col = 0; col < COLS; col++) if (years.at(date, row, col) >= OVERCAST) return false
  return true
}

/** Reflectances of this index whose sum is 0.6, stored as the archive stores them. */
function stored(ndvi: number): { red: number; nir: number } {
  const packed = (reflectance: number) => Math.round((reflectance + 0.1) / 0.0001)
  return { red: packed(0.3 * (1 - ndvi)), nir: packed(0.3 * (1 + ndvi)) }
}

test('something_growing follows two and a half years of a Slovenian landscape', needsShared(FOLDER), async (t) => {
  const years = readYears()
  const { west, north, pixel, pixelHeight, dates } = years
  const toPlace = (row: number, col: number) => {
    const projection = `+proj=utm +zone=${UTM % 100} +datum=WGS84`
    const [lng, lat] = proj4(projection, 'EPSG:4326', [west + (col + 0.5) * pixel, north - (row + 0.5) * pixelHeight])
    return { lat: lat!, lng: lng! }
  }
  const corner = toPlace(-1, -1)
  const land = {
    west: corner.lng,
    north: corner.lat + 0.001,
    worldcover: () => 40,
    lossyear: () => 0,
    datamask: () => 1,
  }
  const clock = fixedClock(dates[0]!)
  const { service, stac } = await startOverLand(t, tilesOf(land), { clock })
  assert.ok(SIDE.fine / 12_000 > 0.015, 'the drawn land covers the real one')
  const clouds = dates.map((_, date) => isOvercast(years, date))
  for (const [date, datetime] of dates.entries())
    stac.put({
      id: `S2A_T33TVL_${datetime.toISOString().replace(/[-:]|\.000/g, '')}_L2A`,
      datetime: datetime.toISOString(),
      utm: UTM,
      west,
      north,
      pixel,
      pixelHeight,
      width: COLS,
      height: ROWS,
      at: (row, col) => ({
        ...stored(years.at(date, Math.min(row, ROWS - 1), Math.min(col, COLS - 1))),
        scl: clouds[date] ? 9 : 4,
      }),
      bbox: [14.5, 45.8, 14.7, 45.9],
    })

  const next = random(7)
  const pixels = Array.from({ length: 12 }, () => ({ row: Math.floor(next() * ROWS), col: Math.floor(next() * COLS) }))
  const [summer, winter]: [number[], number[]] = [[], []]
  const step = rounds(45, 5)
  for (let now = dates[0]!.getTime() + DAY; now < dates.at(-1)!.getTime() + 90 * DAY; now += step * DAY) {
    clock.advance(now - clock().getTime())
    const newest = dates.findLastIndex((date, index) => date.getTime() <= now && !clouds[index])
    const isRead = dates[newest]!.getTime() >= now - 60 * DAY
    const pins = pixels.map(({ row, col }) => toPlace(row, col))
    const { status, body } = await service.post('/api/prescreen', {
      pins,
      weights: { plausibly_farmland: 1, something_growing: 1 },
    })
    assert.equal(status, 200)
    assert.equal(body.ranked.length, pins.length)
    for (const { index, signals } of body.ranked) {
      const { value, known, read } = signals.something_growing
      assert.equal(known, isRead, `${new Date(now).toISOString()}: ${JSON.stringify(signals.something_growing)}`)
      if (!known) continue
      const { row, col } = pixels[index]!
      const ndvi = years.at(newest, row, col)
      assert.deepEqual([read.row, read.col, read.date], [row, col, dates[newest]!.toISOString()])
      assert.ok(Math.abs(value - Math.min(1, Math.max(0, (ndvi - 0.2) / 0.4))) < 1e-3, `${value} of NDVI ${ndvi}`)
      const month = dates[newest]!.getUTCMonth()
      if (month >= 4 && month <= 7) summer.push(value)
      else if (month <= 1 || month === 11) winter.push(value)
    }
  }
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  assert.ok(summer.length > 30 && winter.length > 10, `${summer.length} in summer, ${winter.length} in winter`)
  assert.ok(mean(summer) > mean(winter) + 0.3, `summer ${mean(summer)}, winter ${mean(winter)}`)
})
