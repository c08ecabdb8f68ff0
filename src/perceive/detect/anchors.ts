/** Centre and size in shares of the picture. */
export interface Anchor {
  x: number
  y: number
  width: number
  height: number
}

const CELLS = [19, 10, 5, 3, 2, 1]
const SMALLEST = 0.2
const LARGEST = 0.95
const SHAPES = [1, 2, 1 / 2, 3, 1 / 3]

/** The boxes SSDLite-MobileNetV2 at 300 x 300 corrects: six grids, each cell with one box a shape, in the model's order. */
export const SSD_ANCHORS: readonly Anchor[] = CELLS.flatMap((cells, level) => {
  const sizes = sizesAt(level)
  return Array.from({ length: cells * cells }, (_, cell) => {
    const [x, y] = [((cell % cells) + 0.5) / cells, (Math.floor(cell / cells) + 0.5) / cells]
    return sizes.map(([width, height]) => ({ x, y, width, height }))
  }).flat()
})

function sizesAt(level: number): [width: number, height: number][] {
  const shaped = (scale: number, shape: number): [number, number] => [
    scale * Math.sqrt(shape),
    scale / Math.sqrt(shape),
  ]
  // The finest grid has fewer boxes, one of them half as large.
  if (level === 0) return [shaped(0.1, 1), shaped(SMALLEST, 2), shaped(SMALLEST, 1 / 2)]
  const between = Math.sqrt(scaleAt(level) * scaleAt(level + 1))
  return [...SHAPES.map((shape) => shaped(scaleAt(level), shape)), shaped(between, 1)]
}

function scaleAt(level: number): number {
  if (level === CELLS.length) return 1
  return SMALLEST + ((LARGEST - SMALLEST) * level) / (CELLS.length - 1)
}
