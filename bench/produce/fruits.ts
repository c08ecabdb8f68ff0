import { outlineOf } from '../../src/measure/produce/scene/outline.ts'
import type { Random } from '../../src/measure/produce/scene/random.ts'
import type { Banana, Stage } from '../../src/measure/produce/scene/scene.ts'
import type { Point } from '../../src/measure/produce/types.ts'
import type { Ground } from './ground.ts'
import type { Kind } from './kinds.ts'

const SHORTEST_MM = 90
const LONGEST_MM = 260

export function drawFruits(draw: Random, kind: Kind): Banana[] {
  if (kind === 'no fruit') return []
  const first = drawBanana(draw)
  if (kind === 'two fruits apart') return [first, drawBanana(draw)]
  return kind === 'two fruits touching' ? [first, first] : [first]
}

function drawBanana(draw: Random): Banana {
  const radiusMm = draw.between(12, 22)
  const halfWidthMm = draw.between(4, 6)
  const blossomMm = draw.between(4.5, 7)
  const banana: Banana = {
    centreMm: [0, 0],
    turnDeg: 0,
    axisMm: draw.between(80, 250),
    radiusMm,
    bendDeg: draw.between(30, 110) * draw.pick([1, -1]),
    bendSkew: draw.between(-1, 0.6),
    stalk: { halfWidthMm, lengthMm: draw.between(15, 35) },
    shoulderMm: (0.95 * radiusMm - halfWidthMm) * draw.between(1.45, 2.4),
    blossom: { radiusMm: blossomMm, taperMm: (0.95 * radiusMm - blossomMm) * draw.between(2.7, 3.6) },
    lateralRatio: draw.between(0.9, 1.05),
    levelness: draw.between(0.6, 1),
    stage: draw.pick([1, 2, 3, 4, 5, 6, 7] as const) satisfies Stage,
    bruises: Array.from({ length: Math.floor(draw.next() * 4) }, () => ({
      along: draw.between(0.2, 0.85),
      roundDeg: draw.between(-60, 60),
      halfLengthMm: draw.between(2, 9),
      halfWidthMm: draw.between(1, 4),
    })),
  }
  const { lengthMm } = outlineOf(banana)
  return lengthMm < SHORTEST_MM || lengthMm > LONGEST_MM ? drawBanana(draw) : banana
}

/** Lays the fruits somewhere on the field: side by side where they touch, each for itself where they are apart. */
export function laid(draw: Random, fruits: Banana[], kind: Kind, { field }: Ground): Banana[] {
  const middle: Point = [(field.left + field.right) / 2, (field.top + field.bottom) / 2]
  const somewhere = (): Point => [middle[0] + draw.between(-45, 45), middle[1] + draw.between(-25, 25)]
  const turnDeg = draw.between(0, 360)
  const [first, second] = fruits.map((fruit) => ({ ...fruit, turnDeg, centreMm: somewhere() }))
  if (!first) return []
  if (!second) return [first]
  if (kind !== 'two fruits touching') return [first, second]
  const outward = ((turnDeg - 90) * Math.PI) / 180
  const shiftMm = 1.9 * first.radiusMm
  const [x, y] = first.centreMm
  return [first, { ...second, centreMm: [x + shiftMm * Math.cos(outward), y + shiftMm * Math.sin(outward)] }]
}
