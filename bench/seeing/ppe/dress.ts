import type { Pixels } from '../../../src/imaging/decode.ts'
import type { Colour } from '../../../src/imaging/draw.ts'
import { eyeSpan } from '../../../src/measure/ppe/limbs.ts'
import { type PersonSeen, type Place, SIDES } from '../../../src/measure/ppe/seen.ts'
import { copyOf, discCorners, inDisc, inPolygon, paint } from './paint.ts'

/** Numbers of the face mesh: from one jaw over cheeks and nose to the other, and back along the chin. */
const MASK = [
  58, 132, 123, 50, 101, 126, 196, 197, 419, 355, 330, 280, 352, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176,
  149, 150, 136, 172,
]
const BEARD = [
  58, 215, 206, 165, 164, 391, 426, 435, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172,
]
const GLASSES = { left: [417, 285, 282, 276, 383, 345, 347, 349], right: [193, 55, 52, 46, 156, 116, 118, 120] }

export type Dressing = (pixels: Pixels, person: PersonSeen) => Pixels

const points = ({ face }: PersonSeen, indices: readonly number[]) => indices.map((index) => face.points[index]!)

export const surgicalMask =
  (colour: Colour): Dressing =>
  (pixels, person) => {
    const worn = copyOf(pixels)
    const corners = points(person, MASK)
    paint(worn, corners, { colour, shading: 0.35, weave: 0.03 }, inPolygon(corners))
    const [left, right] = points(person, [361, 132])
    for (const share of [0.35, 0.55, 0.75]) {
      const down = (place: Place, chin: Place): Place => [place[0], place[1] + share * (chin[1] - place[1]) * 0.8]
      const chin = person.face.points[152]!
      const fold = [down(left!, chin), down(right!, chin)]
      const thick = 0.02 * eyeSpan(person)
      const band: Place[] = [fold[0]!, fold[1]!, [fold[1]![0], fold[1]![1] + thick], [fold[0]![0], fold[0]![1] + thick]]
      const darker = colour.map((value) => value * 0.85) as unknown as Colour
      const [inBand, inMask] = [inPolygon(band), inPolygon(corners)]
      paint(worn, band, { colour: darker }, (place) => inBand(place) && inMask(place))
    }
    return worn
  }

export const scarf =
  (colour: Colour, stripes?: Colour): Dressing =>
  (pixels, person) => {
    const worn = copyOf(pixels)
    const span = eyeSpan(person)
    const corners = points(person, MASK).map(([x, y], index): Place => [x, index > 13 ? y + 0.5 * span : y])
    const isIn = inPolygon(corners)
    paint(worn, corners, { colour, shading: 0.5, weave: 0.25 }, isIn)
    if (stripes) {
      const isStripe = ([x, y]: Place) => Math.floor((x + y) / (0.16 * span)) % 2 === 0
      paint(worn, corners, { colour: stripes, shading: 0.5, weave: 0.25 }, (place) => isIn(place) && isStripe(place))
    }
    return worn
  }

export const beard =
  (colour: Colour): Dressing =>
  (pixels, person) => {
    const worn = copyOf(pixels)
    const corners = points(person, BEARD)
    paint(worn, corners, { colour, shading: 0.3, weave: 0.8 }, inPolygon(corners))
    return worn
  }

/** A patch of the person's own skin with the shadows of four fingers. */
export const handBeforeMouth: Dressing = (pixels, person) => {
  const worn = copyOf(pixels)
  const span = eyeSpan(person)
  const [x, y] = person.face.points[50]!
  const at = (Math.floor(y) * pixels.width + Math.floor(x)) * 3
  const colour = [...pixels.data.subarray(at, at + 3)] as unknown as Colour
  const [mouth, nose] = [person.face.points[13]!, person.face.points[1]!]
  const corners: Place[] = [
    [mouth[0] - 0.55 * span, nose[1]],
    [mouth[0] + 0.6 * span, nose[1] - 0.1 * span],
    [mouth[0] + 0.6 * span, mouth[1] + 0.45 * span],
    [mouth[0] - 0.55 * span, mouth[1] + 0.5 * span],
  ]
  const isIn = inPolygon(corners)
  paint(worn, corners, { colour, shading: 0.1, weave: 0.05 }, isIn)
  const darker = colour.map((value) => value * 0.6) as unknown as Colour
  const isGap = ([, row]: Place) => (row - nose[1] + span) % (0.18 * span) < 0.02 * span
  paint(worn, corners, { colour: darker }, (place) => isIn(place) && isGap(place))
  return worn
}

export const darkGlasses: Dressing = (pixels, person) => {
  const worn = copyOf(pixels)
  for (const side of SIDES) {
    const corners = points(person, GLASSES[side])
    paint(worn, corners, { colour: [22, 20, 24], shading: 0.2 }, inPolygon(corners))
  }
  return worn
}

export interface HalfMask {
  body: Colour
  filters: Colour
  /** Of the span of the eyes. */
  radius?: number
}

/** A half mask of rubber over nose and chin, with a filter at either side of the mouth and a valve between them. */
export const respirator =
  ({ body, filters, radius = 0.32 }: HalfMask): Dressing =>
  (pixels, person) => {
    const worn = copyOf(pixels)
    const span = eyeSpan(person)
    const corners = points(
      person,
      [172, 187, 205, 36, 126, 196, 197, 419, 355, 266, 425, 411, 397, 365, 378, 377, 152, 148, 149, 136],
    )
    paint(worn, corners, { colour: body, shading: 0.5, weave: 0.03 }, inPolygon(corners))
    const valve = person.face.points[13]!
    const dark = body.map((value) => value * 0.5) as unknown as Colour
    paint(worn, discCorners(valve, 0.14 * span), { colour: dark, shading: 0.3 }, inDisc(valve, 0.14 * span))
    for (const index of [216, 436]) {
      const [x, y] = person.face.points[index]!
      const [mx] = valve
      const centre: Place = [x + 0.12 * (x - mx), y + 0.05 * span]
      const rim = radius * span
      paint(worn, discCorners(centre, rim), { colour: dark, shading: 0.3 }, inDisc(centre, rim))
      paint(worn, discCorners(centre, rim), { colour: filters, shading: 0.3 }, inDisc(centre, rim * 0.88))
    }
    return worn
  }

/** Recolours the hands: all skin within a hand's reach of its points, cuff included. */
export const gloves =
  (colour: Colour): Dressing =>
  (pixels, person) => {
    const worn = copyOf(pixels)
    for (const side of SIDES) {
      const hand = person.hands[side]
      if (hand === null) continue
      const reach = 0.25 * eyeSpan(person)
      const isNear = ([x, y]: Place) => hand.points.some((point) => Math.hypot(point[0] - x, point[1] - y) < reach)
      const isSkin = (place: Place) => ['body_skin', 'face_skin'].includes(person.partAt(place) ?? '')
      const corners = hand.points.flatMap((point) => discCorners(point, reach))
      paint(worn, corners, { colour, shading: 0.7, weave: 0.03 }, (place) => isNear(place) && isSkin(place))
    }
    return worn
  }

/** One garment with its hood up: clothes, hair and all skin but the face. */
export const coverall =
  (colour: Colour): Dressing =>
  (pixels, person) => {
    const worn = copyOf(pixels)
    const everywhere: Place[] = [
      [0, 0],
      [pixels.width, pixels.height],
    ]
    paint(worn, everywhere, { colour, shading: 0.35, weave: 0.03 }, (place) =>
      ['clothes', 'hair', 'body_skin'].includes(person.partAt(place) ?? ''),
    )
    return worn
  }
