import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type DrawnRaster, drawGeoTiff } from '../support/geotiff.ts'

const CLASSES = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 100]

/** A land-cover tile of 64 by 64 large pixels whose class follows from row and column. */
export function coverTile(south: number, west: number, changes: Partial<DrawnRaster> = {}): Uint8Array {
  return drawGeoTiff({
    west,
    north: south + 3,
    pixel: 3 / 64,
    width: 64,
    height: 64,
    value: coverAt,
    noData: 0,
    ...changes,
  })
}

export function coverAt(row: number, col: number): number {
  return CLASSES[(row * 7 + col * 3) % CLASSES.length]!
}

/** A ten-degree tile of 80 by 80 pixels. */
export function tenDegrees(
  north: number,
  west: number,
  value: (row: number, col: number) => number,
  changes: Partial<DrawnRaster> = {},
): Uint8Array {
  return drawGeoTiff({ west, north, pixel: 10 / 80, width: 80, height: 80, value, ...changes })
}

export async function store(folder: string, files: Record<string, Uint8Array>): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
}

export const COVER = (tile: string, version = '2021_v200') => `ESA_WorldCover_10m_${version}_${tile}_Map.tif`
