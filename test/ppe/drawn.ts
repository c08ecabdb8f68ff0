import { inPolygon, paint } from '../../bench/seeing/ppe/paint.ts'
import type { Pixels } from '../../src/imaging/decode.ts'
import type { Colour } from '../../src/imaging/draw.ts'
import { BESIDE, FACE, MOUTH } from '../../src/measure/ppe/face-points.ts'
import type { Joint, Part, PersonSeen, Place, Side } from '../../src/measure/ppe/seen.ts'

/** A figure of flat colours, arms a little away from the body, whose every point and part is known. */
export interface Figure {
  skin?: Colour
  torso?: Colour
  sleeves?: Colour
  trousers?: Colour
  forearms?: Colour | 'bare'
  neck?: Colour | 'bare'
  /** What is around the face. */
  hood?: Colour | 'hair'
  hands?: Record<Side, Colour | 'bare' | 'not seen'>
  /** Over nose, mouth and chin. */
  mask?: Colour | 'bare'
  filters?: Partial<Record<Side, Colour>>
  glasses?: Colour
  /** Across the eyes, and no more of the face. */
  bar?: Colour
  belt?: Colour
  /** One cloth from hip to hip down to the ankles. */
  isRobe?: boolean
  /** Pixels between the outer corners of the eyes. */
  span?: number
}

export const SKIN: Colour = [205, 150, 120]
export const WHITE: Colour = [222, 226, 232]
export const GREEN: Colour = [30, 120, 75]

export function drawn(figure: Figure): { pixels: Pixels; person: PersonSeen } {
  const span = figure.span ?? 36
  const [width, height] = [Math.round(9 * span), Math.round(19 * span)]
  const pixels: Pixels = { width, height, data: new Uint8Array(width * height * 3).fill(150) }
  const parts: (Part | undefined)[] = new Array(width * height)
  const at = ([x, y]: Place): Place => [width / 2 + x * span, (2.6 + y) * span]
  const fill = (corners: readonly Place[], colour: Colour, part: Part, weave = 0.06) => {
    const [placed, isIn] = [corners.map(at), inPolygon(corners.map(at))]
    paint(pixels, placed, { colour, shading: 0, weave }, (place) => {
      if (!isIn(place)) return false
      parts[Math.floor(place[1]) * width + Math.floor(place[0])] = part
      return true
    })
  }
  const skin = figure.skin ?? SKIN
  const torso = figure.torso ?? [180, 60, 60]
  const trousers = figure.trousers ?? torso
  const cloth = (colour: Colour | 'bare' | undefined, other: Colour): [Colour, Part] =>
    colour === 'bare' ? [skin, 'body_skin'] : [colour ?? other, 'clothes']

  for (const sign of [-1, 1]) {
    fill(bar([sign * 0.75, 7], [sign * 0.9, 15.6], 1.1), trousers, 'clothes')
    fill(bar([sign * 1.5, 2.2], [sign * 2.3, 4.6], 0.9), figure.sleeves ?? torso, 'clothes')
    fill(bar([sign * 2.3, 4.5], [sign * 2.7, 6.9], 0.75), ...cloth(figure.forearms, figure.sleeves ?? torso))
  }
  if (figure.isRobe) fill(box([-1.4, 7], [1.4, 15.6]), trousers, 'clothes')
  fill(
    [
      [-1.7, 1.9],
      [1.7, 1.9],
      [1.4, 7.4],
      [-1.4, 7.4],
    ],
    torso,
    'clothes',
  )
  if (figure.belt) fill(box([-1.5, 6.6], [1.5, 6.9]), figure.belt, 'clothes')
  const hood = figure.hood ?? 'hair'
  fill(ellipse([0, 0.2], 1.2, 1.6), hood === 'hair' ? [60, 40, 30] : hood, hood === 'hair' ? 'hair' : 'clothes')
  fill(box([-0.6, 1], [0.6, 2.1]), ...cloth(figure.neck, hood === 'hair' ? torso : hood))
  fill(ellipse([0, 0.3], 0.75, 1), skin, 'face_skin')
  for (const x of [-0.35, 0.35]) {
    if (figure.glasses) fill(ellipse([x, 0.05], 0.28, 0.3), figure.glasses, 'face_skin')
    else fill(ellipse([x, 0], 0.15, 0.1), figure.bar ?? darker(skin, 0.5), 'face_skin', figure.bar ? 0 : 0.8)
  }
  if (figure.mask && figure.mask !== 'bare') fill(ellipse([0, 0.78], 0.62, 0.6), figure.mask, 'other')
  for (const [side, colour] of Object.entries(figure.filters ?? {}))
    fill(ellipse([side === 'left' ? 0.5 : -0.5, 0.85], 0.3, 0.3), colour, 'other')

  const hands = figure.hands ?? { left: 'bare', right: 'bare' }
  const handPoints = (side: Side): Place[] | null => {
    if (hands[side] === 'not seen') return null
    const sign = side === 'left' ? 1 : -1
    const points = handShape([sign * 2.75, 7])
    const outline = [0, 1, 2, 3, 4, 8, 12, 16, 20, 17].map((index) => points[index]!)
    const middle: Place = [sign * 2.75, 7.6]
    const wide = outline.map(
      ([x, y]): Place => [middle[0] + 1.25 * (x - middle[0]), middle[1] + 1.15 * (y - middle[1])],
    )
    const [colour, part] =
      hands[side] === 'bare' ? [skin, 'body_skin' as const] : [hands[side] as Colour, 'other' as const]
    fill(wide, colour, part)
    return points.map(at)
  }
  const seen = (points: Place[] | null) => (points === null ? null : { points, score: 0.99 })
  const person: PersonSeen = {
    pose: poseAt(at),
    face: { points: facePoints().map(at) },
    hands: { left: seen(handPoints('left')), right: seen(handPoints('right')) },
    partAt([x, y]) {
      if (x < 0 || y < 0 || x >= width || y >= height) return null
      return parts[Math.floor(y) * width + Math.floor(x)] ?? 'background'
    },
  }
  return { pixels, person }
}

