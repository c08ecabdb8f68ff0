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
  const labels = new Int32Array(width * height)
  const stack = new Int32Array(width * height)
  const blobs: Blob[] = []
  for (let start = 0; start < at.length; start++) {
    if (!at[start] || labels[start]) continue
    const label = blobs.length + 1
    const touches = { top: false, right: false, bottom: false, left: false }
    let size = 0
    let depth = 0
    stack[depth++] = start
    labels[start] = label
    while (depth > 0) {
      const index = stack[--depth]!
      const column = index % width
      size += 1
      if (column > 0) reach(index - 1)
      else touches.left = true
      if (column < width - 1) reach(index + 1)
      else touches.right = true
      if (index >= width) reach(index - width)
      else touches.top = true
      if (index < at.length - width) reach(index + width)
      else touches.bottom = true
    }
    blobs.push({ label, size, touches })

    function reach(index: number) {
      if (!at[index] || labels[index]) return
      labels[index] = label
      stack[depth++] = index
    }
  }
  return { labels, blobs: blobs.sort((a, b) => b.size - a.size || a.label - b.label) }
}

/** What the grid's rim cannot reach without crossing the mask belongs to the mask. */
export function fillHoles({ width, height, at }: Mask): void {
  const outside = new Uint8Array(at.length)
  const stack = new Int32Array(at.length)
  let depth = 0
  const reach = (index: number) => {
    if (at[index] || outside[index]) return
    outside[index] = 1
    stack[depth++] = index
  }
  for (let column = 0; column < width; column++) {
    reach(column)
    reach((height - 1) * width + column)
  }
  for (let row = 0; row < height; row++) {
    reach(row * width)
    reach(row * width + width - 1)
  }
  while (depth > 0) {
    const index = stack[--depth]!
    const column = index % width
    if (column > 0) reach(index - 1)
    if (column < width - 1) reach(index + 1)
    if (index >= width) reach(index - width)
    if (index < at.length - width) reach(index + width)
  }
  for (let index = 0; index < at.length; index++) if (!outside[index]) at[index] = 1
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
