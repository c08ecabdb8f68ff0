import assert from 'node:assert/strict'
import { basename } from 'node:path'
import test, { describe } from 'node:test'
import { describeLayer, LAYER_IDS, LAYERS } from '../../src/earth/registry/index.ts'
import { knownFile } from '../../src/earth/registry/known-file.ts'
import { allTiles, tilesAt, tilesIn } from '../../src/earth/registry/tiling.ts'
import type { LayerId } from '../../src/earth/types.ts'
import { random } from './random.ts'

describe('a place lies in the tile that upstream names', () => {
  const named: [LayerId, lat: number, lng: number, path: string][] = [
    ['worldcover', 48.5, -119.5, 'ESA_WorldCover_10m_2021_v200_N48W120_Map.tif'],
    ['worldcover', 0.2, 6.6, 'ESA_WorldCover_10m_2021_v200_N00E006_Map.tif'],
    ['worldcover', -0.2, -0.1, 'ESA_WorldCover_10m_2021_v200_S03W003_Map.tif'],
    ['gsw_recurrence', 5, 5, 'recurrence/recurrence_0E_10N_v1_5_2024.tif'],
    ['gsw_recurrence', -15, -55.7, 'recurrence/recurrence_60W_10S_v1_5_2024.tif'],
    ['gsw_transitions', -5, -5, 'transitions/transitions_10W_0N_v1_5_2024.tif'],
    ['hansen_lossyear', -3, -65, 'Hansen_GFC-2025-v1.13_lossyear_00N_070W.tif'],
    ['hansen_lossyear', 18.6, -71.7, 'Hansen_GFC-2025-v1.13_lossyear_20N_080W.tif'],
    ['hansen_datamask', -12, 130, 'Hansen_GFC-2025-v1.13_datamask_10S_130E.tif'],
    ['gfc2020', -3, -65, 'JRC_GFC2020_V4_N0_W70.tif'],
    ['gfc2020', -13, 5, 'JRC_GFC2020_V4_S10_E0.tif'],
  ]
  for (const [id, lat, lng, path] of named)
    test(`${path} for ${lat}, ${lng}`, () => {
      const { tiling, versions } = LAYERS[id]
      const [tile] = tilesAt(tiling, { lat, lng })
      assert.equal(versions[0].path(tile!.name), path)
    })

  test('and within its bounds, wherever it is', () => {
    const next = random(3)
    for (const id of LAYER_IDS) {
      const { tiling } = LAYERS[id]
      for (let n = 0; n < 500; n++) {
        const { south, north } = tiling.covers
        const place = { lat: south + next() * (north - south), lng: next() * 360 - 180 }
        const [tile] = tilesAt(tiling, place)
        assert.ok(place.lng >= tile!.west && place.lng < tile!.west + tiling.size)
        assert.ok(place.lat <= tile!.north && place.lat >= tile!.north - tiling.size)
        assert.deepEqual(allTiles(tiling).get(tile!.name), tile)
      }
    }
  })
})

test('tiles cover a box without gap or overlap, across 180° too', () => {
  const { tiling } = LAYERS.worldcover
  const names = (west: number, south: number, east: number, north: number) =>
    tilesIn(tiling, { west, south, east, north }).map(({ name }) => name)
  assert.deepEqual(names(9, 45, 12, 48), ['N45E009'])
  assert.deepEqual(names(8.9, 44.9, 12.1, 48.1).length, 9)
  assert.deepEqual(names(179, -17, 181, -16), ['S18E177', 'S18W180'])
  assert.equal(names(-180, -90, 180, 90).length, 120 * 48)
})

describe('the registry', () => {
  test('says of each layer its versions, licence, attribution and codes', () => {
    for (const id of LAYER_IDS) {
      const described = describeLayer(id)
      assert.equal(described.id, id)
      assert.equal(described.version, described.versions[0])
      assert.ok(described.licence && described.attribution && described.title)
      for (const code of Object.keys(described.codes))
        assert.ok(LAYERS[id].isCode(Number(code), LAYERS[id].versions[0]))
      for (const none of LAYERS[id].noData) assert.ok(!LAYERS[id].isCode(none, LAYERS[id].versions[0]))
    }
  })

  test('knows every file it names, and no other', () => {
    for (const id of LAYER_IDS)
      for (const version of LAYERS[id].versions) {
        const [tile] = tilesAt(LAYERS[id].tiling, { lat: -14.2, lng: -71.3 })
        const known = knownFile(`/some/where/${basename(version.path(tile!.name))}`)
        assert.deepEqual([known?.layer.id, known?.version.version, known?.tile], [id, version.version, tile])
      }
    for (const name of ['recurrence.tif', 'W080N20_LC100_v3.0.1_2019.tif', 'recurrence_999W_10N_v1_5_2024.tif', ''])
      assert.equal(knownFile(name), null)
  })
})
