import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { describeLayer } from '../../src/earth/registry/index.ts'
import { textWidth } from '../../src/imaging/font.ts'
import { landUseMap } from '../../src/measure/maps/land-use-map.ts'
import { LocalPlane } from '../../src/measure/maps/local-plane.ts'
import { bearingTowards, metresBetween, placeAt } from '../../src/measure/water/geodesic.ts'
import { drawGeoTiff } from '../support/geotiff.ts'
import type { TestService } from '../support/service.ts'
import { startOverLand } from './drawn-land.ts'
import { COVER, coverAt, coverTile } from './drawn-layers.ts'

const LULC = '/api/tool/satellite/lulc/map.png'
const WATER = '/api/water/map.png'
const STEP = 1 / 4000
const FINE = 1 / 12_000

const ends: (() => Promise<void>)[] = []
let service: TestService
let authorization: { authorization: string }

before(async () => {
  const clip = (value: (row: number, col: number) => number) =>
    drawGeoTiff({ west: 5, north: 5, pixel: STEP, width: 128, height: 128, block: 64, value, noData: 255 })
  const tiles = {
    [COVER('N00E006')]: coverTile(0, 6),
    [COVER('N00E009')]: drawGeoTiff({
      west: 10,
      north: 2,
      pixel: FINE,
      width: 600,
      height: 600,
      block: 128,
      value: (_, col) => (col < 240 ? 10 : col < 360 ? 50 : 0),
      noData: 0,
    }),
    'recurrence_0E_10N_v1_5_2024.tif': clip((row, col) => (col > 66 ? 100 : row > 70 ? 255 : col < 58 ? 60 : 0)),
    'transitions_0E_10N_v1_5_2024.tif': clip((_, col) => (col < 58 ? 6 : 1)),
  }
  const opened = await startOverLand({ after: (end) => ends.push(end as () => Promise<void>) }, tiles)
  service = opened.service
  authorization = { authorization: `Bearer ${await service.mint()}` }
})
after(async () => {
  for (const end of ends) await end()
})

interface Picture {
  bytes: Buffer
  width: number
  height: number
  at(x: number, y: number): number[]
}

async function picture(path: string, headers: Record<string, string> = {}): Promise<Picture> {
  const reply = await fetch(service.url + path, { headers })
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('content-type'), 'image/png')
  const bytes = Buffer.from(await reply.arrayBuffer())
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return {
    bytes,
    width,
    height,
    at: (x, y) => [...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3)],
  }
}

/** The addresses that a refused one is mended with, each of them tried. */
async function mendedAddresses(path: string): Promise<string[]> {
  const { status, body } = await service.get(path, authorization)
  assert.deepEqual([status, body.fix.body, body.fix.bodies], [400, undefined, undefined], path)
  const addresses = [...body.fix.call.matchAll(/"(http[^"]+)"/g)].map(([, address]) => new URL(address))
  for (const { pathname, search } of addresses) await picture(pathname + search, authorization)
  return addresses.map(({ href }) => href)
}

const [TREES, HOUSES, DRY, DEEP, LOST] = [
  [0, 100, 0],
  [250, 0, 0],
  [240, 235, 222],
  [16, 84, 168],
  [196, 176, 214],
]
/** Where the map begins in the sheet. */
const [LEFT, TOP, SIDE] = [24, 76, 560]

function hasWriting({ width, height, at }: Picture, from: number): boolean {
  for (let y = from; y < height; y++) for (let x = 0; x < width; x++) if (at(x, y)[0]! < 160) return true
  return false
}

