import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readHeader } from '../../src/earth/raster/header.ts'
import { readBlock } from '../../src/earth/raster/raster.ts'
import { localBytes } from '../../src/earth/sources/local-bytes.ts'
import { drawGeoTiff } from '../support/geotiff.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import { rounds } from '../support/rounds.ts'
import { startOverLand } from './drawn-land.ts'
import { random } from './random.ts'

const CLIP = 'earth/dominican-republic/Hansen_GFC-2023-v1.11_lossyear_20N_080W.tif'

test(
  'on a clip of the Dominican Republic, loss after 2020 and only that is not to be visited',
  needsShared(CLIP),
  async (t) => {
    const path = sharedData + CLIP
    const bytes = localBytes(path, 'lossyear')
    const header = await readHeader(bytes)
    const { width, height, west, north, pixelWidth: pixel, blockHeight } = header
    const years = new Uint8Array(width * height)
    for (let top = 0; top < height; top += blockHeight)
      years.set(await readBlock(header, top / blockHeight, bytes), top * width)
    assert.deepEqual(
      [...new Set(years)].sort((a, b) => a - b),
      Array.from({ length: 24 }, (_, year) => year),
    )

    const mask = drawGeoTiff({ west, north, pixel, width, height, block: -50, value: () => 1 })
    const cover = { west, north, pixel: pixel / 3, width: 3 * width, height: 3 * height, block: 128, value: () => 40 }
    const { service } = await startOverLand(t, {
      'Hansen_GFC-2023-v1.11_lossyear_20N_080W.tif': readFileSync(path),
      'Hansen_GFC-2023-v1.11_datamask_20N_080W.tif': mask,
      'ESA_WorldCover_10m_2021_v200_N18W072_Map.tif': drawGeoTiff(cover),
    })

    const next = random(20)
    const seen = { lost: 0, before: 0, none: 0 }
    for (let round = 0; round < rounds(2, 40); round++) {
      // Half of the pins where something was lost, which is a small part of the land.
      const pixels = Array.from({ length: 250 }, () => {
        for (;;) {
          const [row, col] = [5 + Math.floor(next() * (height - 10)), 5 + Math.floor(next() * (width - 10))]
          if (next() < 0.05 || years[row * width + col]! > 0) return { row, col, year: years[row * width + col]! }
        }
      })
      const pins = pixels.map(({ row, col }) => ({ lat: north - (row + 0.5) * pixel, lng: west + (col + 0.5) * pixel }))
      const { status, body } = await service.post('/api/prescreen', { pins })
      assert.equal(status, 200)
      assert.deepEqual(body.could_not_screen, [])
      for (const { index, loss_year, read } of body.do_not_visit) {
        const { year, row, col } = pixels[index]!
        assert.ok(year >= 21)
        assert.deepEqual(
          [loss_year, read.value, read.row, read.col, read.version],
          [2000 + year, year, row, col, 'v1.11'],
        )
        seen.lost++
      }
      for (const { index, score, loss } of body.ranked) {
        const { year } = pixels[index]!
        assert.ok(year <= 20)
        assert.equal(loss.year, year === 0 ? null : 2000 + year)
        assert.equal(loss.seen_until, 2023)
        assert.equal(score, 1)
        if (year === 0) seen.none++
        else seen.before++
      }
    }
    assert.ok(seen.lost > 10 && seen.before > 100 && seen.none > 10, JSON.stringify(seen))
  },
)
