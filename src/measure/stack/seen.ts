import { combAtTheFrame } from './comb.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import type { Optics, Stand } from './facing.ts'
import { fieldOf } from './field.ts'
import { gradientsOf } from './gradients.ts'
import type { Grid } from './grid.ts'
import { type Lattice, latticesOf } from './lattice.ts'
import type { Plane } from './plane.ts'
import { type Rectified, rectify } from './rectify.ts'
import { outlinesOf } from './spans.ts'

/** What a picture shows from one stand of the camera. */
export interface Seen {
  stand: Stand
  rectified: Rectified
  evidence: Evidence
  /** Best first. */
  lattices: Lattice[]
  /** Whole crates of a load that the frame cuts off, known by its seams. */
  comb: Grid | null
}

export function seenFrom(stand: Stand, plane: Plane, optics: Optics): Seen {
  const rectified = rectify(plane, stand, optics)
  const gradients = gradientsOf(rectified.plane)
  const evidence = evidenceOf(gradients, rectified.inFrame)
  const outlines = outlinesOf(evidence)
  return {
    stand,
    rectified,
    evidence,
    lattices: latticesOf(fieldOf(gradients), evidence, outlines, rectified.inFrame),
    comb: combAtTheFrame(evidence, outlines, rectified.inFrame),
  }
}
