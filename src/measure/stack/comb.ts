import type { Box } from './boxes.ts'
import { MOST_ACROSS, SHAPES } from './counts.ts'
import type { Evidence } from './evidence.ts'
import { type Grid, plainGrid } from './grid.ts'
import type { LineEvidence } from './line-evidence.ts'
import type { Outlines } from './spans.ts'

/** Few lines that run on need many across them, and the other way round. */
const FEWEST = { teeth: 4, rungs: 2, rungsOfTwo: 5 }
/** No smaller crate is known by its lines alone. */
const LEAST_CELL = 24
/** Of a tooth from its start to the frame, and of a rung from the first tooth to the last. */
const SEEN = { tooth: 0.93, rung: 0.85 }
/** Lines fade where the picture ends. */
const FADES = 12

/** The lines of one direction, which run on to one side of the frame, and those across them. */
interface Direction {
  isUpright: boolean
  way: 1 | -1
  teeth: LineEvidence
  teethAt: readonly number[]
  rungs: LineEvidence
  rungsAt: readonly number[]
}

/**
 * Whole crates of a load that goes on past the frame, known by its seams alone: bare faces have nothing else in common.
 * At least four lines at equal distances start together and run on to the frame, and lines at equal distances cross
 * them; or two do, and at least five cross them. Not at the top of the frame: the posts of racks run on there.
 */
export function combAtTheFrame(
  { upright, level }: Evidence,
  { columns, rows }: Outlines,
  inFrame: Uint8Array,
): Grid | null {
  const down = { isUpright: true, teeth: upright, teethAt: columns.lines, rungs: level, rungsAt: rows.lines }
  const across = { isUpright: false, teeth: level, teethAt: rows.lines, rungs: upright, rungsAt: columns.lines }
  const width = upright.lines
  for (const direction of [
    { ...down, way: 1 },
    { ...across, way: 1 },
    { ...across, way: -1 },
  ] as Direction[]) {
    const isShown = (tooth: number, along: number) =>
      inFrame[direction.isUpright ? along * width + tooth : tooth * width + along] === 1
    for (const start of direction.rungsAt) {
      const comb = combFrom(direction, start, isShown)
      if (comb !== null) return comb
    }
  }
  return null
}

function combFrom(
  direction: Direction,
  start: number,
  isShown: (tooth: number, along: number) => boolean,
): Grid | null {
  const all = teethFrom(direction, start, isShown)
  const even = evenlySpaced(all)
  const comb = even.length < FEWEST.teeth ? null : crossed(direction, start, even, FEWEST.rungs)
  if (comb !== null) return comb
  for (const one of all) {
    for (const other of all) {
      const row = other.at - one.at < LEAST_CELL ? null : crossed(direction, start, [one, other], FEWEST.rungsOfTwo)
      if (row !== null) return row
    }
  }
  return null
}

function crossed(direction: Direction, start: number, teeth: readonly Tooth[], fewestRungs: number): Grid | null {
  const { isUpright, way, rungs, rungsAt } = direction
  if (doStartBefore(direction, teeth, start)) return null
  const [first, last] = [teeth[0]!.at, teeth.at(-1)!.at]
  const isRung = (at: number) =>
    [-2, -1, 0, 1, 2].some((off) => rungs.share(Math.round(at) + off, first + 2, last - 2) > SEEN.rung)
  if (!isRung(start)) return null
  const apart = (last - first) / (teeth.length - 1)
  const length = Math.min(...teeth.map((tooth) => tooth.length))
  // The last rung before the frame tells the distance best.
  for (const end of rungsAt) {
    for (let whole = fewestRungs; whole <= MOST_ACROSS; whole++) {
      const size = (way * (end - start)) / whole
      const shape = isUpright ? apart / size : size / apart
      if (size < LEAST_CELL || shape < SHAPES[0] || shape > SHAPES[1]) continue
      if (wholeRungs(length / size) !== whole || !doGoOn(direction, teeth, start, end)) continue
      if (!Array.from({ length: whole }, (_, index) => start + way * size * (index + 1)).every(isRung)) continue
      return gridOf(isUpright, [first, last], teeth.length - 1, [Math.min(start, end), Math.max(start, end)], whole)
    }
  }
  return null
}

