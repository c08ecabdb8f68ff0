/** Zeros and ones on a grid. */
export interface Mask {
  width: number
  height: number
  at: Uint8Array
}

export interface Blob {
  label: number
  size: number
  touches: { top: boolean; right: boolean; bottom: boolean; left: boolean }
}

/** Four-connected pieces; labels count from 1, the pieces from the largest down. */
export function blobsOf({ width, height, at }: Mask): { labels: Int32Array; blobs: Blob[] } {
  const count = width * height
  const labels = new Int32Array(count)
  const stack = new Int32Array(count)
  const blobs: Blob[] = []
  for (let start = 0; start < count; start++) {
    if (at[start] === 0 || labels[start] !== 0) continue
    const label = blobs.length + 1
    const touches = { top: false, right: false, bottom: false, left: false }
    let size = 0
    let depth = 1
    stack[0] = start
    labels[start] = label
    while (depth > 0) {
      const index = stack[--depth]!
      const column = index % width
      size += 1
      if (column === 0) touches.left = true
      else if (at[index - 1] === 1 && labels[index - 1] === 0) {
        labels[index - 1] = label
        stack[depth++] = index - 1
      }
      if (column === width - 1) touches.right = true
      else if (at[index + 1] === 1 && labels[index + 1] === 0) {
        labels[index + 1] = label
        stack[depth++] = index + 1
      }
      if (index < width) touches.top = true
      else if (at[index - width] === 1 && labels[index - width] === 0) {
        labels[index - width] = label
        stack[depth++] = index - width
      }
      if (index >= count - width) touches.bottom = true
      else if (at[index + width] === 1 && labels[index + width] === 0) {
        labels[index + width] = label
        stack[depth++] = index + width
      }
    }
    blobs.push({ label, size, touches })
  }
  return { labels, blobs: blobs.sort((one, other) => other.size - one.size || one.label - other.label) }
}

/** What the grid's rim cannot reach without crossing the mask belongs to the mask. */
export function fillHoles({ width, height, at }: Mask): void {
  const open = { width, height, at: at.map((value) => 1 - value) }
  const { labels, blobs } = blobsOf(open)
  const enclosed = new Set(
    blobs.filter(({ touches }) => !Object.values(touches).some(Boolean)).map(({ label }) => label),
  )
  if (enclosed.size === 0) return
  for (let index = 0; index < at.length; index++) if (enclosed.has(labels[index]!)) at[index] = 1
}

/** Steps (a diagonal one counts 1.4) from each cell to the nearest zero of the mask. */
export function depthsOf({ width, height, at }: Mask): Float32Array {
  const far = width + height
  const wide = width + 2
  // A rim of far cells around the grid spares every step the question whether it has a neighbour.
  const depths = new Float32Array(wide * (height + 2)).fill(far)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const index = (row + 1) * wide + column + 1
      depths[index] = at[row * width + column] === 0 ? 0 : reached(index, -1)
    }
  }
  for (let row = height - 1; row >= 0; row--) {
    for (let column = width - 1; column >= 0; column--) {
      const index = (row + 1) * wide + column + 1
      depths[index] = Math.min(depths[index]!, reached(index, 1))
    }
  }
  const inner = new Float32Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = (row + 1) * wide + 1
    inner.set(depths.subarray(from, from + width), row * width)
  }
  return inner

  function reached(index: number, way: 1 | -1): number {
    const beside = Math.min(depths[index + way]!, depths[index + way * wide]!) + 1
    const across = Math.min(depths[index + way * (wide + 1)]!, depths[index + way * (wide - 1)]!) + Math.SQRT2
    return Math.min(beside, across)
  }
}

export function inverted({ width, height, at }: Mask): Mask {
  return { width, height, at: at.map((value) => 1 - value) }
}
