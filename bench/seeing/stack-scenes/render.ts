import { grain } from '../../../src/measure/produce/scene/random.ts'
import type { Camera, Vector } from './camera.ts'
import { viewOf } from './camera.ts'
import { type Canvas, type Colour, canvas, shaded } from './canvas.ts'
import { type Face, type Load, widthOf } from './load.ts'

export const SURROUNDINGS = ['warehouse', 'wall', 'grass'] as const
export type Surroundings = (typeof SURROUNDINGS)[number]

interface Block {
  low: Vector
  high: Vector
  colour: Colour
  /** Of a load: how deep and high its crates are; a pallet's boards have none. */
  crate: { deep: number; load: Load } | null
}

const PALLET: Colour = [168, 136, 96]
const DEPTH = 3.2
const PALLET_HEIGHT = 0.45

/** The load on its pallet, seen through the camera, before light, lens and sensor. */
export function renderLoad(load: Load, face: Face, camera: Camera, around: Surroundings, hasPallet: boolean): Canvas {
  const { width, height } = camera
  const picture = canvas(width, height, [0, 0, 0])
  const view = viewOf(camera)
  const [halfWidth, halfHeight] = [widthOf(load) / 2, load.down / 2]
  const floor = halfHeight + (hasPallet ? PALLET_HEIGHT : 0)
  const blocks = [...loadBlocks(load, halfWidth, halfHeight), ...(hasPallet ? palletBlocks(halfWidth, halfHeight) : [])]
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const ray = view.towards(column + 0.5, row + 0.5)
      const colour =
        onFace(face, view.from, ray, halfWidth, halfHeight) ??
        onBlocks(blocks, view.from, ray) ??
        beyond(around, view.from, ray, floor, load.make.seed)
      picture.data.set(colour, (row * width + column) * 3)
    }
  }
  return picture
}

function onFace(face: Face, from: Vector, ray: Vector, halfWidth: number, halfHeight: number): Colour | null {
  if (ray[2] <= 0) return null
  const far = -from[2] / ray[2]
  const x = (from[0] + far * ray[0] + halfWidth + face.margin) * face.pixelsAUnit - 0.5
  const y = (from[1] + far * ray[1] + halfHeight + face.margin) * face.pixelsAUnit - 0.5
  const [column, row] = [Math.floor(x), Math.floor(y)]
  if (column < 0 || row < 0 || column >= face.width - 1 || row >= face.height - 1) return null
  if (face.solid[Math.round(y) * face.width + Math.round(x)] === 0) return null
  const at = (row * face.width + column) * 3
  const [right, down] = [x - column, y - row]
  const mix = (channel: number) => {
    const here = at + channel
    const top = face.data[here]! * (1 - right) + face.data[here + 3]! * right
    const below = here + face.width * 3
    return top * (1 - down) + (face.data[below]! * (1 - right) + face.data[below + 3]! * right) * down
  }
  return [mix(0), mix(1), mix(2)]
}

function loadBlocks(load: Load, halfWidth: number, halfHeight: number): Block[] {
  const { topRow, aspect, down, make } = load
  const crate = { deep: 1.1 * aspect, load }
  const block = (left: number, right: number, top: number, bottom: number): Block => ({
    low: [left, top, 0.01],
    high: [right, bottom, DEPTH],
    colour: make.colour,
    crate,
  })
  const upper = block(topRow[0] * aspect - halfWidth, topRow[1] * aspect - halfWidth, -halfHeight, 1 - halfHeight)
  return down === 1 ? [upper] : [upper, block(-halfWidth, halfWidth, 1 - halfHeight, halfHeight)]
}

function palletBlocks(halfWidth: number, halfHeight: number): Block[] {
  const board = (left: number, right: number, top: number, bottom: number): Block => ({
    low: [left, halfHeight + top, -0.05],
    high: [right, halfHeight + bottom, DEPTH],
    colour: PALLET,
    crate: null,
  })
  const blocks = [-1, 0, 1].map((place) =>
    board(place * halfWidth * 0.88 - 0.2, place * halfWidth * 0.88 + 0.2, 0.1, 0.36),
  )
  return [board(-halfWidth, halfWidth, 0.02, 0.1), board(-halfWidth, halfWidth, 0.36, PALLET_HEIGHT), ...blocks]
}

const FACE_LIGHT = [0.62, 1.04, 0.95]

function onBlocks(blocks: Block[], from: Vector, ray: Vector): Colour | null {
  let nearest = Number.POSITIVE_INFINITY
  let colour: Colour | null = null
  for (const block of blocks) {
    let [enter, leave, side] = [0, Number.POSITIVE_INFINITY, -1]
    for (let axis = 0; axis < 3; axis++) {
      const one = (block.low[axis]! - from[axis]!) / ray[axis]!
      const other = (block.high[axis]! - from[axis]!) / ray[axis]!
      if (Math.min(one, other) > enter) [enter, side] = [Math.min(one, other), axis]
      leave = Math.min(leave, Math.max(one, other))
    }
    if (enter >= leave || side < 0 || enter >= nearest) continue
    nearest = enter
    const at = [0, 1, 2].map((axis) => from[axis]! + enter * ray[axis]!) as unknown as Vector
    colour = shaded(block.colour, FACE_LIGHT[side]! * (isSeam(block, side, at) ? 0.4 : 1))
  }
  return colour
}

/** Sides and top of the load show their own crates' seams. */
function isSeam({ crate, low }: Block, side: number, [x, y, z]: Vector): boolean {
  if (crate === null || side === 2) return false
  const near = (value: number, step: number) => Math.abs(value / step - Math.round(value / step)) * step < 0.02
  return near(z, crate.deep) || (side === 0 ? near(y - low[1], 1) : near(x - low[0], crate.load.aspect))
}

function beyond(around: Surroundings, from: Vector, ray: Vector, floor: number, seed: number): Colour {
  const toFloor = ray[1] > 1e-6 ? (floor - from[1]) / ray[1] : Number.POSITIVE_INFINITY
  const toWall = ray[2] > 1e-6 ? (DEPTH + (around === 'wall' ? 1 : 6) - from[2]) / ray[2] : Number.POSITIVE_INFINITY
  const far = Math.min(toFloor, toWall)
  const [x, y, z] = [from[0] + far * ray[0], from[1] + far * ray[1], from[2] + far * ray[2]]
  if (toFloor < toWall) {
    if (around !== 'grass') return shaded([146, 143, 138], 0.85 + 0.3 * grain(x * 2, z * 2, seed))
    const blade = grain(x * 22, z * 12, seed) * 0.7 + grain(x * 5, z * 4, seed + 1) * 0.6
    return shaded([88, 118, 52], 0.45 + blade)
  }
  if (around === 'wall') return shaded([198, 194, 184], 0.94 + 0.1 * grain(x * 0.7, y * 0.7, seed + 2))
  if (around === 'grass')
    return y < floor - 3 - 0.6 * grain(x * 0.6, 0, seed)
      ? [186, 204, 226]
      : shaded([62, 88, 48], 0.5 + grain(x * 3, y * 3, seed))
  const bay = Math.abs(x / 5.3 - Math.round(x / 5.3)) < 0.035
  if (bay) return [196, 92, 34]
  const shelf = Math.abs((y - floor) / 3.1 - Math.round((y - floor) / 3.1)) < 0.04
  return shelf ? [52, 82, 140] : shaded([120, 124, 128], 0.5 + 0.5 * grain(x * 0.8, y * 0.9, seed + 3))
}
