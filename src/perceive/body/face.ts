import { type Box, iou } from '../detect/box.ts'
import type { Pyramid } from '../detect/pyramid.ts'
import type { ModelsAt } from '../models.ts'
import { session } from '../session.ts'
import { inPicture, type Place, shown, type View } from './view.ts'

export interface FaceFound {
  /** A score, not a probability. */
  score: number
  box: Box
  /** The person's own right and left. */
  rightEye: Place
  leftEye: Place
}

const SIDE = 256
const FLOOR = 0.5
const MOST_OVERLAP = 0.3
/** Cells in a row of the two grids, and how many faces each cell may claim. */
const GRIDS = [
  { cells: 16, claims: 2, scores: 'Identity:0', boxes: 'Identity_2:0' },
  { cells: 8, claims: 6, scores: 'Identity_1:0', boxes: 'Identity_3:0' },
]
const NUMBERS = 16

/** Faces in an upright square of the picture, best first. */
export async function facesIn(pyramid: Pyramid, view: View, models: ModelsAt): Promise<FaceFound[]> {
  const net = await session(models, 'blazeface')
  const seen = shown(pyramid, view, SIDE)
  const out = await net.run({ 'input:0': seen.map((value) => value * 2 - 1) })
  const found: FaceFound[] = []
  for (const { cells, claims, scores, boxes } of GRIDS) {
    for (let claim = 0; claim < cells * cells * claims; claim++) {
      const score = 1 / (1 + Math.exp(-out[scores]![claim]!))
      if (score < FLOOR) continue
      const cell = Math.floor(claim / claims)
      const [column, row] = [((cell % cells) + 0.5) / cells, (Math.floor(cell / cells) + 0.5) / cells]
      const number = (index: number) => out[boxes]![claim * NUMBERS + index]! / SIDE
      const point = (index: number) => inPicture(view, [column + number(4 + 2 * index), row + number(5 + 2 * index)])
      const [x, y] = [column + number(0), row + number(1)]
      const [x1, y1] = inPicture(view, [x - number(2) / 2, y - number(3) / 2])
      const [x2, y2] = inPicture(view, [x + number(2) / 2, y + number(3) / 2])
      found.push({
        score,
        box: [x1, y1, x2, y2],
        rightEye: point(0),
        leftEye: point(1),
      })
    }
  }
  return apart(found.sort((a, b) => b.score - a.score))
}

function apart(found: FaceFound[]): FaceFound[] {
  const kept: FaceFound[] = []
  for (const face of found) if (kept.every((other) => iou(other.box, face.box) < MOST_OVERLAP)) kept.push(face)
  return kept
}
