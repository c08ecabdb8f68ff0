import type { Pixels } from '../../imaging/decode.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { type Facing, type Optics, type Stand, standsOf, tiltOf } from './facing.ts'
import { fieldOf } from './field.ts'
import { gradientsOf } from './gradients.ts'
import { type Abstention, judge } from './judge.ts'
import { type Lattice, latticesOf } from './lattice.ts'
import { brightness, type Plane } from './plane.ts'
import { type Rectified, rectify } from './rectify.ts'
import { segmentsOf } from './segments.ts'
import { REASONS } from './sentences.ts'

export interface StackReading {
  crate_faces: number | null
  across: number | null
  down: number | null
  abstained: { code: Abstention; reason: string } | null
  retake: 'square_on' | null
}

/** What was seen, for whoever draws it. */
export interface StackMarks {
  lattice: Lattice | null
  filled: boolean[] | null
  facing: Facing
  tilt: number
  /** From the lattice's pixels to the picture's. */
  place(x: number, y: number): readonly [x: number, y: number]
}

const LONGEST_SIDE = 1024
const SMALLEST_SIDE = 48
/** Of a telephone's main camera, against the longer side of its picture. */
const USUAL_FOCAL = 0.78

export function countStack(pixels: Pixels, focalPx: number | null): { reading: StackReading; marks: StackMarks } {
  const plane = brightness(pixels, LONGEST_SIDE)
  const { width, height } = plane
  const scale = width / pixels.width
  const optics = { width, height, focalPx: focalPx === null ? USUAL_FOCAL * Math.max(width, height) : focalPx * scale }
  if (Math.min(width, height) < SMALLEST_SIDE)
    return abstained('no_lattice', { yaw: 0, pitch: 0, roll: 0 }, null, null, null, scale)
  const stands = standsOf(segmentsOf(gradientsOf(plane)), optics)
  const { stand, rectified, evidence, best } = stands
    .map((stand) => seenFrom(stand, plane, optics))
    .reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one))
  const { abstained: code, filled } = judge(best, evidence, rectified, stand)
  const lattice = filled === null ? null : best!
  if (code !== null) return abstained(code, stand, lattice, filled, rectified, scale)
  return {
    reading: {
      crate_faces: filled!.filter(Boolean).length,
      across: lattice!.across,
      down: lattice!.down,
      abstained: null,
      retake: null,
    },
    marks: marksOf(stand, lattice, filled, rectified, scale),
  }
}

interface Seen {
  stand: Stand
  rectified: Rectified
  evidence: Evidence
  best: Lattice | undefined
}

function seenFrom(stand: Stand, plane: Plane, optics: Optics): Seen {
  const rectified = rectify(plane, stand, optics)
  const gradients = gradientsOf(rectified.plane)
  const evidence = evidenceOf(gradients, rectified.inFrame)
  const [best] = latticesOf(fieldOf(gradients), evidence, rectified.inFrame)
  return { stand, rectified, evidence, best }
}

function scoreOf({ best }: Seen): number {
  return best?.score ?? Number.NEGATIVE_INFINITY
}

function abstained(
  code: Abstention,
  facing: Facing,
  lattice: Lattice | null,
  filled: boolean[] | null,
  rectified: Rectified | null,
  scale: number,
): { reading: StackReading; marks: StackMarks } {
  return {
    reading: {
      crate_faces: null,
      across: null,
      down: null,
      abstained: { code, reason: REASONS[code] },
      retake: code === 'taken_at_an_angle' ? 'square_on' : null,
    },
    marks: marksOf(facing, lattice, filled, rectified, scale),
  }
}

function marksOf(
  facing: Facing,
  lattice: Lattice | null,
  filled: boolean[] | null,
  rectified: Rectified | null,
  scale: number,
): StackMarks {
  return {
    lattice,
    filled,
    facing,
    tilt: tiltOf(facing),
    place(x, y) {
      const [px, py] = rectified?.taken(x, y) ?? [x, y]
      return [px / scale, py / scale]
    },
  }
}
