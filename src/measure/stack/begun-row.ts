import { cellsOf, shareBeside } from './cells.ts'
import type { Evidence } from './evidence.ts'
import type { Lattice } from './lattice.ts'
import { nearest } from './line-evidence.ts'

const LEAST_MEAN = 0.82
const LEAST_SIDE = 0.6

/** The top row may be begun only, and then its few crates say little of where the load ends: they are looked for. */
export function withBegunRow(evidence: Evidence, lattice: Lattice): Lattice {
  const { left, right, top, bottom, across, down, cells } = lattice
  const tall = (bottom - top) / down
  const above = top - tall
  if (above < 2 || across < 2) return lattice
  const found = Array.from({ length: across }, (_, column) => {
    const [from, to] = [cells.columns[column]!, cells.columns[column + 1]!]
    const lid = nearest(evidence.level, above, tall, from + 1, to - 1)
    const sides = [
      lid.share,
      shareBeside(evidence.upright, from, Math.round(above), top),
      shareBeside(evidence.upright, to, Math.round(above), top),
    ]
    const mean = sides.reduce((sum, share) => sum + share, 0) / 3
    return mean >= LEAST_MEAN && Math.min(...sides) >= LEAST_SIDE ? lid.at : null
  })
  const lids = found.filter((at) => at !== null).sort((a, b) => a - b)
  if (lids.length === 0) return lattice
  const box = { left, right, top: lids[lids.length >> 1]!, bottom }
  return { ...lattice, ...box, down: down + 1, cells: cellsOf(evidence, box, across, down + 1) }
}
