import type { Evidence } from './evidence.ts'
import { columnLines, type Grid, rowLines } from './grid.ts'
import { type LineEvidence, nearest } from './line-evidence.ts'

/** How much of the seams between faces is seen: of every stretch from one crossing to the next. */
export interface Seams {
  upright: number[]
  level: number[]
}

/** The top row is left out where there are more: it may be begun only. */
export function seamsOf({ upright, level }: Evidence, grid: Grid): Seams {
  const columns = columnLines(grid)
  const rows = rowLines(grid)
  const from = grid.down > 1 ? 1 : 0
  return {
    upright: stretches(upright, columns, rows.slice(from)),
    level: stretches(level, rows.slice(from), columns),
  }
}

/** Each seam where most of it is seen, and a pixel or so beside: crates stand a little out of line. */
function stretches(evidence: LineEvidence, lines: readonly number[], ends: readonly number[]): number[] {
  const part = (lines.at(-1)! - lines[0]!) / (lines.length - 1)
  const [first, last] = [Math.round(ends[0]!), Math.round(ends.at(-1)!)]
  return lines.slice(1, -1).flatMap((line) => {
    const { at } = nearest(evidence, line, part, first, last)
    return ends.slice(1).map((end, index) => {
      const [from, to] = [Math.round(ends[index]!) + 1, Math.round(end) - 1]
      return Math.max(...[-2, -1, 0, 1, 2].map((off) => evidence.share(at + off, from, to)))
    })
  })
}

/** The same halfway between the seams: what would part every face in two. */
export function halvesOf({ upright, level }: Evidence, grid: Grid): Seams {
  const columns = columnLines(grid)
  const rows = rowLines(grid)
  const body = rows.slice(grid.down > 1 ? 1 : 0)
  return {
    upright: stretches(upright, partway(columns, 1 / 2), body),
    level: stretches(level, partway(body, 1 / 2), columns),
  }
}

/** The same of level lines that would part every face in three. */
export function levelThirdsOf({ level }: Evidence, grid: Grid): number[] {
  const columns = columnLines(grid)
  const body = rowLines(grid).slice(grid.down > 1 ? 1 : 0)
  return [1 / 3, 2 / 3].flatMap((share) => stretches(level, partway(body, share), columns))
}

/** With one before the first and one after the last, which are not looked at. */
function partway(lines: readonly number[], share: number): number[] {
  const part = lines[1]! - lines[0]!
  return [lines[0]! - part, ...lines].map((line, index) => line + share * ((lines[index] ?? line + part) - line))
}

const UNSEEN = 0.35

export function unseenShare(stretch: readonly number[]): number {
  return stretch.filter((share) => share < UNSEEN).length / Math.max(1, stretch.length)
}
