import type { Point } from '../types.ts'
import type { TracedMarker } from './edges.ts'
import type { CardMarker } from './layout.ts'
import { bend, type Frame, type Lens, straighten } from './lens.ts'
import { lineThrough, meet } from './lines.ts'

/** From a marker's middle to its corners, in their order. */
const WAYS: readonly Point[] = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
]

/** In the card's frame, on a print whose ink spread by `growthMm` at every edge. */
export function printedCorners({ centreMm, halfMm }: CardMarker, growthMm: number): Point[] {
  const half = halfMm + growthMm
  return WAYS.map(([x, y]) => [centreMm[0] + x * half, centreMm[1] + y * half])
}

/**
 * Where the sides meet, as the lens shows it. A bent lens bows the sides: they are straight lines, and may be
 * lengthened to their corners, only once its term is taken out.
 */
export function seenCorners({ sides }: TracedMarker, frame: Frame, lens: Lens): Point[] {
  const lines = sides.map((side) => lineThrough(side.map((point) => straighten(frame.toFrame(point), lens))))
  return lines.map((line, index) => bend(meet(lines[(index + 3) % 4]!, line), lens))
}
