import type { FrameSide } from '../reading.ts'
import type { Point } from '../types.ts'
import { type Background, colourDistance, EXPECTED, expect } from './background.ts'
import { type Blob, blobsOf, depthsOf, fillHoles, inverted, type Mask } from './blobs.ts'
import type { Ground } from './ground.ts'
import { labOf } from './light.ts'
import { cellCentre, type Survey } from './survey.ts'
import type { White } from './white.ts'

const FLOOR = 0.45
const LEAST_CELLS = 25
const MOSTLY = 0.5
/** A second fruit this large beside the largest counts as a finger of its own. */
const FINGER_SHARE = 0.25
/** Room on both sides of the edge: of the extent, and at least what the profiles across the edge need. */
const ROOM_SHARE = 0.03
const ROOM_STEPS = 16
/** A quarter of a millimetre a step on an everyday finger: the outline is found between the steps. */
const STEPS_ALONG = 700

/** Cells of the survey by what is to be sampled there. */
export interface Room {
  /** 0 far from the fruit, 1 about its edge, 2 well inside. */
  at: Uint8Array
  /** How many cells away the fruit's edge is sampled, where it is far. */
  away: Float32Array
}

/** One thing of a fruit's colours in the survey, and the room around it that is sampled in full. */
export interface Found {
  room: Room
  centre: Point
  /** Where it is thickest. */
  deepest: Point
  /** Of its longest extent, radians. */
  heading: number
  extentPx: number
  /** Between two nodes of the sampling grid. */
  spacingPx: number
  frameSides: FrameSide[]
  reachesOffCard: boolean
  /** Share of it that lies over printed parts. */
  overPrint: number
  fingers: number
}

export interface Search {
  found: Found | null
  backgroundFraction: number
  /** What the background would be in each open cell of the survey. */
  expected: Float32Array
}

export function findFruit(survey: Survey, ground: Ground, background: Background, white: White): Search {
  const expected = expectations(survey, ground, background)
  const mask = standsOut(survey, ground, expected)
  const standing = mask.at.reduce((sum, value) => sum + value, 0)
  const open = ground.open.reduce((sum, value) => sum + value, 0)
  const backgroundFraction = open === 0 ? 0 : 1 - standing / open
  fillHoles(mask)
  const { labels, blobs } = blobsOf(mask)
  const isFruitColoured = fruitColoured(survey, labels, blobs.length, white)
  const fruits = blobs.filter((blob) => blob.size >= LEAST_CELLS && isFruitColoured(blob))
  const largest = fruits[0]
  if (largest === undefined) return { found: null, backgroundFraction, expected }
  const fingers = fruits.filter(({ size }) => size >= FINGER_SHARE * largest.size).length
  return { found: { ...describe(survey, ground, labels, largest), fingers }, backgroundFraction, expected }
}

function expectations({ width, height, cell }: Survey, { open }: Ground, background: Background): Float32Array {
  const expected = new Float32Array(width * height * EXPECTED)
  const light = new Float64Array(3)
  let index = 0
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++, index++) {
      if (open[index] === 0) continue
      background.lightAt((column + 0.5) * cell, (row + 0.5) * cell, light)
      expect(light, expected, index * EXPECTED)
    }
  }
  return expected
}

function standsOut({ width, height, light }: Survey, { open, printed }: Ground, expected: Float32Array): Mask {
  const at = new Uint8Array(width * height)
  for (let index = 0; index < at.length; index++) {
    if (open[index] === 0) continue
    const [red, green, blue] = [light[index * 3]!, light[index * 3 + 1]!, light[index * 3 + 2]!]
    const distance = colourDistance(red, green, blue, expected, index * EXPECTED, printed[index] === 0)
    if (distance >= FLOOR) at[index] = 1
  }
  return { width, height, at }
}