const JOINTS: Record<string, Place> = {
  eye: [0.35, 0],
  ear: [0.75, 0.1],
  shoulder: [1.4, 2.3],
  elbow: [2.3, 4.5],
  wrist: [2.7, 6.8],
  hip: [0.8, 7],
  knee: [0.85, 11],
  ankle: [0.9, 15.2],
}

function poseAt(at: (place: Place) => Place): PersonSeen['pose'] {
  const sides = Object.entries(JOINTS).flatMap(([joint, [x, y]]) => [
    [`left_${joint}`, { place: at([x, y]), score: 0.9 }],
    [`right_${joint}`, { place: at([-x, y]), score: 0.9 }],
  ])
  return Object.fromEntries([['nose', { place: at([0, 0.4]), score: 0.9 }], ...sides]) as Record<
    Joint,
    { place: Place; score: number }
  >
}

/** In spans of the eyes from between them: each region of the mesh as an ellipse of its points. */
function facePoints(): Place[] {
  const points: Place[] = Array.from({ length: 468 }, () => [0, 0.4])
  const round = (indices: readonly number[], centre: Place, rx: number, ry: number, from: number, turn: number) =>
    indices.forEach((index, step) => {
      const angle = from + (turn * step * 2 * Math.PI) / indices.length
      points[index] = [centre[0] + rx * Math.cos(angle), centre[1] + ry * Math.sin(angle)]
    })
  round(FACE.forehead, [0, -0.4], 0.25, 0.15, -2.3, 1)
  round(FACE.chin, [0, 1.12], 0.2, 0.08, -1.6, 1)
  round(FACE.mouth, [0, 0.85], 0.3, 0.15, -1.6, 1)
  round(FACE.nose, [0, 0.5], 0.14, 0.16, -1.6, 1)
  round(FACE.oval, [0, 0.3], 0.75, 1, -Math.PI / 2, 1)
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    const out = sign === 1 ? 0 : Math.PI
    round(BESIDE[side].cheek, [sign * 0.5, 0.45], 0.1, 0.1, out, sign)
    round(BESIDE[side].underEye, [sign * 0.35, 0.2], 0.14, 0.05, out, sign)
    round(BESIDE[side].eye, [sign * 0.35, 0], 0.15, 0.07, out, sign)
  }
  points[MOUTH] = [0, 0.85]
  return points
}

/** A hand that hangs down: wrist, thumb and four fingers of four points each. */
function handShape([x, y]: Place): Place[] {
  const finger = (root: number, reach: number): Place[] =>
    [0, 1, 2, 3].map((joint): Place => [x + root, y + 0.5 + (joint * (reach - 0.5)) / 3])
  const thumb: Place[] = [0.1, 0.3, 0.5, 0.7].map((down): Place => [x - 0.35, y + down])
  return [[x, y], ...thumb, ...finger(-0.22, 1.15), ...finger(-0.07, 1.25), ...finger(0.08, 1.2), ...finger(0.22, 1.05)]
}

function darker(colour: Colour, by: number): Colour {
  return [colour[0] * by, colour[1] * by, colour[2] * by]
}

function bar([ax, ay]: Place, [bx, by]: Place, width: number): Place[] {
  const length = Math.hypot(bx - ax, by - ay)
  const [nx, ny] = [((by - ay) / length) * (width / 2), ((ax - bx) / length) * (width / 2)]
  return [
    [ax + nx, ay + ny],
    [bx + nx, by + ny],
    [bx - nx, by - ny],
    [ax - nx, ay - ny],
  ]
}

function box([x1, y1]: Place, [x2, y2]: Place): Place[] {
  return [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ]
}

function ellipse([x, y]: Place, rx: number, ry: number): Place[] {
  return Array.from({ length: 48 }, (_, step): Place => {
    const angle = (step * Math.PI) / 24
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)]
  })
}
