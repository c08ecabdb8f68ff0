import { blobsOf } from './blobs.ts'
import type { Skin } from './skin.ts'

/** Browns lie below this hue, all of a sound skin's greens and yellows above it. */
const BROWN_HUE = 77
const GREEN_GAP = 30
const DARKER = 0.62
const BLACK_L = 14
const LEAST_SOUND = 0.1
const BINS = 8
/** Near the rim a cell shows more skin than its own size, up to this many times. */
const LEAST_FACING = 0.3

export interface Blemishes {
  /** Of the judged skin. */
  share: number
  areaPx: number
  /** On the round skin, in flat image pixels. */
  skinPx: number
  /** How many spots: flecks are many, a bruise is one. */
  spots: number
  soundHue: number
  at: Uint8Array
}

/** Brown, or much darker than sound skin as far from the outline is: shading falls off toward the rim, a bruise does not. */
export function blemishesOf(skin: Skin): Blemishes {
  const hue = huesOf(skin)
  const sound: number[] = []
  for (let cell = 0; cell < hue.length; cell++) {
    if (skin.judged[cell] && hue[cell]! >= BROWN_HUE && skin.l[cell]! >= BLACK_L) sound.push(cell)
  }
  const soundHue = sound.length < LEAST_SOUND * skin.judgedCells ? BROWN_HUE : median(sound.map((cell) => hue[cell]!))
  const brownHue = Math.max(BROWN_HUE, soundHue - GREEN_GAP)
  const reference = brightnessByDepth(skin, sound)
  const at = new Uint8Array(hue.length)
  let cells = 0
  let skinCells = 0
  for (let cell = 0; cell < at.length; cell++) {
    if (!skin.judged[cell]) continue
    const expected = reference[binOf(skin, cell)]!
    const isDark = skin.l[cell]! < BLACK_L || skin.l[cell]! < DARKER * expected
    if (hue[cell]! >= brownHue && !isDark) continue
    at[cell] = 1
    cells += 1
    const toMiddle = Math.max(0, 1 - skin.depth[cell]! / skin.halfWidthCells)
    skinCells += 1 / Math.max(LEAST_FACING, Math.sqrt(1 - toMiddle * toMiddle))
  }
  const { blobs } = blobsOf({ width: skin.width, height: skin.height, at })
  return {
    share: skin.judgedCells === 0 ? 0 : cells / skin.judgedCells,
    areaPx: cells * skin.cellPx ** 2,
    skinPx: skinCells * skin.cellPx ** 2,
    spots: blobs.filter(({ size }) => size >= 3).length,
    soundHue,
    at,
  }
}

function huesOf({ judged, a, b }: Skin): Float32Array {
  const hue = new Float32Array(judged.length)
  for (let cell = 0; cell < hue.length; cell++) {
    if (judged[cell]) hue[cell] = (Math.atan2(b[cell]!, a[cell]!) * 180) / Math.PI
  }
  return hue
}

function brightnessByDepth(skin: Skin, sound: number[]): number[] {
  const bins: number[][] = Array.from({ length: BINS }, () => [])
  for (const cell of sound) bins[binOf(skin, cell)]!.push(skin.l[cell]!)
  return bins.map((values) => (values.length < 20 ? 0 : median(values)))
}

function binOf(skin: Skin, cell: number): number {
  return Math.min(BINS - 1, Math.floor((BINS * skin.depth[cell]!) / skin.halfWidthCells))
}

function median(values: number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1]!
}