describe('the map of a box', () => {
  test('shows every pixel where they fit: trees to the west, houses, then no data striped', async () => {
    const asked = 'min_lat=1.96&min_lon=10&max_lat=2&max_lon=10.04&grid_size=2'
    const map = await picture(`${LULC}?${asked}`, authorization)
    const across = (share: number, down = 0.1) => map.at(LEFT + Math.round(share * SIDE), TOP + Math.round(down * SIDE))
    assert.deepEqual(across(0.1), TREES)
    assert.deepEqual(across(0.45), TREES)
    assert.deepEqual(across(0.6), HOUSES)
    const greys = new Set(Array.from({ length: 12 }, (_, step) => String(across(0.85 + step / SIDE))))
    assert.deepEqual(greys, new Set(['226,226,226', '200,200,200']))
    assert.ok(hasWriting(map, map.height - 40), 'the attribution is written at the foot')
    assert.deepEqual((await picture(`${LULC}?${asked}`, authorization)).bytes, map.bytes, 'the same again')
  })

  test('colours each cell by its point where the pixels do not fit', async () => {
    const map = await picture(`${LULC}?min_lat=0&min_lon=6&max_lat=3&max_lon=9&grid_size=4`, authorization)
    const colours: Record<number, number[]> = {
      10: TREES!,
      50: HOUSES!,
      80: [0, 100, 200],
      40: [240, 150, 255],
      20: [255, 187, 34],
    }
    let compared = 0
    for (let row = 0; row < 4; row++)
      for (let col = 0; col < 4; col++) {
        const expected = colours[coverAt(row * 16 + 8, col * 16 + 8)]
        if (expected === undefined) continue
        compared++
        assert.deepEqual(
          map.at(LEFT + Math.round((col + 0.3) * (SIDE / 4)), TOP + Math.round((row + 0.3) * (SIDE / 4))),
          expected,
        )
      }
    assert.ok(compared >= 5)
  })

  test('is what the reply links to, and needs a key as the reply did', async () => {
    const box = { min_lat: 1.96, min_lon: 10, max_lat: 2, max_lon: 10.04 }
    const { body } = await service.post('/api/tool/satellite/lulc/bbox', box, authorization)
    const { pathname, search } = new URL(body.map)
    await picture(pathname + search, authorization)
    assert.equal((await service.get(pathname + search)).status, 401)
  })

  test('is refused where the box is none, and the fix is an address that works; across 180° two', async () => {
    for (const [asked, calls] of [
      ['min_lat=1&min_lon=179&max_lat=2&max_lon=-179', 2],
      ['min_lat=2&min_lon=7&max_lat=1&max_lon=8', 1],
      ['min_lat=2&min_lon=7&max_lat=2&max_lon=8', 1],
    ] as const)
      assert.equal((await mendedAddresses(`${LULC}?${asked}`)).length, calls)
  })

  test('of a long, a tall, a tiny, an unread and the largest box is drawn', async () => {
    for (const asked of [
      'min_lat=1.99&min_lon=10&max_lat=1.9901&max_lon=10.04',
      'min_lat=1.96&min_lon=10&max_lat=2&max_lon=10.0001',
      'min_lat=1.99&min_lon=10.01&max_lat=1.99000001&max_lon=10.01000001',
      'min_lat=-90&min_lon=0&max_lat=-89&max_lon=1',
      'min_lat=-89.99&min_lon=0&max_lat=-89.98&max_lon=0.01',
      'min_lat=-90&min_lon=-180&max_lat=90&max_lon=180&grid_size=20',
    ]) {
      const { width, height } = await picture(`${LULC}?${asked}`, authorization)
      assert.ok(width >= 500 && width < 1000 && height >= 300 && height < 800, `${asked}: ${width} x ${height}`)
    }
  })
})

