import { type Beyond, beyondOf } from './beyond.ts'
import { SHAPES } from './counts.ts'
import type { Evidence } from './evidence.ts'
import { columnLike, rowLike, shownColumn, shownRow } from './extent.ts'
import { cellSize } from './grid.ts'
import type { Lattice } from './lattice.ts'
import type { Rectified } from './rectify.ts'
import { halvesOf, levelThirdsOf, seamsOf, unseenShare } from './seams.ts'
import { tonesTogether } from './tones.ts'

/** What speaks for a lattice, or against it, beside how well it repeats. */
export interface Grounds {
  /** What is past each side, and how like the faces it is. */
  sides: (Beyond & { like: number })[]
  /** How like the others the most unlike column is, and the most unlike row below the top. */
  leastColumn: number
  leastRow: number
  /** Of the seams between faces: the share of stretches that are not seen, and how much of all is. */
  unseenUpright: number
  unseenLevel: number
  meanUpright: number
  meanLevel: number
  /** Of three rows and more: how much is seen of the upright seams of the bottom row, against those of the rows above it. */
  bottomSeams: number
  /** How much is seen of lines that would part every face in two, where the halves would still be faces. */
  halves: { upright: number; level: number }
  /** The same of level lines that would part every face in three. */
  levelThirds: number
  /** Of two rows: how much they change their tone together. */
  tonesOfTwoRows: number
  /** How like the faces the rows above and below are, laid like bricks upon them. */
  laidBetween: number
  /** Of a single row that could be two: how much of a line right through it is seen, away from lid and bottom. */
  throughOne: number
}

export function groundsOf(lattice: Lattice, evidence: Evidence, { inFrame, plane }: Rectified): Grounds {
  const { faces, across, down } = lattice
  const likes = {
    left: [columnLike(faces, lattice, -1), shownColumn(faces, lattice, -1)],
    right: [columnLike(faces, lattice, across), shownColumn(faces, lattice, across)],
    top: [rowLike(faces, lattice, -1), shownRow(faces, lattice, -1)],
    bottom: [rowLike(faces, lattice, down), shownRow(faces, lattice, down)],
  } as const
  const { upright, level } = seamsOf(evidence, lattice)
  const halves = halvesOf(evidence, lattice)
  const [wide, tall] = cellSize(lattice)
  const shape = wide / tall
  return {
    sides: beyondOf(evidence, lattice, inFrame).map((beyond) => ({
      ...beyond,
      like: likes[beyond.side][0],
      shown: Math.min(beyond.shown, likes[beyond.side][1]),
    })),
    leastColumn: leastOf(0, across, (column) => columnLike(faces, lattice, column)),
    leastRow: leastOf(down > 1 ? 1 : 0, down, (row) => rowLike(faces, lattice, row)),
    unseenUpright: unseenShare(upright),
    unseenLevel: unseenShare(level),
    meanUpright: upright.length === 0 ? 1 : meanOf(upright),
    meanLevel: level.length === 0 ? 1 : meanOf(level),
    bottomSeams: down > 2 ? againstTheRest(upright, down - 1) : 1,
    laidBetween: Math.max(faces.laidBetween(-1), faces.laidBetween(down)),
    throughOne: down === 1 && shape * 2 < NEARLY * SHAPES[1] ? throughOf(evidence, lattice) : 0,
    halves: {
      upright: shape / 2 > SHAPES[0] / NEARLY ? meanOf(halves.upright) : 0,
      level: shape * 2 < SHAPES[1] ? meanOf(halves.level) : 0,
    },
    levelThirds: meanOf(levelThirdsOf(evidence, lattice)),
    tonesOfTwoRows: down === 2 ? tonesTogether(plane, lattice) : 0,
  }
}

/** What is a little flatter than a face can be may be one whose lines are a little off. */
const NEARLY = 1.15
const AWAY_FROM_ENDS = 0.2

function throughOf({ level }: Evidence, { left, right, top, bottom }: Lattice): number {
  let most = 0
  const away = AWAY_FROM_ENDS * (bottom - top)
  for (let row = Math.round(top + away); row < bottom - away; row++)
    most = Math.max(most, level.share(row, Math.round(left) + 2, Math.round(right) - 2))
  return most
}

/** Stretches lie seam by seam, each from its top to its bottom. */
function againstTheRest(upright: readonly number[], stretchesOfSeam: number): number {
  const isBottom = (at: number) => at % stretchesOfSeam === stretchesOfSeam - 1
  const rest = meanOf(upright.filter((_, at) => !isBottom(at)))
  return rest === 0 ? 1 : meanOf(upright.filter((_, at) => isBottom(at))) / rest
}

function leastOf(from: number, to: number, value: (at: number) => number): number {
  return Math.min(...Array.from({ length: to - from }, (_, index) => value(from + index)))
}

function meanOf(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
}