/** Green over yellow to brown; black and grey belong to stalks and tips and decide nothing. */
function fruitColoured({ light }: Survey, labels: Int32Array, blobs: number, white: White): (blob: Blob) => boolean {
  const fruity = new Int32Array(blobs + 1)
  const dark = new Int32Array(blobs + 1)
  for (let index = 0; index < labels.length; index++) {
    const label = labels[index]!
    if (label === 0) continue
    const lab = labOf(
      light[index * 3]! / white.light[0],
      light[index * 3 + 1]! / white.light[1],
      light[index * 3 + 2]! / white.light[2],
    )
    if (lab.l < 12) dark[label]! += 1
    else if (isFruitTint(lab.a, lab.b)) fruity[label]! += 1
  }
  return ({ label, size }) => fruity[label]! >= MOSTLY * (size - dark[label]!) && dark[label]! < 0.6 * size
}

function isFruitTint(a: number, b: number): boolean {
  const hue = (Math.atan2(b, a) * 180) / Math.PI
  return Math.hypot(a, b) >= 7 && hue >= 38 && hue <= 138
}

function describe(
  survey: Survey,
  ground: Ground,
  labels: Int32Array,
  { label, size, touches }: Blob,
): Omit<Found, 'fingers'> {
  const { width, height, cell } = survey
  const mask: Mask = { width, height, at: new Uint8Array(labels.length) }
  let sumX = 0
  let sumY = 0
  let overPrint = 0
  let reachesOffCard = false
  for (let index = 0; index < labels.length; index++) {
    if (labels[index] !== label) continue
    mask.at[index] = 1
    const column = index % width
    sumX += (column + 0.5) * cell
    sumY += ((index - column) / width + 0.5) * cell
    overPrint += ground.printed[index]!
    reachesOffCard ||=
      ground.open[index - 1] === 0 ||
      ground.open[index + 1] === 0 ||
      ground.open[index - width] === 0 ||
      ground.open[index + width] === 0
  }
  const centre: Point = [sumX / size, sumY / size]
  const heading = headingOf(survey, mask, centre)
  const extentPx = extentAlong(survey, mask, heading)
  const inside = depthsOf(mask)
  const spacingPx = Math.max(1, extentPx / STEPS_ALONG)
  return {
    room: roomAround(mask, inside, Math.max(4, Math.max(ROOM_SHARE * extentPx, ROOM_STEPS * spacingPx) / cell)),
    spacingPx,
    deepest: cellCentre(survey, inside.indexOf(inside.reduce((most, depth) => Math.max(most, depth), 0))),
    centre,
    heading,
    extentPx,
    frameSides: (['top', 'right', 'bottom', 'left'] as const).filter((side) => touches[side]),
    reachesOffCard,
    overPrint: overPrint / size,
  }
}

function roomAround(mask: Mask, inside: Float32Array, cells: number): Room {
  const at = new Uint8Array(mask.at.length)
  const away = depthsOf(inverted(mask))
  for (let index = 0; index < at.length; index++) {
    const isFruit = mask.at[index] === 1
    away[index] = isFruit ? inside[index]! - cells : away[index]! - cells
    at[index] = away[index]! <= 0 ? 1 : isFruit ? 2 : 0
  }
  return { at, away }
}

function headingOf({ width, cell }: Survey, { at }: Mask, [centreX, centreY]: Point): number {
  let xx = 0
  let xy = 0
  let yy = 0
  for (let index = 0; index < at.length; index++) {
    if (at[index] === 0) continue
    const column = index % width
    const dx = (column + 0.5) * cell - centreX
    const dy = ((index - column) / width + 0.5) * cell - centreY
    xx += dx * dx
    xy += dx * dy
    yy += dy * dy
  }
  return 0.5 * Math.atan2(2 * xy, xx - yy)
}

function extentAlong({ width, cell }: Survey, { at }: Mask, heading: number): number {
  const [cos, sin] = [Math.cos(heading), Math.sin(heading)]
  let least = Infinity
  let most = -Infinity
  for (let index = 0; index < at.length; index++) {
    if (at[index] === 0) continue
    const column = index % width
    const along = column * cell * cos + ((index - column) / width) * cell * sin
    if (along < least) least = along
    if (along > most) most = along
  }
  return most - least + cell
}
