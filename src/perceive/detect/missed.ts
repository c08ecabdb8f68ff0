import type { Mode } from './modes.ts'
import { NANODET_SIDE } from './nanodet-head.ts'
import { finestOf } from './tiles.ts'

/** What a reading says nothing about. */
export interface CouldMiss {
  /** Of a thing's height and width, in pixels of the picture. */
  smaller_than_px: number
  /** The same as a share of the picture's area. */
  smaller_than_share: number
  why: string
}

/** Of a thing as the model is shown it, never more than its own pixels: of those smaller, most were missed where it was measured. */
const SHOWN_PX = 20

interface Size {
  width: number
  height: number
}

export function couldMiss(looked: Size, picture: Size, mode: Mode): CouldMiss {
  const shown = mode === 'thorough' ? finestOf(looked.width, looked.height, NANODET_SIDE) : looked
  const smallest = SHOWN_PX * Math.max(1, Math.max(shown.width, shown.height) / NANODET_SIDE)
  const px = Math.ceil((smallest * Math.max(picture.width, picture.height)) / Math.max(looked.width, looked.height))
  return {
    smaller_than_px: px,
    smaller_than_share: Number(((smallest * smallest) / (looked.width * looked.height)).toPrecision(2)),
    why: `Most things under about ${px} x ${px} pixels of this picture are missed: that none is listed says nothing.`,
  }
}
