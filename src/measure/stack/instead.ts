import { isCutOff } from './cut-off.ts'
import { areFacesDoubtful, hasUnlikeLine, isDoubtful } from './doubts.ts'
import { cellSize } from './grid.ts'
import { type Grounds, groundsOf } from './grounds.ts'
import { isFiner, type Lattice } from './lattice.ts'
import type { Seen } from './seen.ts'
import { sureValue } from './sure.ts'
import { countFaces } from './top-row.ts'

const AS_STRIKING = 0.92
const FEWEST_FACES = 4
/** How much larger its faces may be: blocks of crates repeat as crates do. */
const LARGER = 2.5

/**
 * Where the place of the most striking lattice is doubtful, the next that is hardly less striking and that nothing speaks against.
 * It has to reach as far, unless it is a line of the doubtful one that was unlike the rest: a part of a load is no count of it.
 */
export function insteadOf(
  doubtful: Lattice,
  grounds: Grounds,
  { lattices, evidence, rectified }: Seen,
): Lattice | undefined {
  if (areFacesDoubtful(doubtful, grounds)) return undefined
  const mayBeLess = hasUnlikeLine(grounds)
  return lattices.find((other) => {
    if (other === doubtful || other.score < AS_STRIKING * doubtful.score) return false
    if (other.value < sureValue(other) || countFaces(other) < FEWEST_FACES) return false
    if (faceArea(other) > LARGER * faceArea(doubtful)) return false
    if (!mayBeLess && !reachesAsFar(other, doubtful)) return false
    const own = groundsOf(other, evidence, rectified)
    return areSeamsSeenAsWell(own, grounds) && !isCutOff(other, own) && !isDoubtful(other, own)
  })
}

/** Whether what is counted may be parts of faces, or several in one: then there is no count. */
export function isDividedOtherwise(lattice: Lattice, { lattices }: Seen): boolean {
  return lattices.some((other) => isOtherRow(other, lattice) || isBetterCoarser(other, lattice))
}

const HOLDS_AS_WELL = 0.9
const SAME_END = 0.4

/** From end to end the same single row, in another number of faces: ribs repeat by twos as well as by threes. */
function isOtherRow(other: Lattice, row: Lattice): boolean {
  if (row.down !== 1 || other.down !== 1 || other.across === row.across) return false
  const apart = SAME_END * Math.min(cellSize(row)[0], cellSize(other)[0])
  const isFromEndToEnd = Math.abs(other.left - row.left) < apart && Math.abs(other.right - row.right) < apart
  return isFromEndToEnd && other.score > HOLDS_AS_WELL * row.score
}

const BETTER = 1.03

/** Pairs of crates repeat as crates do, no better: where they do, the crates are the pairs. */
function isBetterCoarser(other: Lattice, lattice: Lattice): boolean {
  return other.score > lattice.score && other.value > BETTER * lattice.value && isFiner(lattice, other)
}

const NEARLY_AS_WELL = 0.1

/** Lines that lie between the seams repeat as the seams do, and are not seen. */
function areSeamsSeenAsWell(one: Grounds, other: Grounds): boolean {
  return one.meanUpright > other.meanUpright - NEARLY_AS_WELL && one.meanLevel > other.meanLevel - NEARLY_AS_WELL
}

function faceArea(lattice: Lattice): number {
  const [wide, tall] = cellSize(lattice)
  return wide * tall
}

/** Within half a face. */
function reachesAsFar(one: Lattice, other: Lattice): boolean {
  const [wide, tall] = cellSize(one)
  return (
    one.left < other.left + wide / 2 &&
    one.right > other.right - wide / 2 &&
    one.top < other.top + tall / 2 &&
    one.bottom > other.bottom - tall / 2
  )
}
