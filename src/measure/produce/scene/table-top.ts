import { grain } from './random.ts'
import type { Table } from './scene.ts'
import { linear } from './skin.ts'

const TONES: Record<
  Table,
  { colour: readonly [number, number, number]; streaksMm: readonly [number, number]; depth: number }
> = {
  white: { colour: linear(232, 231, 228), streaksMm: [40, 40], depth: 0.04 },
  grey: { colour: linear(128, 128, 130), streaksMm: [3, 3], depth: 0.15 },
  dark: { colour: linear(52, 48, 46), streaksMm: [5, 5], depth: 0.3 },
  wood: { colour: linear(158, 112, 70), streaksMm: [70, 3.5], depth: 0.55 },
}

/** Writes the light that the table beside the card throws back. */
export function tableAt(table: Table, x: number, y: number, seed: number, into: Float64Array): void {
  const { colour, streaksMm, depth } = TONES[table]
  const texture = 0.7 * grain(x / streaksMm[0], y / streaksMm[1], seed + 5) + 0.3 * grain(x / 1.7, y / 0.9, seed + 6)
  const tone = 1 + depth * (texture - 0.5) * 2
  for (let channel = 0; channel < 3; channel++) into[channel] = colour[channel]! * tone
}
