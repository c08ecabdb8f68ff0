import type { Box } from '../detect/box.ts'
import type { Pyramid } from '../detect/pyramid.ts'
import type { ModelsAt } from '../models.ts'
import { type FaceFound, facesIn } from './face.ts'
import { type FaceMesh, meshIn } from './mesh.ts'
import type { Joint, Pose } from './pose.ts'
import type { Place, View } from './view.ts'

const HEAD: Joint[] = ['nose', 'left_eye', 'right_eye', 'left_ear', 'right_ear']
const JOINT_FLOOR = 0.15
const MESH_FLOOR = 0.5
/** Of the face's box: what the mesh was shown while it learnt. */
const FACE_ROOM = 1.5
const HEAD_ROOM = 3
/** Of the person's longer side; a head that seems larger was put together from two people. */
const LARGEST_HEAD = 0.5
const SMALLEST_HEAD = 0.08
/** In heads: a face further than this from where the pose has the head is somebody else's. */
const FARTHEST = 0.8

/** The face of the person whose pose this is, with its points; null where none is seen from the front. */
export async function headIn(pyramid: Pyramid, box: Box, pose: Pose, models: ModelsAt): Promise<FaceMesh | null> {
  const place = placeOf(pose)
  if (place === null) return null
  const size = sizeOf(pose, place, box)
  for (const room of [HEAD_ROOM, HEAD_ROOM / 2, HEAD_ROOM * 2]) {
    const faces = await facesIn(pyramid, { x: place[0], y: place[1], side: size * room, turn: 0 }, models)
    const nearest = faces
      .map((face) => ({ face, away: distance(middleOf(face), place) }))
      .filter(({ face, away }) => away < FARTHEST * size && isInside(box, middleOf(face)))
      .sort((a, b) => a.away - b.away)[0]
    if (nearest === undefined) continue
    const mesh = await meshIn(pyramid, viewOfFace(nearest.face), models)
    if (mesh.score >= MESH_FLOOR) return mesh
  }
  return null
}

function placeOf(pose: Pose): Place | null {
  const seen = HEAD.map((joint) => pose[joint]).filter(({ score }) => score >= JOINT_FLOOR)
  if (seen.length === 0) return null
  const sum = seen.reduce<Place>(([x, y], { place }) => [x + place[0], y + place[1]], [0, 0])
  return [sum[0] / seen.length, sum[1] / seen.length]
}

function sizeOf(pose: Pose, middle: Place, [x1, y1, x2, y2]: Box): number {
  const seen = HEAD.map((joint) => pose[joint]).filter(({ score }) => score >= JOINT_FLOOR)
  const spread = 2 * Math.max(...seen.map(({ place }) => distance(place, middle)))
  const shoulders = distance(pose.left_shoulder.place, pose.right_shoulder.place)
  const longer = Math.max(x2 - x1, y2 - y1)
  return Math.min(Math.max(spread, shoulders / 2, longer * SMALLEST_HEAD), longer * LARGEST_HEAD)
}

/** Upright by the eyes. */
function viewOfFace({ box: [x1, y1, x2, y2], rightEye, leftEye }: FaceFound): View {
  const turn = Math.atan2(leftEye[1] - rightEye[1], leftEye[0] - rightEye[0])
  return { x: (x1 + x2) / 2, y: (y1 + y2) / 2, side: Math.max(x2 - x1, y2 - y1) * FACE_ROOM, turn }
}

function isInside([x1, y1, x2, y2]: Box, [x, y]: Place): boolean {
  return x >= x1 && x <= x2 && y >= y1 && y <= y2
}

function middleOf({ box: [x1, y1, x2, y2] }: FaceFound): Place {
  return [(x1 + x2) / 2, (y1 + y2) / 2]
}

function distance([ax, ay]: Place, [bx, by]: Place): number {
  return Math.hypot(ax - bx, ay - by)
}
