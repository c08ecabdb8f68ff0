import type { Pixels } from '../../src/measure/produce/types.ts'

/** A bent capsule on plain paper: its outer length and its thickness are known on paper. */
export interface FlatShape {
  axisPx: number
  radiusPx: number
  bendDeg: number
  turnDeg: number
  /** Where the middle of the axis lies, by shares of the picture. */
  at?: readonly [number, number]
  colour?: readonly [number, number, number]
}

export interface FlatPicture {
  width: number
  height: number
  paper?: readonly [number, number, number]
  shapes: FlatShape[]
  /** Over how many pixels an edge passes; sharp without. */
  softnessPx?: number
}

const YELLOW = [226, 190, 62] as const
const WHITE = [250, 250, 250] as const

/** From one end's apex over the outer side to the other's. */
export function outerLength({ axisPx, radiusPx, bendDeg }: FlatShape): number {
  const bend = (bendDeg * Math.PI) / 180
  return (axisPx / bend + radiusPx) * bend + Math.PI * radiusPx
}

export function drawFlat({ width, height, paper = WHITE, shapes, softnessPx }: FlatPicture): Pixels {
  const data = new Uint8Array(width * height * 3)
  const distances = shapes.map((shape) => distanceTo(shape, width, height))
  const paperLight = paper.map(toLight)
  const lights = shapes.map(({ colour = YELLOW }) => colour.map(toLight))
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const light = [...paperLight]
      distances.forEach((distance, index) => {
        const covered = softnessPx
          ? Math.max(0, Math.min(1, 0.5 - distance(column + 0.5, row + 0.5) / softnessPx))
          : coverage(distance, column, row)
        for (let channel = 0; channel < 3; channel++) {
          light[channel] = light[channel]! * (1 - covered) + lights[index]![channel]! * covered
        }
      })
      for (let channel = 0; channel < 3; channel++) data[(row * width + column) * 3 + channel] = toByte(light[channel]!)
    }
  }
  return { width, height, data }
}

/** Of a pixel: sampled finely only where the edge passes. */
function coverage(distance: (x: number, y: number) => number, column: number, row: number): number {
  const middle = distance(column + 0.5, row + 0.5)
  if (middle > 1) return 0
  if (middle < -1) return 1
  let inside = 0
  for (let part = 0; part < 16; part++) {
    if (distance(column + ((part % 4) + 0.5) / 4, row + (Math.floor(part / 4) + 0.5) / 4) < 0) inside += 1
  }
  return inside / 16
}

function distanceTo({ axisPx, radiusPx, bendDeg, turnDeg, at = [0.5, 0.5] }: FlatShape, width: number, height: number) {
  const bend = (bendDeg * Math.PI) / 180
  const bow = axisPx / bend
  const [cos, sin] = [Math.cos((turnDeg * Math.PI) / 180), Math.sin((turnDeg * Math.PI) / 180)]
  const ends = [-bend / 2, bend / 2].map((angle) => [bow * Math.sin(angle), bow * Math.cos(angle)] as const)
  return (x: number, y: number) => {
    const [dx, dy] = [x - at[0] * width, y - at[1] * height]
    const across = dx * cos + dy * sin
    const down = dy * cos - dx * sin + bow
    const angle = Math.atan2(across, down)
    if (Math.abs(angle) <= bend / 2) return Math.abs(Math.hypot(across, down) - bow) - radiusPx
    return Math.min(...ends.map(([ex, ey]) => Math.hypot(across - ex, down - ey))) - radiusPx
  }
}

const toLight = (byte: number) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)
const toByte = (light: number) =>
  Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
