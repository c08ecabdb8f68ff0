import type { Grounds } from './grounds.ts'
import type { Lattice } from './lattice.ts'

/** How much of a line through the middle is seen, by how much of the seams is. */
const SEEN_THROUGH = { mostSeams: 0.6, someSeams: 0.35 }
const SOME_SEAMS = 0.8
const SHIFTED = -0.12
const INTERRUPTED = 0.96
const LAID_BETWEEN = 0.35
/** Of what is seen of the level seams. */
const SEEN_AS_WELL = 0.75
const SEEN_AT_ALL = 0.2
const BONDED = { alike: 0.3, more: 0.3, through: 0.3, rows: 0.5 }

/**
 * One row is known by the next, which is laid between its faces, and from end to end every second is like it. Rows laid
 * like bricks repeat by twos, too: then a line runs through the middle, and the upper half of a face is laid between the
 * lower ones, or the line is about as well seen as those above and below it, below it the columns are others, and no
 * seam is seen from end to end.
 */
export function isLaidLikeBricks(lattice: Lattice, grounds: Grounds): boolean {
  return grounds.laidBetween > LAID_BETWEEN || isLaidByTwos(lattice, grounds) || isBonded(lattice, grounds)
}

function isLaidByTwos({ halves, down }: Lattice, { meanUpright, meanLevel, halves: { level } }: Grounds): boolean {
  if (down === 1 || meanUpright > INTERRUPTED || halves.down.columns > SHIFTED) return false
  if (level > SEEN_AT_ALL && level > SEEN_AS_WELL * meanLevel) return true
  return level > (meanUpright < SOME_SEAMS ? SEEN_THROUGH.someSeams : SEEN_THROUGH.mostSeams)
}

function isBonded({ bond }: Lattice, { halves: { level } }: Grounds): boolean {
  const { rows, halves } = bond()
  return rows > BONDED.rows || (level > BONDED.through && halves.alike > BONDED.alike && halves.more > BONDED.more)
}
