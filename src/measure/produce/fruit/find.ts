import type { FrameSide } from '../reading.ts'
import type { Point } from '../types.ts'
import { type Background, colourDistance } from './background.ts'
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
const ROOM_SHARE = 0.045

/** One thing of a fruit's colours in the survey, and the room around it that is sampled in full. */
export interface Found {
  /** Of the survey: 0 far from the fruit, 1 about its edge, 2 well inside. */
  room: Uint8Array
  centre: Point
  /** Of its longest extent, radians. */
  heading: number
  extentPx: number
  areaPx: number
  frameSides: FrameSide[]
  reachesOffCard: boolean
  /** Share of it that lies over printed parts. */
  overPrint: number
  fingers: number
}

export interface Search {
  found: Found | null
  backgroundFraction: number
}

export function findFruit(survey: Survey, ground: Ground, background: Background, white: White): Search {
  const mask = standsOut(survey, ground, background)
  const standing = mask.at.reduce((sum, value) => sum + value, 0)
  const open = ground.open.reduce((sum, value) => sum + value, 0)
  const backgroundFraction = open === 0 ? 0 : 1 - standing / open
  fillHoles(mask)
  const { labels, blobs } = blobsOf(mask)
  const fruits = blobs
    .filter(({ size }) => size >= LEAST_CELLS)
    .filter((blob) => isFruitColoured(survey, labels, blob, white))
  const largest = fruits[0]
  if (largest === undefined) return { found: null, backgroundFraction }
  const fingers = fruits.filter(({ size }) => size >= FINGER_SHARE * largest.size).length
  return { found: { ...describe(survey, ground, labels, largest), fingers }, backgroundFraction }
}

function standsOut(survey: Survey, ground: Ground, background: Background): Mask {
  const { width, height, light } = survey
  const at = new Uint8Array(width * height)
  const expected = new Float64Array(3)
  for (let index = 0; index < at.length; index++) {
    if (!ground.open[index]) continue
    const [x, y] = cellCentre(survey, index)
    background.lightAt(x, y, expected)
    const darknessCounts = ground.printed[index] === 0
    const distance = colourDistance(
      light[index * 3]!,
      light[index * 3 + 1]!,
      light[index * 3 + 2]!,
      expected,
      darknessCounts,
    )
    if (distance >= FLOOR) at[index] = 1
  }
  return { width, height, at }
}

/** Green over yellow to brown; black and grey belong to stalks and tips and decide nothing. */
function isFruitColoured({ light }: Survey, labels: Int32Array, { label, size }: Blob, white: White): boolean {
  let fruity = 0
  let dark = 0
  for (let index = 0; index < labels.length; index++) {
    if (labels[index] !== label) continue
    const lab = labOf(
      light[index * 3]! / white.light[0],
      light[index * 3 + 1]! / white.light[1],
      light[index * 3 + 2]! / white.light[2],
    )
    if (lab.l < 12) dark += 1
    else if (isFruitTint(lab.a, lab.b)) fruity += 1
  }
  return fruity >= MOSTLY * (size - dark) && dark < 0.6 * size
}

export function isFruitTint(a: number, b: number): boolean {
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
  const mask: Mask = { width, height, at: Uint8Array.from(labels, (value) => (value === label ? 1 : 0)) }
  let sumX = 0
  let sumY = 0
  let overPrint = 0
  let reachesOffCard = false
  for (let index = 0; index < labels.length; index++) {
    if (!mask.at[index]) continue
    const [x, y] = cellCentre(survey, index)
    sumX += x
    sumY += y
    overPrint += ground.printed[index]!
    reachesOffCard ||= [index - 1, index + 1, index - width, index + width].some((near) => ground.open[near] === 0)
  }
  const centre: Point = [sumX / size, sumY / size]
  const heading = headingOf(survey, mask, centre)
  const extentPx = extentAlong(survey, mask, heading)
  const roomCells = Math.max(4, (ROOM_SHARE * extentPx) / cell)
  return {
    room: roomAround(mask, roomCells),
    centre,
    heading,
    extentPx,
    areaPx: size * cell * cell,
    frameSides: (['top', 'right', 'bottom', 'left'] as const).filter((side) => touches[side]),
    reachesOffCard,
    overPrint: overPrint / size,
  }
}

function roomAround(mask: Mask, cells: number): Uint8Array {
  const inside = depthsOf(mask)
  const outside = depthsOf(inverted(mask))
  return mask.at.map((fruit, index) =>
    fruit ? (inside[index]! > cells * 0.6 ? 2 : 1) : outside[index]! <= cells ? 1 : 0,
  )
}

function headingOf(survey: Survey, { at }: Mask, [centreX, centreY]: Point): number {
  let xx = 0
  let xy = 0
  let yy = 0
  for (let index = 0; index < at.length; index++) {
    if (!at[index]) continue
    const [x, y] = cellCentre(survey, index)
    xx += (x - centreX) ** 2
    xy += (x - centreX) * (y - centreY)
    yy += (y - centreY) ** 2
  }
  return 0.5 * Math.atan2(2 * xy, xx - yy)
}

function extentAlong(survey: Survey, { at }: Mask, heading: number): number {
  let least = Infinity
  let most = -Infinity
  for (let index = 0; index < at.length; index++) {
    if (!at[index]) continue
    const [x, y] = cellCentre(survey, index)
    const along = x * Math.cos(heading) + y * Math.sin(heading)
    least = Math.min(least, along)
    most = Math.max(most, along)
  }
  return most - least + survey.cell
}
