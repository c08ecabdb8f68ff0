import type { Pixels, Point } from '../types.ts'
import type { ArucoDetector, OpenCv } from './opencv.ts'
import { type Reduced, reduce } from './reduce.ts'
import { cornerOf } from './variants.ts'

/** A marker as seen, its corners clockwise from its own upper left, good to a pixel or two. */
export interface SeenMarker {
  id: number
  corners: readonly [Point, Point, Point, Point]
}

/** Longest side at which markers are looked for: first quickly, then, where one is missing, once more. */
const SIDES = [1400, 2800]
const CARD_MARKERS = 4

let detector: ArucoDetector | undefined

export function seeMarkers(pixels: Pixels, cv: OpenCv): SeenMarker[] {
  detector ??= detectorOf(cv)
  let seen: SeenMarker[] = []
  let last = 0
  for (const side of SIDES) {
    const factor = Math.max(1, Math.ceil(Math.max(pixels.width, pixels.height) / side))
    if (factor === last) break
    const found = detect(reduce(pixels, factor), cv, detector)
    if (found.length > seen.length) seen = found
    if (seen.length >= CARD_MARKERS) break
    last = factor
  }
  return seen
}

function detectorOf(cv: OpenCv): ArucoDetector {
  const parameters = new cv.aruco_DetectorParameters()
  parameters.adaptiveThreshWinSizeMin = 9
  parameters.adaptiveThreshWinSizeMax = 29
  parameters.adaptiveThreshWinSizeStep = 20
  const dictionary = cv.getPredefinedDictionary(cv.DICT_5X5_250)
  const refine = new cv.aruco_RefineParameters(10, 3, true)
  const made = new cv.aruco_ArucoDetector(dictionary, parameters, refine)
  for (const part of [parameters, dictionary, refine]) part.delete()
  return made
}

function detect({ width, height, grey, factor }: Reduced, cv: OpenCv, aruco: ArucoDetector): SeenMarker[] {
  const image = new cv.Mat(height, width, cv.CV_8UC1)
  const corners = new cv.MatVector()
  const ids = new cv.Mat()
  try {
    image.data.set(grey)
    aruco.detectMarkers(image, corners, ids)
    const seen: SeenMarker[] = []
    for (let index = 0; index < ids.rows; index++) {
      const id = ids.data32S[index]!
      const quad = corners.get(index)
      if (cornerOf(id) !== null) seen.push({ id, corners: cornersOf(quad.data32F, factor) })
      quad.delete()
    }
    return seen.sort((a, b) => a.id - b.id)
  } finally {
    for (const part of [image, corners, ids]) part.delete()
  }
}

/** OpenCV counts from the middle of the first pixel. */
function cornersOf(values: Float32Array, factor: number): SeenMarker['corners'] {
  const corner = (index: number): Point => [
    (values[2 * index]! + 0.5) * factor,
    (values[2 * index + 1]! + 0.5) * factor,
  ]
  return [corner(0), corner(1), corner(2), corner(3)]
}
