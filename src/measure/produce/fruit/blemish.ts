import { blobsOf } from './blobs.ts'
import type { Skin } from './skin.ts'

/** Browns lie below this hue, all of a sound skin's greens and yellows above it. */
const BROWN_HUE = 77
const GREEN_GAP = 30
/** Against sound skin near by: this much darker is blemished whatever its hue, less dark only where it is browner too. */
const MUCH_DARKER = 0.62
const DARKER = 0.84
const BROWNER_DEG = 3
const BLACK_L = 14
const LEAST_SOUND = 0.1
const BINS = 8
const LEAST_IN_BIN = 20
/** Near the rim a cell shows more skin than its own size, up to this many times. */
const LEAST_FACING = 0.3

export interface Blemishes {
  areaPx: number
  /** On the round skin, in flat image pixels. */
  skinPx: number
  /** Of the judged skin. */
  share: number
  /** How many spots: flecks are many, a bruise is one. */
  spots: number
  at: Uint8Array
}

/**
 * Brown, or darker than the sound skin near by that lies as deep inside the outline: shading falls off toward the rim
 * and away from the light, a bruise does neither.
 */
export function blemishesOf(skin: Skin): Blemishes {
  const hue = huesOf(skin)
  const sound: number[] = []
  for (let cell = 0; cell < hue.length; cell++) {
    if (skin.judged[cell] && hue[cell]! >= BROWN_HUE && skin.l[cell]! >= BLACK_L) sound.push(cell)
  }
  const isAllBrown = sound.length < LEAST_SOUND * skin.judgedCells
  const soundHue = isAllBrown ? BROWN_HUE : median(sound.map((cell) => hue[cell]!))
  const brownHue = Math.max(BROWN_HUE, soundHue - GREEN_GAP)
  const brightness = relativeBrightness(skin, sound)
  const nearBrightness = tilesOf(skin, sound, brightness, 1)
  const nearHue = tilesOf(skin, sound, hue, soundHue)
  const at = new Uint8Array(hue.length)
  let cells = 0
  let skinCells = 0
  for (let cell = 0; cell < at.length; cell++) {
    if (!skin.judged[cell]) continue
    const darkness = brightness[cell]! / nearBrightness(cell)
    const isBrown = hue[cell]! < brownHue || (darkness < DARKER && hue[cell]! < nearHue(cell) - BROWNER_DEG)
    if (!isBrown && skin.l[cell]! >= BLACK_L && darkness >= MUCH_DARKER) continue
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

/** Lightness over that of sound skin as far from the outline. */
function relativeBrightness(skin: Skin, sound: number[]): Float32Array {
  const bins: number[][] = Array.from({ length: BINS }, () => [])
  for (const cell of sound) bins[binOf(skin, cell)]!.push(skin.l[cell]!)
  const references = bins.map((values) => (values.length < LEAST_IN_BIN ? Number.NaN : median(values)))
  const known = references.filter((value) => !Number.isNaN(value))
  const usual = known.length === 0 ? 1 : median(known)
  return skin.l.map((l, cell) => {
    const reference = references[binOf(skin, cell)]!
    return l / (Number.isNaN(reference) ? usual : reference)
  })
}

/** The median over sound cells about a cell, in tiles as large as half a thickness, straight between their middles. */
function tilesOf(skin: Skin, sound: number[], values: Float32Array, otherwise: number): (cell: number) => number {
  const side = Math.max(4, skin.halfWidthCells)
  const columns = Math.ceil(skin.width / side) + 1
  const rows = Math.ceil(skin.height / side) + 1
  const tiles: number[][] = Array.from({ length: columns * rows }, () => [])
  for (const cell of sound) {
    const column = Math.round((cell % skin.width) / side)
    const row = Math.round(Math.floor(cell / skin.width) / side)
    tiles[row * columns + column]!.push(values[cell]!)
  }
  const medians = tiles.map((tile) => (tile.length < LEAST_IN_BIN ? Number.NaN : median(tile)))
  return (cell) => {
    const across = (cell % skin.width) / side
    const down = Math.floor(cell / skin.width) / side
    const tile = Math.floor(down) * columns + Math.floor(across)
    const [right, lower] = [across % 1, down % 1]
    let sum = 0
    let weights = 0
    for (const [offset, weight] of [
      [0, (1 - right) * (1 - lower)],
      [1, right * (1 - lower)],
      [columns, (1 - right) * lower],
      [columns + 1, right * lower],
    ] as const) {
      const value = medians[tile + offset]
      if (value === undefined || Number.isNaN(value)) continue
      sum += weight * value
      weights += weight
    }
    return weights > 0 ? sum / weights : otherwise
  }
}

function binOf(skin: Skin, cell: number): number {
  return Math.min(BINS - 1, Math.floor((BINS * skin.depth[cell]!) / skin.halfWidthCells))
}

function median(values: number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1]!
}
