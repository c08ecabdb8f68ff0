import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Environment } from '../../src/config.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { drawGeoTiff } from '../support/geotiff.ts'
import { type RangeServer, startRangeServer } from '../support/range-server.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type StandInStac, startStandInStac } from './stand-in-stac.ts'

/** A small piece of land around a corner, each layer drawn by row and column from there. */
export interface Land {
  west: number
  north: number
  /** Layers that are not drawn are not there. */
  worldcover?: (row: number, col: number) => number
  lossyear?: (row: number, col: number) => number
  datamask?: (row: number, col: number) => number
  forest?: (row: number, col: number) => number
}

const FINE = 1 / 12_000
const COARSE = 1 / 4_000

/** 36 m a side would be enough for a pin: 240 fine pixels hold many, and 80 coarse ones cover the same ground. */
export const SIDE = { fine: 240, coarse: 80 }

/** The middle of a coarse pixel, which is that of nine fine ones. */
export function pinAt({ west, north }: Land, row: number, col: number): { lat: number; lng: number } {
  return { lat: north - (row + 0.5) * COARSE, lng: west + (col + 0.5) * COARSE }
}

export function tilesOf(land: Land): Record<string, Uint8Array> {
  const { west, north } = land
  const fine = { west, north, pixel: FINE, width: SIDE.fine, height: SIDE.fine, block: 64 }
  const coarse = { west, north, pixel: COARSE, width: SIDE.coarse, height: SIDE.coarse, block: -16 }
  const [south3, west3] = [Math.floor((north - 1e-9) / 3) * 3, Math.floor(west / 3) * 3]
  const [north10, west10] = [Math.ceil(north / 10) * 10, Math.floor(west / 10) * 10]
  const cover = `ESA_WorldCover_10m_2021_v200_${ns(south3, 2)}${ew(west3, 3)}_Map.tif`
  const hansen = (layer: string) =>
    `Hansen_GFC-2025-v1.13_${layer}_${pad(north10, 2)}${north10 < 0 ? 'S' : 'N'}_${pad(west10, 3)}${west10 < 0 ? 'W' : 'E'}.tif`
  const gfc = `JRC_GFC2020_V4_${north10 < 0 ? 'S' : 'N'}${Math.abs(north10)}_${west10 < 0 ? 'W' : 'E'}${Math.abs(west10)}.tif`
  return {
    ...(land.worldcover && { [cover]: drawGeoTiff({ ...fine, value: land.worldcover }) }),
    ...(land.lossyear && { [hansen('lossyear')]: drawGeoTiff({ ...coarse, value: land.lossyear }) }),
    ...(land.datamask && { [hansen('datamask')]: drawGeoTiff({ ...coarse, value: land.datamask }) }),
    ...(land.forest && { [gfc]: drawGeoTiff({ ...fine, value: land.forest }) }),
  }
}

const pad = (degrees: number, digits: number) => String(Math.abs(degrees)).padStart(digits, '0')
const ns = (degrees: number, digits: number) => `${degrees < 0 ? 'S' : 'N'}${pad(degrees, digits)}`
const ew = (degrees: number, digits: number) => `${degrees < 0 ? 'W' : 'E'}${pad(degrees, digits)}`

export interface DrawnService {
  service: TestService
  stac: StandInStac
  upstream: RangeServer
}

/** The service over drawn tiles in its layer folder; behind the folder stands an upstream that has nothing. */
export async function startOverLand(
  t: Pick<TestContext, 'after'>,
  tiles: Record<string, Uint8Array>,
  options: { clock?: Clock; env?: Environment } = {},
): Promise<DrawnService> {
  const folder = await mkdtemp(join(tmpdir(), 'witnessmark-land-'))
  await mkdir(join(folder, 'tiles'))
  for (const [name, bytes] of Object.entries(tiles)) await writeFile(join(folder, 'tiles', name), bytes)
  const [stac, upstream] = [await startStandInStac(), await startRangeServer()]
  const { url } = upstream
  const service = await startTestService(
    {
      LAYERS_DIR: folder,
      WORLDCOVER_URL: url,
      GSW_URL: url,
      HANSEN_URL: url,
      GFC2020_URL: url,
      STAC_URL: stac.url,
      ...options.env,
    },
    options.clock && { clock: options.clock },
  )
  t.after(async () => {
    await service.stop()
    await Promise.all([stac.stop(), upstream.stop()])
    await rm(folder, { recursive: true, force: true })
  })
  return { service, stac, upstream }
}
