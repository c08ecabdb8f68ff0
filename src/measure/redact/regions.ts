export type Box = readonly [x1: number, y1: number, x2: number, y2: number]

export interface Subject {
  box: Box
  score: number
  /** In pixels, where a face was found in it. */
  faceWidth: number | null
}

/** A part of the picture that is covered, in whole pixels: squares of cellPx from its upper left corner. */
export interface Region {
  box: Box
  score: number
  cellPx: number
}

/** Hair, hands and feet stand out of a detector's box. */
const MARGIN = 0.1
const CELLS_ACROSS_A_PERSON = 8
const CELLS_ACROSS_A_FACE = 4
/** No face was found, and the box is no taller than this times its width: then it may be a face, most of it. */
const CLOSE_UP = 1.5
const FACE_IN_A_CLOSE_UP = 0.7

/**
 * `coarser` times as large squares as a person needs.
 * Regions that touch share one grid, the coarsest any of them needs: two grids over one person would tell more of him
 * than either alone.
 */
export function regionsFor(
  subjects: readonly Subject[],
  coarser: number,
  { width, height }: { width: number; height: number },
): Region[] {
  let groups = subjects.map((subject) => [regionOf(subject, coarser, width, height)])
  for (let count = 0; count !== groups.length; ) {
    count = groups.length
    groups = joinedWhereTouching(groups.map((group) => onOneGrid(group, width, height)))
  }
  return withoutContained(groups.flat()).sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0])
}

function regionOf(
  { box: [x1, y1, x2, y2], score, faceWidth }: Subject,
  coarser: number,
  width: number,
  height: number,
): Region {
  const [across, down] = [x2 - x1, y2 - y1]
  const face = faceWidth ?? (down <= CLOSE_UP * across ? FACE_IN_A_CLOSE_UP * across : 0)
  const cellPx = Math.ceil(coarser * Math.max(2, across / CELLS_ACROSS_A_PERSON, face / CELLS_ACROSS_A_FACE))
  const box: Box = [
    Math.max(0, Math.floor(x1 - MARGIN * across)),
    Math.max(0, Math.floor(y1 - MARGIN * down)),
    Math.min(width, Math.ceil(x2 + MARGIN * across)),
    Math.min(height, Math.ceil(y2 + MARGIN * down)),
  ]
  return { box, score, cellPx }
}

/** Snapping to a grid makes boxes larger, so that groups may come to touch which did not before. */
function joinedWhereTouching(groups: readonly Region[][]): Region[][] {
  const joined: Region[][] = []
  for (const group of groups) {
    const near = joined.filter((other) => other.some((a) => group.some((b) => touch(a.box, b.box))))
    for (const other of near) joined.splice(joined.indexOf(other), 1)
    joined.push([...near.flat(), ...group])
  }
  return joined
}

function touch(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

/** Snapped outwards, so that the grid of each box is the grid of all. */
function onOneGrid(group: readonly Region[], width: number, height: number): Region[] {
  const cellPx = Math.max(...group.map((region) => region.cellPx))
  const [left, top] = [Math.min(...group.map(({ box }) => box[0])), Math.min(...group.map(({ box }) => box[1]))]
  const before = (value: number, origin: number) => origin + Math.floor((value - origin) / cellPx) * cellPx
  const after = (value: number, origin: number) => origin + Math.ceil((value - origin) / cellPx) * cellPx
  return group.map(({ box: [x1, y1, x2, y2], score }) => ({
    box: [before(x1, left), before(y1, top), Math.min(width, after(x2, left)), Math.min(height, after(y2, top))],
    score,
    cellPx,
  }))
}

/** The score of a region is that of the surest sighting in it. */
function withoutContained(regions: readonly Region[]): Region[] {
  const kept: Region[] = []
  for (const region of [...regions].sort((a, b) => areaOf(b.box) - areaOf(a.box) || b.score - a.score)) {
    const around = kept.find(({ box }) => contains(box, region.box))
    if (around === undefined) kept.push({ ...region })
    else around.score = Math.max(around.score, region.score)
  }
  return kept
}

/** How much of a box lies under the regions together: people found across two of them are found in what was covered. */
export function coveredShare([x1, y1, x2, y2]: Box, regions: readonly { box: Box }[]): number {
  const parts = regions
    .map(({ box }): Box => [Math.max(x1, box[0]), Math.max(y1, box[1]), Math.min(x2, box[2]), Math.min(y2, box[3])])
    .filter((part) => part[0] < part[2] && part[1] < part[3])
  const edges = [...new Set(parts.flatMap((part) => [part[0], part[2]]))].sort((a, b) => a - b)
  let covered = 0
  for (const [index, left] of edges.slice(0, -1).entries()) {
    const right = edges[index + 1]!
    let below = y1
    for (const [, top, , bottom] of parts.filter((part) => part[0] <= left && part[2] >= right).sort(fromTheTop)) {
      covered += (right - left) * Math.max(0, bottom - Math.max(below, top))
      below = Math.max(below, bottom)
    }
  }
  return covered / areaOf([x1, y1, x2, y2])
}

function fromTheTop(a: Box, b: Box): number {
  return a[1] - b[1]
}

function contains(outer: Box, inner: Box): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3]
}

function areaOf([x1, y1, x2, y2]: Box): number {
  return (x2 - x1) * (y2 - y1)
}
