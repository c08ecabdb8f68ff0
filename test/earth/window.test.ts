import assert from 'node:assert/strict'
import test, { describe } from 'node:test'
import geodesic from 'geographiclib-geodesic'
import { type Layers, PIXEL, type Place, type Window } from '../../src/earth/types.ts'
import { drawGeoTiff } from '../support/geotiff.ts'
import { COVER, coverTile, store, tenDegrees } from './drawn-layers.ts'
import { openLayers } from './open-layers.ts'

const OUTCOMES = { value: PIXEL.value, no_data: PIXEL.noData, unread: PIXEL.unread }

function centres({ rows, columns, north, west, pixelHeightDeg, pixelWidthDeg }: Window): Place[] {
  return Array.from({ length: rows * columns }, (_, index) => ({
    lat: north - (Math.floor(index / columns) + 0.5) * pixelHeightDeg,
    lng: west + ((index % columns) + 0.5) * pixelWidthDeg,
  }))
}

/** Every pixel of the window is what a read of its centre is, and stands where the tile says it does. */
async function equalsReads(layers: Layers, window: Window): Promise<void> {
  const reads = await layers.read(window.layer, centres(window))
  for (const [index, read] of reads.entries()) {
    assert.equal(window.outcomes[index], OUTCOMES[read.outcome], JSON.stringify({ index, read }))
    assert.equal(window.values[index], read.outcome === 'value' ? read.value : 0)
    assert.equal(window.whys[window.causes[index]! - 1], read.outcome === 'value' ? undefined : read.why)
    if (read.outcome !== 'value') continue
    const place = { row: Math.floor(index / window.columns), col: index % window.columns }
    assert.ok(
      window.tiles.some(
        ({ tile, rowOffset, colOffset }) =>
          tile === read.at.tile && place.row + rowOffset === read.at.row && place.col + colOffset === read.at.col,
      ),
    )
  }
}

