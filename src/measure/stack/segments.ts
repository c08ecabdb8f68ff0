import { type Gradients, medianSize } from './gradients.ts'

/** A straight edge, between its ends in pixels. */
export interface Segment {
  from: readonly [x: number, y: number]
  to: readonly [x: number, y: number]
  length: number
}

const SAME_WAY = Math.cos((20 * Math.PI) / 180)
const LEAST_LENGTH = 14
const LEAST_SLENDER = 4
const LEAST_SLOPE = 0.012
const STEPS = 256

/** Pixels that slope the same way, grown together from the steepest on; the long thin ones are edges. */
export function segmentsOf(gradients: Gradients): Segment[] {
  const { width, height, across, down } = gradients
  const size = new Float32Array(width * height)
  for (let at = 0; at < size.length; at++) size[at] = Math.hypot(across[at]!, down[at]!)
  const least = Math.max(LEAST_SLOPE, 2 * medianSize(size))
  const taken = new Uint8Array(width * height)
  const queue = new Int32Array(width * height)
  const segments: Segment[] = []
  for (const start of steepestFirst(size, least)) {
    if (taken[start] === 1) continue
    const count = grown(gradients, size, least, taken, queue, start)
    if (count < LEAST_LENGTH) continue
    const segment = fitted(queue.subarray(0, count), size, width)
    if (segment !== null) segments.push(segment)
  }
  return segments.sort((one, other) => other.length - one.length)
}

function steepestFirst(size: Float32Array, least: number): Int32Array {
  let most = 0
  for (const value of size) most = Math.max(most, value)
  const stepOf = (value: number) => Math.min(STEPS - 1, Math.floor((STEPS * value) / (most || 1)))
  const starts = new Int32Array(STEPS + 1)
  for (const value of size) if (value > least) starts[STEPS - 1 - stepOf(value)]!++
  let sum = 0
  for (let step = 0; step <= STEPS; step++) {
    const own = starts[step]!
    starts[step] = sum
    sum += own
  }
  const order = new Int32Array(sum)
  for (let at = 0; at < size.length; at++) {
    if (size[at]! > least) order[starts[STEPS - 1 - stepOf(size[at]!)]!++] = at
  }
  return order
}

function grown(
  { width, height, across, down }: Gradients,
  size: Float32Array,
  least: number,
  taken: Uint8Array,
  queue: Int32Array,
  start: number,
): number {
  let [wayX, wayY] = [across[start]! / size[start]!, down[start]! / size[start]!]
  queue[0] = start
  taken[start] = 1
  let count = 1
  for (let next = 0; next < count; next++) {
    const at = queue[next]!
    const [column, row] = [at % width, Math.floor(at / width)]
    const long = Math.hypot(wayX, wayY)
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        if (column + dx < 0 || column + dx >= width || row + dy < 0 || row + dy >= height) continue
        const beside = at + dy * width + dx
        if (taken[beside] === 1 || size[beside]! <= least) continue
        const alike = (across[beside]! * wayX + down[beside]! * wayY) / (size[beside]! * long)
        if (alike < SAME_WAY) continue
        taken[beside] = 1
        queue[count++] = beside
        wayX += across[beside]! / size[beside]!
        wayY += down[beside]! / size[beside]!
      }
    }
  }
  return count
}

function fitted(region: Int32Array, size: Float32Array, width: number): Segment | null {
  let [sum, x, y] = [0, 0, 0]
  for (const at of region) {
    sum += size[at]!
    x += size[at]! * (at % width)
    y += size[at]! * Math.floor(at / width)
  }
  const [middleX, middleY] = [x / sum, y / sum]
  let [xx, xy, yy] = [0, 0, 0]
  for (const at of region) {
    const [dx, dy] = [(at % width) - middleX, Math.floor(at / width) - middleY]
    xx += size[at]! * dx * dx
    xy += size[at]! * dx * dy
    yy += size[at]! * dy * dy
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [back, forth, off] = [0, 0, 0]
  for (const at of region) {
    const [dx, dy] = [(at % width) - middleX, Math.floor(at / width) - middleY]
    const along = dx * cos + dy * sin
    back = Math.min(back, along)
    forth = Math.max(forth, along)
    off += size[at]! * Math.abs(dy * cos - dx * sin)
  }
  const length = forth - back
  if (length < LEAST_LENGTH || length < LEAST_SLENDER * 4 * (off / sum)) return null
  const end = (along: number): [number, number] => [middleX + 0.5 + along * cos, middleY + 0.5 + along * sin]
  return { from: end(back), to: end(forth), length }
}
