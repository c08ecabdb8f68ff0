import type { Pixels } from '../../imaging/decode.ts'
import { closerStandsOf } from './closer.ts'
import { type Facing, type Optics, otherYawsOf, standsOf, tiltOf, untilted } from './facing.ts'
import { gradientsOf } from './gradients.ts'
import { type Abstention, isDrowned, type Judgement, judge, seenAtAnAngle } from './judge.ts'
import { brightness, type Plane } from './plane.ts'
import type { Rectified } from './rectify.ts'
import { seenFrom } from './seen.ts'
import { segmentsOf } from './segments.ts'
import { REASONS } from './sentences.ts'
import { countFaces, type Stacked } from './top-row.ts'

export interface StackReading {
  crate_faces: number | null
  across: number | null
  down: number | null
  abstained: { code: Abstention; reason: string } | null
  retake: 'square_on' | null
}

/** What was seen, for whoever draws it. */
export interface StackMarks {
  lattice: Stacked | null
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
    return { reading: abstention('no_lattice'), marks: marksOf({ yaw: 0, pitch: 0, roll: 0 }, null, null, scale) }
  const { abstained, seen, lattice } = judgementOf(plane, optics)
  const marks = marksOf(seen.stand, lattice, seen.rectified, scale)
  if (abstained !== null) return { reading: abstention(abstained), marks }
  const { across, down } = lattice!
  const crate_faces = countFaces(lattice!)
  return { reading: { crate_faces, across, down, abstained: null, retake: null }, marks }
}

/** A load that is drowned is small; what grass alone shows from anywhere is less than half of this. */
const LEAST_SCORE_OF_DROWNED = 0.035

function judgementOf(plane: Plane, optics: Optics): Judgement {
  const segments = segmentsOf(gradientsOf(plane))
  const stands = standsOf(segments, optics)
  const judgement = judge(stands.map((stand) => seenFrom(stand, plane, optics)))
  if (!isDrowned(judgement)) return judgement
  for (const stand of [...otherYawsOf(segments, optics, stands), untilted(stands[0])]) {
    const atAnAngle = seenAtAnAngle(seenFrom(stand, plane, optics), LEAST_SCORE_OF_DROWNED)
    if (atAnAngle !== null) return atAnAngle
  }
  for (const closer of closerStandsOf(segments, optics, judgement.seen)) {
    const judged = judge(closer.map((stand) => seenFrom(stand, plane, optics)))
    if (judged.abstained === 'row_out_of_frame') return judged
  }
  return judgement
}

function abstention(code: Abstention): StackReading {
  return {
    crate_faces: null,
    across: null,
    down: null,
    abstained: { code, reason: REASONS[code] },
    retake: code === 'taken_at_an_angle' ? 'square_on' : null,
  }
}

function marksOf(facing: Facing, lattice: Stacked | null, rectified: Rectified | null, scale: number): StackMarks {
  return {
    lattice,
    filled: lattice === null ? null : filledOf(lattice),
    facing,
    tilt: tiltOf(facing),
    place(x, y) {
      const [px, py] = rectified?.taken(x, y) ?? [x, y]
      return [px / scale, py / scale]
    },
  }
}

/** Faces, row by row, from the top. */
function filledOf({ across, down, topRow }: Stacked): boolean[] {
  return Array.from({ length: across * down }, (_, cell) => cell >= across || (cell >= topRow.from && cell < topRow.to))
}
