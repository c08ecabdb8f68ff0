import assert from 'node:assert/strict'
import { rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import test, { describe } from 'node:test'
import { LayerFolder } from '../../src/earth/sources/layer-folder.ts'
import type { Read } from '../../src/earth/types.ts'
import { COVER, coverAt, coverTile, store, tenDegrees } from './drawn-layers.ts'
import { openLayers } from './open-layers.ts'
import { random } from './random.ts'

function value(read: Read): number | string {
  return read.outcome === 'value' ? read.value : read.outcome === 'unread' ? read.cause : 'no_data'
}

describe('a place is read from the pixel it lies in', () => {
  test('tiles or strips, packed or plain, with or without differences', async (t) => {
    for (const changes of [
      { block: 16 },
      { block: 16, predictor: true },
      { block: -5 },
      { block: -5, predictor: true, compression: 'none' as const },
      { block: -64, compression: 'none' as const },
      { block: 16, tablesLast: true },
    ]) {
      const { layers, folder } = await openLayers(t)
      await store(folder, { [COVER('N45E009')]: coverTile(45, 9, changes) })
      const next = random(7)
      const pixels = Array.from({ length: 200 }, () => [Math.floor(next() * 64), Math.floor(next() * 64)] as const)
      const reads = await layers.read(
        'worldcover',
        pixels.map(([row, col]) => ({ lat: 48 - (row + 0.5) * (3 / 64), lng: 9 + (col + 0.5) * (3 / 64) })),
      )
      for (const [index, [row, col]] of pixels.entries()) {
        const read = reads[index]!
        assert.equal(value(read), coverAt(row, col), JSON.stringify({ changes, row, col }))
        assert.deepEqual('at' in read && 'row' in read.at && [read.at.row, read.at.col], [row, col])
      }
    }
  })

  test('blocks of the same bytes are the same pixels only if they are packed the same way', async (t) => {
    const { layers, folder } = await openLayers(t)
    await store(folder, {
      'recurrence_0E_10N_v1_5_2024.tif': tenDegrees(10, 0, () => 5, { block: 16 }),
      'recurrence_10E_10N_v1_5_2024.tif': tenDegrees(10, 10, (_, col) => 5 * ((col % 16) + 1), {
        block: 16,
        predictor: true,
      }),
    })
    const third = 2.5 * (10 / 80)
    const reads = await layers.read(
      'gsw_recurrence',
      [third, 10 + third].map((lng) => ({ lat: 9.9, lng })),
    )
    assert.deepEqual(reads.map(value), [5, 15])
  })

  test('with layer, version, year, tile, row, column and attribution', async (t) => {
    const { layers, folder } = await openLayers(t)
    await store(folder, { [`a/b/${COVER('S03W060')}`]: coverTile(-3, -60) })
    const [read] = await layers.read('worldcover', [{ lat: -0.1, lng: -59.9 }])
    assert.deepEqual(read, {
      outcome: 'value',
      value: coverAt(2, 2),
      at: {
        layer: 'worldcover',
        version: 'v200',
        year: 2021,
        resolution_m: 10,
        tile: 'S03W060',
        attribution:
          '© ESA WorldCover project 2021 / Contains modified Copernicus Sentinel data (2021) processed by ESA WorldCover consortium',
        row: 2,
        col: 2,
      },
    })
  })

  test('6.60 degrees is the column it names, not the one before', async (t) => {
    const { layers, folder } = await openLayers(t)
    const clip = coverTile(0, 6, { pixel: 1 / 12_000, west: 6.59, north: 1.5, width: 200, height: 64 })
    await store(folder, { [COVER('N00E006')]: clip })
    const [read] = await layers.read('worldcover', [{ lat: 1.499, lng: 6.6 }])
    assert.equal(read!.outcome === 'value' && read!.at.col, 120)
  })

  test('on a line between tiles the one that the line names answers, the other where it cannot', async (t) => {
    const { layers, folder } = await openLayers(t)
    const upper = coverTile(48, 9, { value: () => 10 })
    const lower = coverTile(45, 9, { value: () => 20 })
    await store(folder, { [COVER('N48E009')]: upper, [COVER('N45E009')]: lower })
    const line = [{ lat: 48, lng: 10 }]
    const [southEdge] = await layers.read('worldcover', line)
    assert.deepEqual(southEdge!.outcome === 'value' && [southEdge!.value, southEdge!.at.row], [10, 63])
    await rm(join(folder, COVER('N48E009')))
    const [northLine] = await layers.read('worldcover', line)
    assert.deepEqual(northLine!.outcome === 'value' && [northLine!.value, northLine!.at.row], [20, 0])
  })

  test('either side of 180 degrees, and 180 itself as -180', async (t) => {
    const { layers, folder } = await openLayers(t)
    await store(folder, {
      [COVER('N63E177')]: coverTile(63, 177, { value: () => 30 }),
      [COVER('N63W180')]: coverTile(63, -180, { value: () => 60 }),
    })
    const reads = await layers.read(
      'worldcover',
      [179.999, 180, -180, -179.999, 540].map((lng) => ({ lat: 64, lng })),
    )
    assert.deepEqual(reads.map(value), [30, 60, 60, 60, 60])
  })

  test('in the order of the places, over several tiles', async (t) => {
    const { layers, folder } = await openLayers(t)
    await store(folder, {
      [COVER('N45E009')]: coverTile(45, 9, { value: () => 30 }),
      [COVER('N45E012')]: coverTile(45, 12, { value: () => 60 }),
    })
    const places = [12.5, 9.5, 13.5, 11.5, 9.1].map((lng) => ({ lat: 46, lng }))
    assert.deepEqual((await layers.read('worldcover', places)).map(value), [60, 30, 60, 30, 30])
  })
})

describe('what has no value here never becomes one', () => {
  test('no data, a number outside the legend, outside a clip, outside the mapped latitudes, and no place at all', async (t) => {
    const { layers, folder, server } = await openLayers(t)
    server.fail(500)
    const clip = coverTile(45, 9, { width: 3, height: 1, block: -1, value: (_, col) => [0, 37, 40][col]! })
    await store(folder, { [COVER('N45E009')]: clip })
    const pixel = 3 / 64
    const places = [
      { lat: 48 - pixel / 2, lng: 9 + pixel * 0.5 },
      { lat: 48 - pixel / 2, lng: 9 + pixel * 1.5 },
      { lat: 48 - pixel / 2, lng: 9 + pixel * 2.5 },
      { lat: 46, lng: 10 },
      { lat: 84.5, lng: 10 },
      { lat: -90, lng: 10 },
      { lat: Number.NaN, lng: 10 },
      { lat: 46, lng: Number.POSITIVE_INFINITY },
    ]
    const reads = await layers.read('worldcover', places)
    assert.deepEqual(reads.map(value), [
      'no_data',
      'upstream_error',
      40,
      'upstream_error',
      ...Array(4).fill('outside_coverage'),
    ])
    for (const read of reads) assert.equal('value' in read, read.outcome === 'value')
  })

  test('a sparse block holds what the file calls no data', async (t) => {
    const { layers, folder } = await openLayers(t)
    const tile = Buffer.from(tenDegrees(10, 0, () => 50, { noData: 255, block: -80, compression: 'none' }))
    const offsets = tagAt(tile, 273)
    tile.writeUInt32LE(0, offsets + 8)
    tile.writeUInt32LE(0, tagAt(tile, 279) + 8)
    await store(folder, { 'recurrence_0E_10N_v1_5_2024.tif': tile })
    const [read] = await layers.read('gsw_recurrence', [{ lat: 5, lng: 5 }])
    assert.equal(value(read!), 'no_data')
  })

  test('lossyear 0 is a value, datamask 0 is no data, and a year after the map ends is neither', async (t) => {
    const { layers, folder, server } = await openLayers(t)
    server.fail(500)
    await store(folder, {
      'Hansen_GFC-2023-v1.11_lossyear_10N_000E.tif': tenDegrees(10, 0, (_, col) => (col < 40 ? 0 : 24)),
      'Hansen_GFC-2025-v1.13_datamask_10N_000E.tif': tenDegrees(10, 0, (_, col) => Math.min(3, Math.floor(col / 20))),
    })
    const at = (...lngs: number[]) => lngs.map((lng) => ({ lat: 5, lng }))
    assert.deepEqual((await layers.read('hansen_lossyear', at(1, 9))).map(value), [0, 'upstream_error'])
    assert.deepEqual((await layers.read('hansen_datamask', at(1, 3, 6, 9))).map(value), [
      'no_data',
      1,
      2,
      'upstream_error',
    ])
  })
})

function tagAt(tiff: Buffer, tag: number): number {
  const entries = tiff.readUInt16LE(8)
  for (let entry = 10; entry < 10 + entries * 12; entry += 12) if (tiff.readUInt16LE(entry) === tag) return entry
  throw new Error(`no tag ${tag}`)
}

describe('the folder', () => {
  test('the newest version is read, and an older one where it lies alone', async (t) => {
    const { layers, folder } = await openLayers(t)
    const tile = (level: number) => tenDegrees(10, -60, () => level)
    await store(folder, { 'x/recurrence_60W_10Nv1_4_2021.tif': tile(40) })
    const read = async () => (await layers.read('gsw_recurrence', [{ lat: 5, lng: -55 }]))[0]!
    const older = await read()
    assert.deepEqual(older.outcome === 'value' && [older.value, older.at.version, older.at.year], [40, 'v1_4', 2021])
    await store(folder, { 'y/recurrence_60W_10N_v1_5_2024.tif': tile(50) })
    const newer = await read()
    assert.deepEqual(newer.outcome === 'value' && [newer.value, newer.at.version, newer.at.year], [50, 'v1_5', 2024])
  })

  test('a file that appears, moves, is replaced or goes is noticed at the next read', async (t) => {
    const { layers, folder } = await openLayers(t)
    const read = async () => value((await layers.read('worldcover', [{ lat: 46, lng: 10 }]))[0]!)
    assert.equal(await read(), 'no_data')
    const name = COVER('N45E009')
    await store(folder, { [`deep/er/${name}`]: coverTile(45, 9, { value: () => 30 }) })
    assert.equal(await read(), 30)
    await rename(join(folder, 'deep', 'er', name), join(folder, name))
    assert.equal(await read(), 30)
    await store(folder, { [name]: coverTile(45, 9, { value: () => 60, predictor: true }) })
    assert.equal(await read(), 60)
    await rm(join(folder, name))
    assert.equal(await read(), 'no_data')
  })

  test('links to files and folders are followed, but not in circles', async (t) => {
    const { layers, folder } = await openLayers(t)
    const elsewhere = (await openLayers(t)).folder
    await store(elsewhere, { [`deep/${COVER('N45E009')}`]: coverTile(45, 9, { value: () => 30 }) })
    await store(folder, { 'a/b/readme.txt': Buffer.from('nothing') })
    await symlink(folder, join(folder, 'a', 'b', 'up'))
    await symlink(elsewhere, join(folder, 'a', 'other'))
    assert.equal(value((await layers.read('worldcover', [{ lat: 46, lng: 10 }]))[0]!), 30)
    assert.equal((await new LayerFolder(folder).list()).length, 1)
  })

  test('several clips of one tile answer together, and upstream for what none of them holds', async (t) => {
    const { layers, folder, server } = await openLayers(t)
    const name = COVER('N45E009')
    const clip = (west: number, code: number) => coverTile(45, 9, { west, width: 16, value: () => code })
    await store(folder, { [`west/${name}`]: clip(9, 30), [`east/${name}`]: clip(11, 60) })
    server.put(name, coverTile(45, 9, { value: () => 80 }))
    const reads = await layers.read(
      'worldcover',
      [9.1, 11.1, 10.5].map((lng) => ({ lat: 46, lng })),
    )
    assert.deepEqual(reads.map(value), [30, 60, 80])
    assert.equal(server.served.length, 2)
  })

  test('a damaged file there hands over to upstream', async (t) => {
    const { layers, folder, server } = await openLayers(t)
    const name = COVER('N45E009')
    const whole = coverTile(45, 9, { value: () => 30 })
    server.put(name, coverTile(45, 9, { value: () => 60 }))
    const read = async () => value((await layers.read('worldcover', [{ lat: 45.1, lng: 11.9 }]))[0]!)
    for (const damaged of [
      whole.subarray(0, 40),
      whole.subarray(0, whole.length - 20),
      Buffer.from('nothing'),
      coverTile(45, 12),
    ]) {
      await store(folder, { [name]: damaged })
      assert.equal(await read(), 60)
    }
    server.fail('dead')
    const { layers: offline } = await openLayers(t, { folder })
    assert.equal(value((await offline.read('hansen_lossyear', [{ lat: 45.1, lng: 11.9 }]))[0]!), 'not_found')
  })
})
