import sharp from 'sharp'
import type { Random } from '../../../src/measure/produce/scene/random.ts'
import type { Canvas } from './canvas.ts'

/** What stands between a scene and its file. */
export interface Taking {
  /** Brightness at the left, the right, the top and the bottom against the middle. */
  slope: readonly [x: number, y: number]
  exposure: number
  /** A soft shadow over part of the picture; 0 is none. */
  shadow: number
  shadowAt: readonly [x: number, y: number, slant: number, width: number]
  blurPx: number
  noise: number
  quality: number
}

export function drawTaking(draw: Random, hard: { shadow?: boolean; noise?: boolean; blur?: boolean }): Taking {
  const side = () => draw.between(-1, 1)
  return {
    slope: [0.25 * side(), 0.25 * side()],
    exposure: draw.between(0.65, 1.1),
    shadow: hard.shadow ? draw.between(0.35, 0.6) : 0,
    shadowAt: [draw.between(0.2, 0.8), draw.between(0.2, 0.8), side(), draw.between(0.1, 0.3)],
    blurPx: hard.blur ? draw.between(1.2, 2.2) : draw.between(0.4, 1),
    noise: hard.noise ? draw.between(8, 16) : draw.between(1, 5),
    quality: Math.round(hard.noise || hard.blur ? draw.between(40, 80) : draw.between(65, 95)),
  }
}

export async function photograph(scene: Canvas, taking: Taking, draw: Random): Promise<Uint8Array> {
  const { width, height } = scene
  const lit = Buffer.alloc(width * height * 3)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const light = lightAt(taking, column / width - 0.5, row / height - 0.5)
      const at = (row * width + column) * 3
      for (let channel = 0; channel < 3; channel++) lit[at + channel] = clamped(scene.data[at + channel]! * light)
    }
  }
  const raw = { width, height, channels: 3 as const }
  const blurred = await sharp(lit, { raw }).blur(taking.blurPx).raw().toBuffer()
  for (let at = 0; at < blurred.length; at += 3) {
    const common = draw.gaussian() * taking.noise
    for (let channel = 0; channel < 3; channel++) {
      blurred[at + channel] = clamped(blurred[at + channel]! + common + (draw.next() - 0.5) * taking.noise)
    }
  }
  return sharp(blurred, { raw }).jpeg({ quality: taking.quality }).toBuffer()
}

function lightAt({ slope, exposure, shadow, shadowAt }: Taking, x: number, y: number): number {
  const even = exposure * (1 + 2 * slope[0] * x) * (1 + 2 * slope[1] * y)
  if (shadow === 0) return even
  const [atX, atY, slant, wide] = shadowAt
  const away = Math.abs(x + 0.5 - atX + slant * (y + 0.5 - atY)) - wide
  const dark = 1 / (1 + Math.exp(away * 60))
  return even * (1 - shadow * dark)
}

function clamped(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}
