import type { Pixels } from '../../imaging/decode.ts'
import { type FaceFound, facesIn } from '../body/face.ts'
import { poseAmongOthers } from '../body/pose.ts'
import { type Box, type Found, iou } from '../detect/box.ts'
import { nanodetReading } from '../detect/nanodet.ts'
import { Pyramid } from '../detect/pyramid.ts'
import { ssdliteReading } from '../detect/ssdlite.ts'
import type { ModelsAt } from '../models.ts'
import { session } from '../session.ts'
import { agree, around, type Detected, isWithin, type Sighting } from './agree.ts'

/** No detector is asked for anything below this score: what they would say there is noise. */
export const DETECTOR_FLOOR = 0.01

/** Half the floor, as far down as the detectors are asked. */
export function secondFloorOf(floor: number): number {
  return Math.max(floor / 2, DETECTOR_FLOOR)
}

/** A body is seen where this many joints have at least this score. */
const JOINTS = { count: 8, score: 0.3 }
/** Each pose takes a model's whole look at a crop. */
const MOST_POSES = 24
const MOST_OVERLAP = 0.5

export interface People {
  /** At least two witnesses agree on each. */
  agreed: (Sighting & { faceWidth: number | null })[]
  /** One witness alone at the floor, or two within half of it. */
  near: Sighting[]
  /** Readings of single detectors below the floor, outside all of the others. */
  below: number
}

/** Both detectors at the floor; where only one sees a person, a pose or a face may be the second witness. */
export async function peopleIn(pixels: Pixels, floor: number, models: ModelsAt): Promise<People> {
  const pyramid = new Pyramid(pixels)
  const detected = await detectedIn(pyramid, DETECTOR_FLOOR, models)
  const { both, one } = agree(detected, floor)
  const faces = await facesIn(pyramid, wholeView(pixels), models)
  const agreed = distinct(both)
  const doubtful: Sighting[] = []
  for (const [index, sighting] of distinct(one).entries()) {
    const face = faces.find(({ box }) => isWithin(box, [sighting]))
    if (face !== undefined)
      agreed.push({
        ...sighting,
        box: around(sighting.box, face.box),
        seen_by: [...sighting.seen_by, 'face'],
      })
    else if (index < MOST_POSES && (await hasBody(pyramid, sighting.box, models)))
      agreed.push({ ...sighting, seen_by: [...sighting.seen_by, 'pose'] })
    else doubtful.push(sighting)
  }
  const lower = agree(detected, floor / 2).both
  const lone = faces.map(({ box, score }): Sighting => ({ box, score, seen_by: ['face'] }))
  const near = distinct([...doubtful, ...lower, ...lone].filter(({ box }) => !isWithin(box, agreed)))
  const readings = [...detected.nanodet, ...detected.ssdlite]
  return {
    agreed: agreed.map((sighting) => ({ ...sighting, faceWidth: widestFace(sighting.box, faces) })),
    near,
    below: readings.filter(({ score, box }) => score < floor && !isWithin(box, agreed) && !isWithin(box, near)).length,
  }
}

/** Every box that either detector calls a person, down to a score. */
export async function personBoxes(pixels: Pixels, floor: number, models: ModelsAt): Promise<Sighting[]> {
  const { nanodet, ssdlite } = await detectedIn(new Pyramid(pixels), floor, models)
  return [
    ...nanodet.map(({ box, score }): Sighting => ({ box, score, seen_by: ['nanodet'] })),
    ...ssdlite.map(({ box, score }): Sighting => ({ box, score, seen_by: ['ssdlite'] })),
  ]
}

async function detectedIn(pyramid: Pyramid, floor: number, models: ModelsAt): Promise<Detected> {
  const persons = (found: Found[]) => found.filter((one) => one.class === 'person')
  return {
    nanodet: persons(await nanodetReading(pyramid, await session(models, 'nanodet'), { floor })),
    ssdlite: persons(await ssdliteReading(pyramid, await session(models, 'ssdlite'), { floor })),
  }
}

async function hasBody(pyramid: Pyramid, box: Box, models: ModelsAt): Promise<boolean> {
  const joints = Object.values(await poseAmongOthers(pyramid, box, models))
  return joints.filter(({ score }) => score >= JOINTS.score).length >= JOINTS.count
}

/** Of sightings of one place the best stays; best first. */
function distinct(sightings: readonly Sighting[]): Sighting[] {
  const kept: Sighting[] = []
  for (const sighting of [...sightings].sort((a, b) => b.score - a.score))
    if (kept.every(({ box }) => iou(box, sighting.box) <= MOST_OVERLAP)) kept.push(sighting)
  return kept
}

function widestFace(box: Box, faces: readonly FaceFound[]): number | null {
  const widths = faces.filter((face) => isWithin(face.box, [{ box }])).map(({ box: [x1, , x2] }) => x2 - x1)
  return widths.length === 0 ? null : Math.max(...widths)
}

function wholeView({ width, height }: Pixels) {
  return { x: width / 2, y: height / 2, side: Math.max(width, height), turn: 0 }
}
