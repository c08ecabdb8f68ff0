import type { Side } from './boxes.ts'
import type { Evidence } from './evidence.ts'
import { columnLines, type Grid, rowLines } from './grid.ts'
import { type LineEvidence, nearest } from './line-evidence.ts'

/** What the parting lines do past one outer side. */
export interface Beyond {
  side: Side
  /** The share of them that goes on, over part of a crate or as far as the frame shows. */
  goesOn: number
  /** The share of them that goes on all the way to the frame, where that is nearer than a crate. */
  reachesFrame: number
  /** How much of a crate the frame shows there; 1 is a whole one or more. */
  shown: number
}

/** As far as a line has to go on to be one. */
const REACH = 14
const FEW_LINES = 3
/** Past the outer line itself. */
const CLEAR = 4

/** Each line is followed from where it is best seen: the grid may be a few pixels off. */
export function beyondOf({ upright, level }: Evidence, grid: Grid, inFrame: Uint8Array): Beyond[] {
  const [columns, rows] = [columnLines(grid).map(Math.round), rowLines(grid).map(Math.round)]
  const [left, right, top, bottom] = [columns[0]!, columns.at(-1)!, rows[0]!, rows.at(-1)!]
  const wide = (right - left) / grid.across
  const tall = (bottom - top) / grid.down
  const isShown = (x: number, y: number) => inFrame[y * upright.lines + x] === 1
  const [middleX, middleY] = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)]
  const seenRows = rows.map((at) => nearest(level, at, tall, left, right).at)
  const seenColumns = columns.map((at) => nearest(upright, at, wide, top, bottom).at)
  return [
    past('left', level, seenRows, left, -1, wide, (x) => isShown(x, middleY)),
    past('right', level, seenRows, right, 1, wide, (x) => isShown(x, middleY)),
    past('top', upright, seenColumns, top, -1, tall, (y) => isShown(middleX, y)),
    past('bottom', upright, seenColumns, bottom, 1, tall, (y) => isShown(middleX, y)),
  ]
}

function past(
  side: Side,
  evidence: LineEvidence,
  lines: readonly number[],
  outer: number,
  way: 1 | -1,
  crate: number,
  isShown: (along: number) => boolean,
): Beyond {
  let shown = 0
  while (
    shown < crate &&
    outer + way * shown >= 0 &&
    outer + way * shown < evidence.length &&
    isShown(outer + way * shown)
  )
    shown++
  const reach = Math.min(shown, CLEAR + REACH)
  if (reach < CLEAR + 3) return { side, goesOn: 0, reachesFrame: 0, shown: shown / crate }
  const seams = lines.length > FEW_LINES ? lines.slice(1, -1) : lines
  const shareOver = (length: number) => {
    const [from, to] = way === 1 ? [outer + CLEAR, outer + length] : [outer - length, outer - CLEAR]
    const shares = seams.map((at) =>
      Math.max(evidence.share(at - 1, from, to), evidence.share(at, from, to), evidence.share(at + 1, from, to)),
    )
    // Of one or two rows their edges must go on too: a single line may be the floor's, or a rack's.
    return lines.length > FEW_LINES
      ? shares.reduce((sum, share) => sum + share, 0) / shares.length
      : Math.min(...shares)
  }
  return { side, goesOn: shareOver(reach), reachesFrame: shown < crate ? shareOver(shown) : 0, shown: shown / crate }
}
