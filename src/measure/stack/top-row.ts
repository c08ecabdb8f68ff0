import { type Cells, outlineOf } from './cells.ts'
import type { Lattice } from './lattice.ts'
import type { Plane } from './plane.ts'

/** A place without a crate has no lid, and shows two sides at most: its neighbours'. */
const LID = 0.8
const NO_LID = 0.35
const LEAST_OUTLINE = 0.5
const WHOLE_OUTLINE = 0.75
/** What a face shows against what the faces below it show on the average. */
const THE_SAME_FACE = 0.7

/** Of each place of the top row whether a crate is there: by its outline, and where that is faint by its face; and how alike those faces are. */
export function topRowOf({ cells }: Lattice, plane: Plane): { isThere: boolean[]; alike: number } {
  const { across, down } = cells
  if (down === 1) return { isThere: Array.from({ length: across }, () => true), alike: 1 }
  const usual = new Float32Array(SAMPLES * SAMPLES)
  for (let row = 1; row < down; row++) {
    for (let column = 0; column < across; column++) {
      faceOf(cells, plane, row, column).forEach((value, at) => {
        usual[at]! += value
      })
    }
  }
  const likeness = Array.from({ length: across }, (_, column) => likenessOf(faceOf(cells, plane, 0, column), usual))
  const isThere = likeness.map((alike, column) => {
    const outline = outlineOf(cells, 0, column)
    const [left, right, lid] = cells.sides.subarray(column * 4, column * 4 + 3)
    if (lid! > LID && Math.max(left!, right!) > LEAST_OUTLINE) return true
    if (lid! > NO_LID && outline > WHOLE_OUTLINE) return true
    return outline > LEAST_OUTLINE && alike > THE_SAME_FACE
  })
  const there = likeness.filter((_, column) => isThere[column])
  return { isThere, alike: there.reduce((sum, alike) => sum + alike, 0) / Math.max(1, there.length) }
}

const SAMPLES = 14
const INSET = 0.08

/** Without its mean: light differs. */
function faceOf({ columns, rows }: Cells, { width, values }: Plane, row: number, column: number): Float32Array {
  const [left, right] = [columns[column]!, columns[column + 1]!]
  const [top, bottom] = [rows[row]!, rows[row + 1]!]
  const face = new Float32Array(SAMPLES * SAMPLES)
  let mean = 0
  for (let at = 0; at < face.length; at++) {
    const u = INSET + ((1 - 2 * INSET) * ((at % SAMPLES) + 0.5)) / SAMPLES
    const v = INSET + ((1 - 2 * INSET) * (Math.floor(at / SAMPLES) + 0.5)) / SAMPLES
    const place = Math.round(top + v * (bottom - top)) * width + Math.round(left + u * (right - left))
    face[at] = values[place] ?? 0
    mean += face[at]! / face.length
  }
  return face.map((value) => value - mean)
}

function likenessOf(one: Float32Array, other: Float32Array): number {
  let [product, own, others] = [0, 0, 0]
  for (let at = 0; at < one.length; at++) {
    product += one[at]! * other[at]!
    own += one[at]! ** 2
    others += other[at]! ** 2
  }
  return product / (Math.sqrt(own * others) || 1)
}