const LEAST_PART = 0.05

/** None where the frame cuts nothing off. */
function wholeRungs(shown: number): number {
  const whole = Math.floor(shown)
  return shown - whole < LEAST_PART ? 0 : whole
}

function gridOf(
  isUpright: boolean,
  [first, last]: [number, number],
  between: number,
  [from, to]: [number, number],
  whole: number,
): Grid {
  const box: Box = isUpright
    ? { left: first, right: last, top: from, bottom: to }
    : { left: from, right: to, top: first, bottom: last }
  return isUpright ? plainGrid(box, between, whole) : plainGrid(box, whole, between)
}

interface Tooth {
  at: number
  /** From the start to the frame. */
  length: number
  share: number
}

const SAME = 14

function teethFrom(
  { teeth, teethAt, way }: Direction,
  start: number,
  isShown: (tooth: number, along: number) => boolean,
): Tooth[] {
  const found: Tooth[] = []
  for (const at of teethAt) {
    let end = way === 1 ? teeth.length - 1 : 0
    while (end !== start && !isShown(at, end)) end -= way
    const length = Math.abs(end - start)
    if (length < FEWEST.rungs * LEAST_CELL) continue
    const share = shareOf(teeth, at, start + 3 * way, end - FADES * way)
    if (share < SEEN.tooth) continue
    const before = found.at(-1)
    if (before === undefined || at - before.at >= SAME) found.push({ at, length, share })
    else if (share > before.share) found[found.length - 1] = { at, length, share }
  }
  return found
}

const CLEAR = 5
const PAST = 14
/** Above the front of a load its lids are seen, and their seams run on a little as those of the front do. */
const MOST_PAST = { upright: 0.45, level: 0.35 }

function doStartBefore(
  { teeth: evidence, way, isUpright }: Direction,
  teeth: readonly Tooth[],
  start: number,
): boolean {
  const shares = teeth.map(({ at }) => shareOf(evidence, at, start - (CLEAR + PAST) * way, start - CLEAR * way))
  // Of two, one may be the floor's as well.
  const past = teeth.length === 2 ? Math.min(...shares) : shares.reduce((sum, share) => sum + share, 0) / shares.length
  return past > MOST_PAST[isUpright ? 'upright' : 'level']
}

const LEAST_REST = 6

/** Past the last rung too, up to where lines fade: a load that ends shortly before the frame is whole. */
function doGoOn({ teeth: evidence, way }: Direction, teeth: readonly Tooth[], start: number, end: number): boolean {
  return teeth.every(({ at, length }) => {
    const fades = start + way * (length - FADES)
    if (way * (fades - end) < LEAST_REST) return false
    return shareOf(evidence, at, end + 2 * way, fades) > SEEN.tooth
  })
}

function shareOf(evidence: LineEvidence, at: number, one: number, other: number): number {
  return evidence.share(at, Math.min(one, other), Math.max(one, other))
}

const EVEN = 0.06
const EVEN_PX = 4

/** The most of them that lie at equal distances. */
function evenlySpaced(teeth: readonly Tooth[]): Tooth[] {
  let best: Tooth[] = []
  for (let one = 0; one < teeth.length; one++) {
    for (let two = one + 1; two < teeth.length; two++) {
      const run = runFrom(teeth, teeth[one]!, teeth[two]!)
      if (run.length > best.length) best = run
    }
  }
  return best
}

function runFrom(teeth: readonly Tooth[], first: Tooth, second: Tooth): Tooth[] {
  const apart = second.at - first.at
  const run = [first, second]
  if (apart < LEAST_CELL) return []
  for (;;) {
    const last = run.at(-1)!.at
    const expected = last + (last - first.at) / (run.length - 1)
    const next = teeth.find(({ at }) => Math.abs(at - expected) < Math.max(EVEN_PX, EVEN * apart))
    if (next === undefined) return run
    run.push(next)
  }
}