describe('the map of a ring', () => {
  const RING = '/api/tool/satellite/lulc/polygon/map.png'

  test('is what the reply links to: pixels, the outline, and the sampled points', async () => {
    const coordinates = [
      [1.965, 10.002],
      [1.965, 10.03],
      [1.995, 10.002],
    ]
    const { body } = await service.post(
      '/api/tool/satellite/lulc/polygon',
      { coordinates, sample_points: 12 },
      authorization,
    )
    const { pathname, search } = new URL(body.map)
    assert.equal(pathname, RING)
    const map = await picture(pathname + search, authorization)
    const box = {
      west: 10.002 - 0.028 * 0.06,
      east: 10.03 + 0.028 * 0.06,
      north: 1.995 + 0.03 * 0.06,
      south: 1.965 - 0.03 * 0.06,
    }
    const [width, height] = [
      Math.round((SIDE * (box.east - box.west) * Math.cos((1.98 * Math.PI) / 180)) / (box.north - box.south)),
      SIDE,
    ]
    const at = (lat: number, lon: number) => [
      LEFT + Math.round(((lon - box.west) / (box.east - box.west)) * width),
      TOP + Math.round(((box.north - lat) / (box.north - box.south)) * height),
    ]
    const [x, y] = at(1.98, 10.002)
    const dark = [-2, -1, 0, 1, 2].some((step) => map.at(x! + step, y!).every((channel) => channel < 90))
    assert.ok(dark, 'the outline runs up the western side')
    assert.deepEqual(map.at(...(at(1.994, 10.0185) as [number, number])), TREES)
    assert.deepEqual(map.at(...(at(1.994, 10.025) as [number, number])), HOUSES)
    assert.equal((await service.get(pathname + search)).status, 401)
  })

  test('shows dots alone where the pixels do not fit, and there is none for a ring of many corners', async () => {
    const map = await picture(`${RING}?coordinates=1,6.5,1,8.5,2.5,7.5&sample_points=1`, authorization)
    assert.ok(map.width > 500)
    const many = Array.from({ length: 101 }, (_, index) => [
      1.5 + Math.sin(index / 16.08),
      7.5 + Math.cos(index / 16.08),
    ])
    const { body } = await service.post('/api/tool/satellite/lulc/polygon', { coordinates: many }, authorization)
    assert.equal(body.map, null)
  })

  test('is refused where the ring is none', async () => {
    for (const coordinates of ['1,6,1,7', '1,6,1,7,2', '91,6,1,7,2,6', '1,x,1,7,2,6', '1,6,2,7,1,7,2,6', '1,6,2,7,3,8'])
      assert.equal((await mendedAddresses(`${RING}?coordinates=${coordinates}`)).length, 1, coordinates)
    assert.equal((await mendedAddresses(`${RING}?coordinates=1,179,1,-179,2,-179,2,179&sample_points=3`)).length, 2)
  })
})

describe('the map of a search for water', () => {
  const pin = { lat: 5 - 64.5 * STEP, lng: 5 + 64.5 * STEP }
  const asked = `lat=${pin.lat}&lng=${pin.lng}&radii_m=50,100,200&bearings=4`

  test('shows water, what was lost, dry ground and what has no data where they are', async () => {
    const map = await picture(`${WATER}?${asked}`)
    const metresPerPixel = (2.02 * 200) / SIDE
    const at = (east: number, south: number) =>
      map.at(LEFT + SIDE / 2 + Math.round(east / metresPerPixel), TOP + SIDE / 2 + Math.round(south / metresPerPixel))
    assert.deepEqual(at(140, -60), DEEP)
    assert.deepEqual(at(-198, -100), LOST)
    assert.deepEqual(at(-120, 30), DRY)
    assert.ok(['226,226,226', '200,200,200'].includes(String(at(-60, 185))))
    assert.ok(hasWriting(map, map.height - 40), 'the attribution is written at the foot')
  })

  test('needs no key, and is what the reply links to', async () => {
    const { body } = await service.post('/api/water/distance', { ...pin, radii_m: [50, 100, 200], bearings: 4 })
    const { pathname, search } = new URL(body.map)
    assert.equal(`${pathname}${search}`, `${WATER}?${asked}`)
    assert.deepEqual((await picture(pathname + search)).bytes, (await picture(`${WATER}?${asked}`)).bytes)
    assert.equal((await service.get(`${WATER}?lat=5`)).status, 400)
    assert.equal((await service.get(`${WATER}?lat=5&lng=5&radii_m=100,50`)).status, 400)
  })

  test('shows as unread what lies within the search and beyond where the layer ends', async () => {
    for (const [lat, share] of [
      [79.9999, 0.3],
      [88, 0.3],
      [88, 0.6],
    ] as const) {
      const map = await picture(`${WATER}?lat=${lat}&lng=10&radii_m=100,500`)
      const colours = new Set(
        Array.from({ length: 12 }, (_, step) => String(map.at(LEFT + 245 + step, TOP + SIDE * share))),
      )
      assert.deepEqual(colours, new Set(['120,120,120', '70,70,70']), `${lat}`)
      assert.deepEqual(map.at(LEFT + 5, TOP + 5), [255, 255, 255], 'outside of the search nothing is said')
    }
  })

  test('is drawn where nothing could be read, and for the largest search', async () => {
    for (const other of [
      'lat=90&lng=0',
      'lat=33&lng=33',
      'lat=4.99&lng=5.01&radii_m=1000,5000&bearings=360',
      'lat=4.99&lng=5.01&radii_m=1',
    ])
      await picture(`${WATER}?${other}`)
  })
})

