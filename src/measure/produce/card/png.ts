import sharp from 'sharp'
import type { Paper } from '../types.ts'
import { cardLayout } from './layout.ts'
import { renderCardPixels } from './raster.ts'

/** The PNG carries its resolution, so that "actual size" means the same to every program that prints it. */
export async function cardPng(options: { paper: Paper; dpi: number }): Promise<Uint8Array> {
  const { width, height, data } = renderCardPixels(cardLayout(options))
  return sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
    .withDensity(options.dpi)
    .toBuffer()
}
