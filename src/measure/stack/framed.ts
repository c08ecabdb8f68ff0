import {
  areaOf,
  type Box,
  densityOver,
  edgeCounter,
  mostTelling,
  type Reasons,
  type Side,
  type Weighed,
} from './boxes.ts'
import type { Evidence } from './evidence.ts'
import type { Field } from './field.ts'
import { filledBy, LEAST_CELL, type Outlines } from './spans.ts'

interface Framed extends Weighed {
  /** The side at which the frame ends it. */
  at: Side
}

/** Racks behind a load reach the frame too, and are larger than it: a load is known by its sides. */
const REASONS: Reasons = [
  { worth: ({ sides, ...box }) => sides * Math.sqrt(longestOf(box)), count: 32 },
  { worth: ({ weight }) => weight, count: 5 },
  { worth: ({ dense, ...box }) => dense * Math.sqrt(areaOf(box)), count: 3 },
]

function longestOf({ left, right, top, bottom }: Box): number {
  return Math.max(right - left, bottom - top)
}

/** Of three: the fourth is the frame. */
const LEAST_SIDES = 1.7

/**
 * Boxes that one side of the frame cuts off, each made shorter there until it is whole crates, whatever these may be:
 * a load that goes on past the frame has no outline on that side, and parts of crates at its end.
 */
export function framedBoxes(field: Field, evidence: Evidence, outlines: Outlines, inFrame: Uint8Array): Box[] {
  return mostTelling(cutBoxes(evidence, outlines, inFrame), REASONS)
    .flatMap((box) => periodsOf(field, box).map(({ period, like }) => ({ box: shortened(box, period), like })))
    .sort((one, other) => other.like - one.like)
    .slice(0, MOST_BOXES)
    .map(({ box }) => box)
}

const MOST_BOXES = 40

function cutBoxes(evidence: Evidence, { columns, rows }: Outlines, inFrame: Uint8Array): Framed[] {
  const { upright, level } = evidence
  const [width, height] = [upright.lines, level.lines]
  const edgesIn = edgeCounter(evidence)
  const boxes: Framed[] = []
  const add = (at: Side, box: Box, along: number, filled: number) => {
    const { left, right, top, bottom } = box
    if (right - left < 2 * LEAST_CELL || bottom - top < LEAST_CELL) return
    const sides =
      (at === 'left' ? 0 : upright.share(left, top, bottom)) +
      (at === 'right' ? 0 : upright.share(right, top, bottom)) +
      (at === 'top' ? 0 : level.share(top, left, right)) +
      (at === 'bottom' ? 0 : level.share(bottom, left, right))
    if (sides < LEAST_SIDES) return
    boxes.push({ ...box, at, weight: along * filled * sides, sides: (sides * 4) / 3, dense: densityOver(edgesIn, box) })
  }
  for (const { from: top, to: bottom, weight } of rows.spans) {
    const [first, last] = shownFrom(width, (x) => inFrame[top * width + x] === 1 && inFrame[bottom * width + x] === 1)
    const within = rows.lines.filter((at) => at >= top - 2 && at <= bottom + 2)
    const filled = (from: number, to: number) => filledBy(level, within, from, to) * (to - from)
    for (const end of columns.ends) {
      add('right', { left: end, right: last, top, bottom }, filled(end, last), weight)
      add('left', { left: first, right: end, top, bottom }, filled(first, end), weight)
    }
  }
  for (const { from: left, to: right, weight } of columns.spans) {
    const [first, last] = shownFrom(height, (y) => inFrame[y * width + left] === 1 && inFrame[y * width + right] === 1)
    const within = columns.lines.filter((at) => at >= left - 2 && at <= right + 2)
    const filled = (from: number, to: number) => filledBy(upright, within, from, to) * (to - from)
    for (const end of rows.ends) {
      add('bottom', { left, right, top: end, bottom: last }, filled(end, last), weight)
      add('top', { left, right, top: first, bottom: end }, filled(first, end), weight)
    }
  }
  return boxes
}

function shownFrom(length: number, isShown: (at: number) => boolean): [first: number, last: number] {
  let [first, last] = [0, length - 1]
  while (first < last && !isShown(first)) first++
  while (last > first && !isShown(last)) last--
  return [first, last]
}

const MOST_PERIODS = 3
const LEAST_ALIKE = 0.15
const STEP = 2
const SAMPLE = 3
const SAMPLE_ACROSS = 5

/** The distances by which the box, moved along itself, is most like itself. */
function periodsOf(field: Field, { at, ...box }: Framed): { period: number; like: number }[] {
  const isAcross = at === 'left' || at === 'right'
  const length = isAcross ? box.right - box.left : box.bottom - box.top
  const likes: { period: number; like: number }[] = []
  for (let period = LEAST_CELL; period <= length / 2; period += STEP)
    likes.push({ period, like: likeItself(field, box, isAcross, period) })
  return likes
    .filter(({ like }, index) => {
      const [before, after] = [likes[index - 1]?.like ?? 0, likes[index + 1]?.like ?? 0]
      return like > LEAST_ALIKE && like >= before && like > after
    })
    .sort((one, other) => other.like - one.like)
    .slice(0, MOST_PERIODS)
}

function likeItself(field: Field, { left, right, top, bottom }: Box, isAcross: boolean, period: number): number {
  const { width } = field
  const move = isAcross ? period : period * width
  const [stepX, stepY] = isAcross ? [SAMPLE, SAMPLE_ACROSS] : [SAMPLE_ACROSS, SAMPLE]
  const [lastX, lastY] = isAcross ? [right - period, bottom] : [right, bottom - period]
  let [product, one, other] = [0, 0, 0]
  for (let y = top + stepY; y < lastY - stepY; y += stepY) {
    for (let x = left + stepX; x < lastX - stepX; x += stepX) {
      const here = y * width + x
      // What runs along the way it is moved is like itself at any distance.
      const a = isAcross ? field.across[here]! : field.down[here]!
      const b = isAcross ? field.across[here + move]! : field.down[here + move]!
      product += a * b
      one += a * a
      other += b * b
    }
  }
  return product / (Math.sqrt(one * other) || 1)
}

function shortened({ at, left, right, top, bottom }: Framed, period: number): Box {
  const length = at === 'left' || at === 'right' ? right - left : bottom - top
  const whole = Math.floor(length / period) * period
  if (at === 'right') return { left, right: left + whole, top, bottom }
  if (at === 'left') return { left: right - whole, right, top, bottom }
  return at === 'bottom' ? { left, right, top, bottom: top + whole } : { left, right, top: bottom - whole, bottom }
}