describe('a window', () => {
  test('in one tile, over a corner of four, and across 180° holds what reads of its pixels hold', async (t) => {
    const { layers, folder } = await openLayers(t)
    const tiles: [number, number, string][] = [
      [45, 9, 'N45E009'],
      [45, 12, 'N45E012'],
      [48, 9, 'N48E009'],
      [48, 12, 'N48E012'],
      [63, 177, 'N63E177'],
      [63, -180, 'N63W180'],
    ]
    const value = (south: number, west: number) => (row: number, col: number) =>
      [10, 20, 30, 40, 50, 60, 70, 80][(row * 5 + col * 3 + south + west + 360) % 8]!
    for (const [south, west, name] of tiles)
      await store(folder, { [COVER(name)]: coverTile(south, west, { value: value(south, west) }) })
    for (const around of [
      { centre: { lat: 46.5, lng: 10.5 }, radiusM: 40_000 },
      { centre: { lat: 48.01, lng: 11.99 }, radiusM: 60_000 },
      { centre: { lat: 64.5, lng: 179.99 }, radiusM: 40_000 },
      { centre: { lat: 64.5, lng: -179.99 }, radiusM: 40_000 },
      { bbox: { west: 179.2, south: 64, east: -179.3, north: 64.6 } },
      { bbox: { west: 9, south: 45, east: 12, north: 48 } },
      { centre: { lat: 46.5, lng: 10.5 }, radiusM: 1 },
    ]) {
      const window = await layers.window('worldcover', around)
      assert.ok(window.outcomes.every((outcome) => outcome === PIXEL.value))
      assert.ok(window.west >= -180 && window.west < 180)
      await equalsReads(layers, window)
    }
  })

  test('tells open ocean, what has no data, what lies beside a clip and what could not be read apart', async (t) => {
    const { layers, folder, server } = await openLayers(t)
    const clip = coverTile(45, 9, { width: 64, height: 64, value: (row, col) => (row < 2 ? 0 : col > 60 ? 10 : 40) })
    await store(folder, { [COVER('N45E009')]: clip })
    const ocean = await layers.window('worldcover', { bbox: { west: 11.5, south: 47.5, east: 12.5, north: 48.2 } })
    await equalsReads(layers, ocean)
    assert.deepEqual(new Set(ocean.outcomes), new Set([PIXEL.value, PIXEL.noData]))
    assert.ok(ocean.whys.some((why) => /ocean/.test(why)) && ocean.whys.some((why) => /no data/.test(why)))
    assert.equal(ocean.reads, 3)

    server.fail(500)
    const dead = await layers.window('worldcover', { bbox: { west: 8.5, south: 47, east: 9.5, north: 47.5 } })
    assert.deepEqual(new Set(dead.outcomes), new Set([PIXEL.value, PIXEL.unread]))
    assert.deepEqual(
      dead.tiles.map(({ tile, outcome, cause }) => [tile, outcome, cause]),
      [
        ['N45E006', 'unread', 'upstream_error'],
        ['N45E009', 'read', null],
      ],
    )
    assert.deepEqual(dead.whys, [`127.0.0.1:${new URL(server.url).port} failed over ${COVER('N45E006')} (status 500)`])
  })

  test('says of each pixel what is true of it: beside the clip, of a damaged block, no code, no data', async (t) => {
    const { layers, folder } = await openLayers(t)
    const clip = drawGeoTiff({
      west: 5,
      north: 5,
      pixel: 0.01,
      width: 64,
      height: 64,
      block: 32,
      value: (row, col) => (row === 40 ? 101 : row === 50 ? 255 : col),
    })
    clip.fill(0, clip.length - 20)
    await store(folder, { 'recurrence_0E_10N_v1_5_2024.tif': clip })
    const window = await layers.window('gsw_recurrence', { bbox: { west: 4.9, south: 4.4, east: 5.6, north: 5.1 } })
    await equalsReads(layers, window)
    const whyAt = (lat: number, lng: number) => {
      const [row, col] = [(window.north - lat) / window.pixelHeightDeg, (lng - window.west) / window.pixelWidthDeg]
      return window.whys[window.causes[Math.floor(row) * window.columns + Math.floor(col)]! - 1]
    }
    assert.match(whyAt(4.905, 4.955)!, /outside .*; .*404/)
    assert.match(whyAt(4.595, 5.105)!, /holds 101, .*; .*404/)
    assert.match(whyAt(4.595, 5.405)!, /does not unpack.*; .*404/)
    assert.equal(whyAt(4.495, 5.105), 'the layer has no data here')
    assert.equal(whyAt(4.905, 5.105), undefined)
  })

  test('beside a clip of land cover is unread, not ocean: upstream cannot say that there is no such tile', async (t) => {
    const { layers, folder } = await openLayers(t)
    await store(folder, { [COVER('N45E009')]: coverTile(45, 9, { width: 32 }) })
    await layers.read('worldcover', [{ lat: 46, lng: 11 }])
    const window = await layers.window('worldcover', { bbox: { west: 10, south: 46, east: 11, north: 47 } })
    assert.deepEqual(new Set(window.outcomes), new Set([PIXEL.value, PIXEL.unread]))
    assert.match(window.whys.join(), /outside .*; upstream has no/)
    await equalsReads(layers, window)
  })

  test('over a tile that vanished upstream since its header was read could not be read, and is no ocean', async (t) => {
    const { layers, server } = await openLayers(t)
    server.put(COVER('N45E009'), coverTile(45, 9))
    assert.equal((await layers.read('worldcover', [{ lat: 47.9, lng: 9.1 }]))[0]!.outcome, 'value')
    server.fail(404)
    const window = await layers.window('worldcover', { centre: { lat: 45.2, lng: 11.8 }, radiusM: 5_000 })
    assert.deepEqual(new Set(window.outcomes), new Set([PIXEL.unread]))
    assert.deepEqual(
      window.tiles.map(({ outcome, cause }) => [outcome, cause]),
      [['unread', 'not_found']],
    )
  })

  test('over clips of one tile that overlap holds what reads hold: the first file that answers', async (t) => {
    const { layers, folder } = await openLayers(t)
    const clip = (west: number, code: number) => coverTile(45, 9, { west, width: 32, value: () => code })
    await store(folder, {
      [`a/${COVER('N45E009')}`]: clip(9.75, 30),
      [`b/${COVER('N45E009')}`]: clip(9, 60),
      [COVER('N45E009', '2020_v100')]: coverTile(45, 9, { value: () => 80 }),
    })
    const window = await layers.window('worldcover', { bbox: { west: 9, south: 46, east: 12, north: 47 } })
    await equalsReads(layers, window)
    assert.deepEqual(new Set(window.values), new Set([30, 60, 80]))
  })

  test('beside two clips of the same name says so once', async (t) => {
    const { layers, folder } = await openLayers(t)
    const clip = (north: number) => tenDegrees(10, 0, () => 5, { width: 10, height: 10, north })
    await store(folder, {
      'a/recurrence_0E_10N_v1_5_2024.tif': clip(10),
      'b/recurrence_0E_10N_v1_5_2024.tif': clip(8),
    })
    const window = await layers.window('gsw_recurrence', { bbox: { west: 4, south: 4, east: 6, north: 6 } })
    assert.equal(window.whys.length, 1)
    assert.equal(window.whys[0]!.match(/outside/g)!.length, 1)
    await equalsReads(layers, window)
  })

  test('beside a clip is unread where upstream has no more of it', async (t) => {
    const { layers, folder } = await openLayers(t)
    await store(folder, { 'recurrence_0E_10N_v1_5_2024.tif': tenDegrees(10, 0, () => 5, { width: 40 }) })
    const window = await layers.window('gsw_recurrence', { bbox: { west: 4, south: 4, east: 6, north: 6 } })
    const unread = window.outcomes.filter((outcome) => outcome === PIXEL.unread).length
    assert.equal(unread, window.outcomes.length / 2)
    await equalsReads(layers, window)
    assert.ok(window.whys.some((why) => /outside/.test(why)) && window.whys.some((why) => /404/.test(why)))
  })

  test('around a place reaches as far as the circle in every direction, at any latitude', async (t) => {
    const { layers, folder } = await openLayers(t)
    for (const [name, lat, lng] of [
      ['N69E018', 70.3, 19.4],
      ['N00E006', 1.5, 7.5],
    ] as const) {
      const clip = { west: lng - 0.2, north: lat + 0.1, pixel: 1 / 12_000, width: 4_800, height: 2_400, block: 512 }
      await store(folder, { [COVER(name)]: coverTile(0, 0, { ...clip, value: () => 10 }) })
      const centre = { lat, lng }
      for (const radiusM of [25, 5_000]) {
        const window = await layers.window('worldcover', { centre, radiusM })
        for (let bearing = 0; bearing < 360; bearing += 15) {
          const { lat2, lon2 } = geodesic.Geodesic.WGS84.Direct(centre.lat, centre.lng, bearing, radiusM)
          const col = (lon2! - window.west) / window.pixelWidthDeg
          const row = (window.north - lat2!) / window.pixelHeightDeg
          assert.ok(
            col >= 0 && col <= window.columns && row >= 0 && row <= window.rows,
            JSON.stringify({ bearing, radiusM }),
          )
        }
      }
    }
  })

  test('where the layer was never mapped has no pixels, and at the edge of the mapped only those that were', async (t) => {
    const { layers } = await openLayers(t)
    for (const lat of [-90, -75, 85, 90]) {
      const window = await layers.window('gsw_recurrence', { centre: { lat, lng: 10 }, radiusM: 5_000 })
      assert.deepEqual([window.rows, window.columns, window.values.length], [0, 0, 0])
      assert.match(window.whys[0]!, /mapped/)
    }
    const edge = await layers.window('gsw_recurrence', { centre: { lat: 80, lng: 10 }, radiusM: 1_000 })
    assert.ok(edge.rows > 0 && edge.north <= 80 + 1e-9)
  })

  test('of no place, or of half the world, is refused', async (t) => {
    const { layers } = await openLayers(t)
    await assert.rejects(layers.window('worldcover', { centre: { lat: Number.NaN, lng: 1 }, radiusM: 5 }), RangeError)
    await assert.rejects(
      layers.window('worldcover', { bbox: { west: -90, south: -50, east: 90, north: 50 } }),
      RangeError,
    )
  })
})
