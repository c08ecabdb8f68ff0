import type { Grounds } from './grounds.ts'
import type { Lattice } from './lattice.ts'

/** How much of a line through the middle is seen, by how much of the seams is. */
const SEEN_THROUGH = { mostSeams: 0.6, someSeams: 0.35 }
const SOME_SEAMS = 0.8
const SHIFTED = -0.12
const INTERRUPTED = 0.96
const LAID_BETWEEN = 0.35

/**
 * One row is known by the next, which is laid between its faces. Rows laid like bricks repeat by twos, too: then a line
 * runs through the middle, below it the columns are others, and no seam is seen from end to end.
 */
export function isLaidLikeBricks({ halves, down }: Lattice, grounds: Grounds): boolean {
  if (grounds.laidBetween > LAID_BETWEEN) return true
  if (down === 1 || grounds.meanUpright > INTERRUPTED) return false
  const least = grounds.meanUpright < SOME_SEAMS ? SEEN_THROUGH.someSeams : SEEN_THROUGH.mostSeams
  return grounds.halves.level > least && halves.down.columns < SHIFTED
}
