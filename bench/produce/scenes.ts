import { type Random, random } from '../../src/measure/produce/scene/random.ts'
import type { Cover, PinholeCamera, Scene } from '../../src/measure/produce/scene/scene.ts'
import { isAsMeant } from './fits.ts'
import { drawFruits, laid } from './fruits.ts'
import { cardGround, type Ground } from './ground.ts'
import { type Kind, kindOf } from './kinds.ts'

/** A photograph to be taken: the scene, and what the file says of it. */
export interface Photograph {
  kind: Kind
  scene: Scene
  jpegQuality: number
  /** What EXIF would say, off by what its rounding costs; null where the file does not say. */
  exifFocalPx: number | null
}

const WISHES = 200
const PLACINGS = 120

/**
 * What is photographed from where is wished first and placed after, many ways, before another wish is made: else what
 * is easily placed would crowd out long fruit and near cameras.
 */
export function drawPhotograph(seed: number, index: number): Photograph {
  const draw = random(seed * 100_003 + index * 7919)
  const kind = kindOf(index)
  for (let wish = 0; wish < WISHES; wish++) {
    const { scene: wished, ground, jpegQuality, exifFocalPx } = drawWish(draw, kind, seed * 1000 + index)
    for (let placing = 0; placing < PLACINGS; placing++) {
      const scene = placed(draw, wished, kind, ground)
      if (isAsMeant(scene, kind, ground)) return { kind, scene, jpegQuality, exifFocalPx }
    }
  }
  throw new Error(`no ${kind} scene fits the card for seed ${seed}, index ${index}`)
}

function drawWish(draw: Random, kind: Kind, seed: number) {
  const card = { paper: draw.next() < 0.8 ? 'a4' : 'letter', dpi: draw.pick([150, 200]), printScale: 1 } as const
  const ground = cardGround(card.paper, card.dpi)
  const isBig = draw.next() < 0.04
  const [long, short] = isBig ? [4032, 3024] : [2016, 1512]
  const [width, height] = draw.next() < 0.75 ? [long, short] : [short, long]
  const focalPx = (draw.between(2700, 3300) * long) / 4000
  const camera: PinholeCamera = {
    kind: 'pinhole',
    focalPx,
    distanceMm: draw.between(300, 700),
    tiltDeg: draw.between(0, 26),
    azimuthDeg: 0,
    rollDeg: 0,
    aimMm: [0, 0],
    k1: draw.between(-0.08, 0.08),
    principalOffsetPx: [draw.gaussian() * 0.003 * long, draw.gaussian() * 0.003 * long],
  }
  const scene: Scene = {
    seed,
    width,
    height,
    camera,
    card: kind === 'no card' ? null : card,
    table: draw.pick(['white', 'grey', 'dark', 'wood']),
    fruits: drawFruits(draw, kind),
    covers: kind === 'marker covered' ? [drawCover(draw, ground)] : [],
    light: {
      azimuthDeg: draw.between(0, 360),
      elevationDeg: draw.between(35, 80),
      ambient: draw.between(0.45, 0.85),
      unevenness: draw.between(0, 0.5),
      shadow: draw.between(0.2, 0.9),
      warmth: [draw.between(0.9, 1.12), draw.between(0.82, 1.08)],
      exposure: draw.between(0.6, 1),
    },
    blurPx: draw.between(0.3, 1.2) * (isBig ? 1.6 : 1),
    noise: draw.between(0.5, 4),
  }
  const exifFocalPx = draw.next() < 0.65 ? focalPx * draw.between(0.985, 1.015) : null
  return { scene, ground, jpegQuality: Math.round(draw.between(60, 95)), exifFocalPx }
}

function placed(draw: Random, scene: Scene, kind: Kind, ground: Ground): Scene {
  const aside = kind === 'fruit out of frame' ? 150 : 18
  const camera: PinholeCamera = {
    ...(scene.camera as PinholeCamera),
    azimuthDeg: draw.between(0, 360),
    rollDeg: draw.pick([0, 90, 180, 270]) + draw.between(-25, 25),
    aimMm: [draw.between(-aside, aside), draw.between(-aside, aside)],
  }
  return { ...scene, camera, fruits: laid(draw, scene.fruits, kind, ground) }
}

function drawCover(draw: Random, { markers }: Ground): Cover {
  const marker = draw.pick(markers)
  return {
    centreMm: [
      (marker.left + marker.right) / 2 + draw.between(-6, 6),
      (marker.top + marker.bottom) / 2 + draw.between(-6, 6),
    ],
    halfMm: [draw.between(12, 25), draw.between(10, 20)],
    turnDeg: draw.between(0, 90),
    shade: draw.pick([0.05, 0.3, 0.8]),
  }
}
