import type { Grounds } from './grounds.ts'
import type { Lattice } from './lattice.ts'

/** The next row is laid between the faces of this one. */
const LAID_BETWEEN = 0.35
/** From end to end every second row is more alike. */
const BY_TURNS = 0.5
/** So alike once moved to the side, and so much more than unmoved: less is enough where a line between the two is seen. */
const MOVED = { alike: 0.5, more: 0.4 }
const MOVED_ABOVE_A_LINE = { alike: 0.3, more: 0.3 }
const LINE_SEEN = 0.3

/** Rows laid like bricks, row by row, or by twos taken for one. */
export function isLaidLikeBricks(lattice: Lattice, grounds: Grounds): boolean {
  if (grounds.laidBetween > LAID_BETWEEN) return true
  const { rows, halves, byTurns } = lattice.bond()
  if (byTurns > BY_TURNS || (rows.alike > MOVED_ABOVE_A_LINE.alike && rows.more > MOVED_ABOVE_A_LINE.more)) return true
  const least = grounds.halves.level > LINE_SEEN ? MOVED_ABOVE_A_LINE : MOVED
  if (halves.alike < least.alike) return false
  return halves.more > least.more || areSeamsInterrupted(lattice, grounds)
}

const SHIFTED = -0.12
const INTERRUPTED = 0.96
/** How much of a line through the middle is seen, by how much of the seams is. */
const SEEN_THROUGH = { mostSeams: 0.6, someSeams: 0.35 }
const SOME_SEAMS = 0.8
/** Of what is seen of the level seams. */
const SEEN_AS_WELL = 0.75
const SEEN_AT_ALL = 0.2

/** A line through the middle is about as well seen as those above and below it, below it the columns are others, and no seam is seen from end to end. */
export function areSeamsInterrupted(
  { halves, down }: Lattice,
  { meanUpright, meanLevel, halves: { level } }: Grounds,
): boolean {
  if (down === 1 || meanUpright > INTERRUPTED || halves.down.columns > SHIFTED) return false
  if (level > SEEN_AT_ALL && level > SEEN_AS_WELL * meanLevel) return true
  return level > (meanUpright < SOME_SEAMS ? SEEN_THROUGH.someSeams : SEEN_THROUGH.mostSeams)
}