test('a box that begins at -180° is drawn from a window that begins a hair west of it', async () => {
  const values = new Uint8Array(120).fill(10)
  const bytes = await landUseMap({
    box: { west: -180, south: 0, east: -179.999, north: 0.001 },
    shows: 'pixels',
    cells: {
      ...{ west: 180 - FINE / 4, north: 0.001, pixelWidthDeg: FINE, pixelHeightDeg: 0.0001, columns: 12, rows: 10 },
      values,
      outcomes: new Uint8Array(values.length),
    },
    ...{ points: [], atPoints: null, ring: null, classes: { 10: 'trees' }, heading: 'edge', attribution: 'nobody' },
  })
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  for (const x of [LEFT + 5, LEFT + 300, LEFT + 540]) {
    const at = ((TOP + 100) * info.width + x) * info.channels
    assert.deepEqual([...data.subarray(at, at + 3)], TREES)
  }
})

test('no name in a legend of all classes runs into the figure beside it', async () => {
  const { codes } = describeLayer('worldcover')
  const values = Uint8Array.from(Object.keys(codes), Number)
  const size = { west: 0, north: 1, pixelWidthDeg: 0.1, pixelHeightDeg: 1, columns: values.length, rows: 1 }
  const bytes = await landUseMap({
    box: { west: 0, south: 0, east: 1.1, north: 1 },
    shows: 'pixels',
    cells: { ...size, values, outcomes: new Uint8Array(values.length) },
    points: [{ lat: 0.5, lng: 0.05 }],
    atPoints: { values: values.subarray(0, 1), outcomes: Uint8Array.of(0) },
    ring: null,
    classes: codes,
    heading: 'all classes',
    attribution: 'nobody',
  })
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const figure = info.width - LEFT - textWidth('no point') * 11
  for (let nth = 1; nth < values.length; nth++)
    for (let y = TOP + 20 * (nth + 1) + 8; y < TOP + 20 * (nth + 1) + 20; y++)
      for (let x = Math.floor(figure) - 8; x < figure - 1; x++)
        assert.equal(data[(y * info.width + x) * info.channels], 255, `entry ${nth}: ${x} ${y}`)
})

test('the plane of a map is true to five centimetres within 5 km, to 80° N', () => {
  for (const lat of [0, -15, 52, 70, 79.9])
    for (const [bearing, metres] of [
      [0, 5000],
      [90, 5000],
      [135, 700],
      [250, 4200],
    ] as const) {
      const pin = { lat, lng: 179.99 }
      const there = placeAt(pin, bearing, metres)
      const { east, north } = new LocalPlane(pin).metres(there)
      const angle = (bearing * Math.PI) / 180
      const off = Math.hypot(east - metres * Math.sin(angle), north - metres * Math.cos(angle))
      assert.ok(off < 0.05, `${lat} ${bearing} ${metres}: ${off}`)
      const back = new LocalPlane(pin).place(east, north)
      assert.ok(metresBetween(there, back) < 0.05)
      assert.ok(Math.abs(bearingTowards(pin, back) - bearing) < 0.1)
    }
})
