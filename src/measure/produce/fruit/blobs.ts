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

/** Steps (a diagonal one counts 1.4) from each cell to the nearest zero; the grid's outside counts as zero. */
export function depthsOf({ width, height, at }: Mask): Float32Array {
  const depths = new Float32Array(at.length)
  const step = (index: number, column: number, row: number, direction: 1 | -1) => {
    if (!at[index]) return
    const ahead = column - direction
    const above = row - direction
    const insideAhead = ahead >= 0 && ahead < width
    const insideAbove = above >= 0 && above < height
    let least = Math.min(
      insideAhead ? depths[index - direction]! + 1 : 1,
      insideAbove ? depths[index - direction * width]! + 1 : 1,
    )
    if (insideAbove) {
      if (insideAhead) least = Math.min(least, depths[index - direction * width - direction]! + Math.SQRT2)
      const behind = column + direction
      if (behind >= 0 && behind < width) {
        least = Math.min(least, depths[index - direction * width + direction]! + Math.SQRT2)
      }
    }
    depths[index] = direction === 1 ? least : Math.min(depths[index]!, least)
  }
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) step(row * width + column, column, row, 1)
  }
  for (let row = height - 1; row >= 0; row--) {
    for (let column = width - 1; column >= 0; column--) step(row * width + column, column, row, -1)
  }
  return depths
}

export function inverted({ width, height, at }: Mask): Mask {
  return { width, height, at: at.map((value) => 1 - value) }
}
