import { area, type Box, type Found, iou, overlap } from '../detect/box.ts'

export type Witness = 'ssdlite' | 'nanodet' | 'face' | 'pose'

/** What may be a person, and who says so. */
export interface Sighting {
  box: Box
  /** The best of the detectors' own; a score, not a probability. */
  score: number
  seen_by: Witness[]
}

/** NanoDet gives everything a score of its own: what is one floor to SSDLite is two to it. */
const NANODET_FLOORS = 2
const SAME_PERSON = 0.3
const MOSTLY = 0.5

export interface Detected {
  nanodet: readonly Found[]
  ssdlite: readonly Found[]
}

/** Persons that both detectors see at the floor, and those that one of them sees alone. */
export function agree({ nanodet, ssdlite }: Detected, floor: number): { both: Sighting[]; one: Sighting[] } {
  const wide = nanodet.filter(({ score }) => score >= NANODET_FLOORS * floor)
  const calm = ssdlite.filter(({ score }) => score >= floor)
  const both = wide.flatMap((seen) =>
    calm.filter((other) => iou(seen.box, other.box) > SAME_PERSON).map((other) => joined(seen, other)),
  )
  const alone = (seen: Found, by: Witness): Sighting[] =>
    isWithin(seen.box, both) ? [] : [{ box: seen.box, score: seen.score, seen_by: [by] }]
  const one = [...wide.flatMap((seen) => alone(seen, 'nanodet')), ...calm.flatMap((seen) => alone(seen, 'ssdlite'))]
  return { both, one }
}

/** Most of it is already part of one of these. */
export function isWithin(box: Box, sightings: readonly { box: Box }[]): boolean {
  return sightings.some((sighting) => overlap(box, sighting.box) > MOSTLY * area(box))
}

function joined(nanodet: Found, ssdlite: Found): Sighting {
  return {
    box: around(nanodet.box, ssdlite.box),
    score: Math.max(nanodet.score, ssdlite.score),
    seen_by: ['ssdlite', 'nanodet'],
  }
}

export function around(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}
