import type { Box } from './box.ts'

/** A part of the picture that a model looks at; an edge is inner where the picture goes on beyond it. */
export interface Region {
  left: number
  top: number
  width: number
  height: number
  inner: { left: boolean; top: boolean; right: boolean; bottom: boolean }
}

/** Each level halves the tiles, which overlap by a sixth or more of their side so that what one cuts another holds whole. */
const OVERSIZE = 1.2
const MOST_LEVELS = 3
/** Shrunk by no more than this, a tile is taken to be near its native resolution. */
const NEAR_NATIVE = 1.5

export function wholeOf(width: number, height: number): Region {
  return { left: 0, top: 0, width, height, inner: { left: false, top: false, right: false, bottom: false } }
}

/** 2 x 2 tiles of 0.6, 4 x 4 of 0.3, and so on, until a tile shown at `side` pixels is near its native resolution. */
export function tilesOf(width: number, height: number, side: number): Region[] {
  const levels = Array.from({ length: levelsFor(width, height, side) }, (_, index) => 2 ** (index + 1))
  return levels.flatMap((across) => gridOf(width, height, across))
}

/** The smallest tile that is looked at. */
export function finestOf(width: number, height: number, side: number): Region {
  return gridOf(width, height, 2 ** levelsFor(width, height, side))[0]!
}

function levelsFor(width: number, height: number, side: number): number {
  const halvings = Math.ceil(Math.log2((Math.max(width, height) * OVERSIZE) / (side * NEAR_NATIVE)))
  return Math.min(Math.max(halvings, 1), MOST_LEVELS)
}

function gridOf(width: number, height: number, across: number): Region[] {
  const [tileWidth, tileHeight] = [Math.round((width * OVERSIZE) / across), Math.round((height * OVERSIZE) / across)]
  return Array.from({ length: across * across }, (_, index) => {
    const [column, row] = [index % across, Math.floor(index / across)]
    return {
      left: Math.round(((width - tileWidth) * column) / (across - 1)),
      top: Math.round(((height - tileHeight) * row) / (across - 1)),
      width: tileWidth,
      height: tileHeight,
      inner: { left: column > 0, top: row > 0, right: column < across - 1, bottom: row < across - 1 },
    }
  })
}

/** A box that ends at an inner edge is part of a thing: the tile beside it or the whole picture shows the rest. */
export function isCut([x1, y1, x2, y2]: Box, { left, top, width, height, inner }: Region, margin: number): boolean {
  return (
    (inner.left && x1 - left < margin) ||
    (inner.top && y1 - top < margin) ||
    (inner.right && left + width - x2 < margin) ||
    (inner.bottom && top + height - y2 < margin)
  )
}
