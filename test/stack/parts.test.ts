import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { alignedBox } from '../../src/measure/stack/align.ts'
import { alternation, ENOUGH_TO_DOUBT, pairsBySeams, pairsOf } from '../../src/measure/stack/alternation.ts'
import { bondOf } from '../../src/measure/stack/bond.ts'
import { closerStandsOf } from '../../src/measure/stack/closer.ts'
import { combAtTheFrame } from '../../src/measure/stack/comb.ts'
import { countsOf, stripsOf } from '../../src/measure/stack/counts.ts'
import { evidenceOf } from '../../src/measure/stack/evidence.ts'
import { fitted } from '../../src/measure/stack/extent.ts'
import { otherYawsOf, standsOf, tiltOf, turnOf } from '../../src/measure/stack/facing.ts'
import { fieldOf } from '../../src/measure/stack/field.ts'
import { gradientsOf } from '../../src/measure/stack/gradients.ts'
import { type Grid, plainGrid } from '../../src/measure/stack/grid.ts'
import { latticesOf } from '../../src/measure/stack/lattice.ts'
import { brightness, type Plane } from '../../src/measure/stack/plane.ts'
import { repeats } from '../../src/measure/stack/repeats.ts'
import type { Seen } from '../../src/measure/stack/seen.ts'
import { type Segment, segmentsOf } from '../../src/measure/stack/segments.ts'
import { trimmedRow } from '../../src/measure/stack/single-row.ts'
import { outlinesOf } from '../../src/measure/stack/spans.ts'
import { tonesTogether } from '../../src/measure/stack/tones.ts'
import { topRowOf } from '../../src/measure/stack/top-row.ts'

describe('a wall of crates, painted', () => {
  const [wide, tall, left, top] = [60, 40, 100, 80]

  /** Faces with a mark off their middle, dark seams, and a top row of which only some crates are there. */
  function painted(across: number, down: number, onTop = across, isBare = false, bond = 0) {
    const [width, height] = [across * wide + 2 * left, down * tall + 2 * top]
    const values = new Float32Array(width * height).fill(0.5)
    for (let row = 0; row < down * tall; row++) {
      for (let column = 0; column < across * wide; column++) {
        if (row < tall && column >= onTop * wide) continue
        const laidBy = Math.floor(row / tall) % 2 === 1 ? bond * wide : 0
        const [x, y] = [(column + laidBy) % wide, row % tall]
        const isSeam = x < 2 || y < 2 || x >= wide - 2 || y >= tall - 2
        const isMark = !isBare && x > 12 && x < 26 && y > 8 && y < 18
        values[(top + row) * width + left + column] = isSeam ? 0 : isMark ? 1.6 : 1
      }
    }
    const gradients = gradientsOf({ width, height, values })
    const inFrame = new Uint8Array(width * height).fill(1)
    const box = { left, right: left + across * wide, top, bottom: top + down * tall }
    return { gradients, field: fieldOf(gradients), evidence: evidenceOf(gradients, inFrame), inFrame, box }
  }

  test('six columns repeat six times and in pairs, and not five or seven times', () => {
    const { field, box } = painted(6, 4)
    const alike = (across: number) => repeats(field, plainGrid(box, across, 4), 'columns')
    assert.ok(alike(6) > 0.9 && alike(3) > 0.9, `${alike(6)} ${alike(3)}`)
    for (const across of [5, 7]) assert.ok(alike(across) < 0.4, `${across}: ${alike(across)}`)
    assert.ok(alike(12) < alike(6) - 0.1, `${alike(12)}`)
  })

  test('what runs along a whole row says nothing of the columns, nor the other way round', () => {
    const [width, height] = [400, 300]
    const values = Float32Array.from({ length: width * height }, (_, at) => (Math.floor(at / width) % 50 < 4 ? 0 : 1))
    const shelves = fieldOf(gradientsOf({ width, height, values }))
    const box = { left: 40, right: 360, top: 48, bottom: 250 }
    assert.ok(Math.abs(repeats(shelves, plainGrid(box, 5, 1), 'columns')) < 0.1)
    assert.ok(repeats(shelves, plainGrid(box, 1, 4), 'rows') > 0.9)
  })

  test('outer lines a few pixels outside are moved to where the wall begins', () => {
    const { field, box } = painted(7, 4, 7, true)
    const wider = { left: box.left - 5, right: box.right + 4, top: box.top - 5, bottom: box.bottom + 6 }
    const aligned = alignedBox(field, wider, stripsOf(field, wider))
    for (const side of ['left', 'right', 'top', 'bottom'] as const)
      assert.ok(Math.abs(aligned[side] - box[side]) <= 2, `${side}: ${aligned[side]}, not ${box[side]}`)
  })

  test('the finest count that holds is the count', () => {
    for (const [across, down] of [
      [6, 4],
      [3, 8],
      [12, 2],
      [5, 1],
    ] as const) {
      const { field, evidence, box } = painted(across, down)
      const [counts] = countsOf(field, evidence, box, stripsOf(field, box), 0.035)
      assert.deepEqual([counts?.across, counts?.down], [across, down])
    }
  })

  test('faces of a kind do not alternate; halves of them do', () => {
    const { field, box } = painted(6, 5)
    const whole = alternation(field, plainGrid(box, 6, 5), ENOUGH_TO_DOUBT)
    assert.ok(Math.max(Math.abs(whole.across), Math.abs(whole.down)) < 0.01)
    const halves = plainGrid(box, 12, 5)
    const turns = alternation(field, halves, ENOUGH_TO_DOUBT)
    assert.ok(turns.across > 0.2 && turns.down < 0.05, JSON.stringify(turns))
    assert.deepEqual(pairsOf(halves, turns), [plainGrid(box, 6, 5)])
  })

  test('rows laid like bricks are like every second, and by twos half of a face is laid between the others', () => {
    const [straight, bricks] = [painted(6, 6), painted(6, 6, 6, false, 0.5)]
    const [single, double] = [plainGrid(straight.box, 6, 6), plainGrid(straight.box, 6, 3)]
    const bonds = [single, double].map((grid) => [bondOf(straight.field, grid), bondOf(bricks.field, grid)] as const)
    for (const [laidStraight] of bonds) {
      assert.ok(Math.abs(laidStraight.byTurns) < 0.05, JSON.stringify(laidStraight))
      assert.ok(Math.max(laidStraight.halves.more, laidStraight.rows.more) < 0, JSON.stringify(laidStraight))
    }
    const [[, byOne], [, byTwos]] = bonds as [(typeof bonds)[0], (typeof bonds)[0]]
    assert.ok(byOne.byTurns > 0.7 && byOne.rows.alike > 0.9 && byOne.rows.more > 0.7, JSON.stringify(byOne))
    assert.ok(Math.abs(byTwos.byTurns) < 0.05, JSON.stringify(byTwos))
    assert.ok(byTwos.halves.alike > 0.7 && byTwos.halves.more > 0.7, JSON.stringify(byTwos))
  })

  test('two rows of crates change their tones each by itself, the halves of one row together', () => {
    const tones = [0.4, 0.7, 0.5, 0.9, 0.6, 0.8, 0.45]
    const together = (upper: readonly number[], lower: readonly number[]) => {
      const [across, width, height] = [upper.length, upper.length * wide, 2 * tall]
      const values = Float32Array.from({ length: width * height }, (_, at) => {
        const [row, column] = [Math.floor(at / width / tall), Math.floor((at % width) / wide)]
        return (row === 0 ? upper : lower)[column]!
      })
      const grid = plainGrid({ left: 0, right: width, top: 0, bottom: height }, across, 2)
      return tonesTogether({ width, height, values }, { ...grid, topRow: { from: 0, to: across } })
    }
    assert.ok(
      together(
        tones,
        tones.map((tone) => tone + 0.1),
      ) > 0.99,
    )
    assert.ok(together(tones, [0.5, 0.45, 0.8, 0.7, 0.9, 0.6, 0.4]) < 0.5)
    assert.equal(together(tones.slice(0, 5), tones.slice(0, 5)), 0, 'too few to say')
  })

  test('of an odd number of halves one is left out, at either end', () => {
    const grid = plainGrid({ left: 0, right: 700, top: 0, bottom: 90 }, 7, 3)
    const pairs = pairsOf(grid, { across: 0.4, down: 0 })
    assert.deepEqual(
      pairs.map(({ left, right, across }) => [left, right, across]),
      [
        [100, 700, 3],
        [0, 600, 3],
      ],
    )
    assert.deepEqual(pairsOf(grid, { across: 0.1, down: 0.1 }), [])
  })

  test('where every second seam is seen faces are halves, whichever the first is', () => {
    const { evidence, box } = painted(6, 3, 6, true)
    const halves = plainGrid(box, 12, 3)
    assert.deepEqual(pairsBySeams(evidence, halves), [plainGrid(box, 6, 3)])
    const later = plainGrid({ ...box, left: box.left + wide / 2 }, 11, 3)
    assert.deepEqual(
      pairsBySeams(evidence, later).map((grid) => [grid.across, grid.left, grid.right]),
      [[5, box.left + wide, box.right]],
    )
    assert.deepEqual(pairsBySeams(evidence, plainGrid(box, 6, 3)), [])
  })

  test('two lines that run on to the frame, and many across them, are a load that is cut off', () => {
    const { evidence, box, field } = painted(9, 1)
    const shownTo = (right: number) =>
      Uint8Array.from({ length: field.width * field.height }, (_, at) => (at % field.width < right ? 1 : 0))
    const comb = (inFrame: Uint8Array) => combAtTheFrame(evidence, outlinesOf(evidence), inFrame)
    const cut = comb(shownTo(box.right - wide / 2))
    assert.deepEqual([cut?.across, cut?.down], [8, 1])
    assert.equal(comb(shownTo(box.right + 30)), null)
    assert.equal(comb(shownTo(field.width)), null)
  })

  test('a single row ends where what is below repeats nothing', () => {
    const { field, evidence, box } = painted(7, 1)
    const withFloor = plainGrid({ ...box, bottom: box.bottom + 30 }, 7, 1)
    const { top: from, bottom } = trimmedRow(field, evidence, withFloor)
    assert.equal(from, box.top)
    assert.ok(Math.abs(bottom - box.bottom) < 3, `${bottom}`)
    const row = plainGrid(box, 7, 1)
    assert.deepEqual(trimmedRow(field, evidence, row), row)
  })

  test('a wall that the frame cuts off is looked for in whole crates, from the side that is seen', () => {
    const { gradients, field, box } = painted(7, 4)
    // Half of the last column is out of the frame.
    const shown = box.right - wide / 2
    const inFrame = Uint8Array.from({ length: field.width * field.height }, (_, at) =>
      at % field.width < shown ? 1 : 0,
    )
    const evidence = evidenceOf(gradients, inFrame)
    const lattices = latticesOf(field, evidence, outlinesOf(evidence), inFrame)
    assert.ok(
      lattices.some(
        ({ across, down, left: from, right }) =>
          across === 6 && down === 4 && from > box.left - 5 && right <= shown && Math.abs(right - from - 6 * wide) < 5,
      ),
      JSON.stringify(lattices.map(({ across, down, left: from, right }) => [across, down, from, right])),
    )
  })

  test('a load that goes on past the frame is known by its seams alone, and one that does not is not', () => {
    const { evidence, inFrame, box, field } = painted(7, 4)
    const outlines = outlinesOf(evidence)
    assert.equal(combAtTheFrame(evidence, outlines, inFrame), null)
    const shownAbove = (bottom: number) =>
      Uint8Array.from({ length: field.width * field.height }, (_, at) =>
        Math.floor(at / field.width) < bottom ? 1 : 0,
      )
    const comb = combAtTheFrame(evidence, outlines, shownAbove(box.bottom - tall / 2))
    assert.deepEqual([comb?.across, comb?.down], [7, 3])
    assert.ok(Math.abs(comb!.left - box.left) < 4 && Math.abs(comb!.top - box.top) < 4, JSON.stringify(comb))
  })

  test('from some of the faces all are found, and no more', () => {
    const { field, evidence, inFrame, box } = painted(7, 5)
    const part: Grid = plainGrid(
      { left: left + wide, right: left + 4 * wide, top: top + tall, bottom: top + 3 * tall },
      3,
      2,
    )
    const { grid } = fitted(field, evidence, inFrame, part)
    assert.deepEqual([grid.across, grid.down, grid.left, grid.top], [7, 5, box.left, box.top])
  })

  test('of a top row that is begun only what is there counts', () => {
    for (const onTop of [1, 3, 6]) {
      const { field, evidence, inFrame, box } = painted(7, 5, onTop)
      const { grid, faces } = fitted(field, evidence, inFrame, plainGrid(box, 7, 5))
      const { from, to } = topRowOf(faces, evidence, grid)
      assert.deepEqual([grid.down, from, to], [5, 0, onTop])
    }
  })
})

describe('the stand of the camera', () => {
  const optics = { width: 1000, height: 800, focalPx: 780 }

  /** Level and upright edges of a face, as a camera at this stand sees them. */
  function seenFrom(yaw: number, pitch: number, roll: number): Segment[] {
    const turn = turnOf({ yaw, pitch, roll })
    const place = (x: number, y: number): [number, number] => {
      const deep = turn[2] * x + turn[5] * y + turn[8]
      return [
        500 + (780 * (turn[0] * x + turn[3] * y + turn[6])) / deep,
        400 + (780 * (turn[1] * x + turn[4] * y + turn[7])) / deep,
      ]
    }
    const edge = (a: [number, number], b: [number, number]): Segment => {
      const [from, to] = [place(...a), place(...b)]
      return { from, to, length: Math.hypot(from[0] - to[0], from[1] - to[1]) }
    }
    return [-0.3, -0.15, 0, 0.15, 0.3].flatMap((at) => [edge([-0.3, at], [0.3, at]), edge([at, -0.3], [at, 0.3])])
  }

  for (const [yaw, pitch, roll] of [
    [0, 0, 0],
    [14, -3, 2],
    [-25, -8, -1],
    [2, 3, 30],
  ] as const)
    test(`yaw ${yaw}, pitch ${pitch} and roll ${roll} are read from how edges converge`, () => {
      const [stand] = standsOf(seenFrom(yaw, pitch, roll), optics)
      assert.ok(Math.abs(tiltOf(stand) - tiltOf({ yaw, pitch, roll })) < 1, JSON.stringify(stand))
      assert.ok(Math.abs(stand.roll - roll) < 1, JSON.stringify(stand))
      assert.ok(stand.straight > 0.9)
    })

  test('a load turned to the side is among the other stands where a rough floor has the most edges', () => {
    const load = seenFrom(22, -5, 0)
    const streaks = seenFrom(0, -5, 0).filter(({ from, to }) => Math.abs(from[0] - to[0]) > Math.abs(from[1] - to[1]))
    const segments = [...load, ...streaks, ...streaks]
    const stands = standsOf(segments, optics)
    assert.ok(Math.abs(stands[0].yaw) < 3, JSON.stringify(stands))
    const others = otherYawsOf(segments, optics, stands)
    assert.ok(
      others.some(({ yaw }) => Math.abs(yaw - 22) < 2),
      JSON.stringify(others),
    )
    assert.deepEqual(otherYawsOf(load, optics, standsOf(load, optics)), [])
  })

  test('a far row gives its own stand where it stands, whatever the grass before it says', () => {
    const turned = Math.PI / 180
    const edge = (x: number, y: number, way: number, length: number): Segment => ({
      from: [x, y],
      to: [x + length * Math.cos(way), y + length * Math.sin(way)],
      length,
    })
    const row = Array.from({ length: 14 }, (_, crate) => {
      const [x, y] = [200 + 50 * crate * Math.cos(turned), 330 + 50 * crate * Math.sin(turned)]
      return [edge(x, y, turned + Math.PI / 2, 30), edge(x, y, turned, 48), edge(x - 1, y + 30, turned, 48)]
    }).flat()
    const grass = Array.from({ length: 300 }, (_, blade) =>
      edge((blade * 137) % 1000, 450 + ((blade * 61) % 340), (blade * 29) % 7, 12 + (blade % 16)),
    )
    const segments = [...grass, ...row].sort((one, other) => other.length - one.length)
    const closer = closerStandsOf(segments, optics, { lattices: [] } as unknown as Seen)
    assert.equal(closer.length, 1)
    for (const { roll, straight } of closer.flat())
      assert.ok(Math.abs(Math.abs(roll) - 1) < 0.3 && straight > 0.8, `${roll} ${straight}`)
    assert.deepEqual(closerStandsOf(grass, optics, { lattices: [] } as unknown as Seen), [])
  })
})

describe('edges', () => {
  function bar(width: number, height: number): Plane {
    const values = new Float32Array(width * height)
    for (let row = 20; row < height - 20; row++) values.fill(1, row * width + 40, row * width + 60)
    return { width, height, values }
  }

  test('a bar has two long upright edges', () => {
    const upright = segmentsOf(gradientsOf(bar(100, 200))).filter(({ length }) => length > 140)
    assert.equal(upright.length, 2)
    for (const { from, to } of upright) assert.ok(Math.abs(from[0] - to[0]) < 1)
  })

  test('nothing has none', () => {
    assert.deepEqual(segmentsOf(gradientsOf({ width: 50, height: 50, values: new Float32Array(2500) })), [])
  })
})

test('brightness is averaged down to a bounded size, whatever the size was', () => {
  const data = new Uint8Array(300 * 200 * 3).fill(120)
  const { width, height, values } = brightness({ width: 300, height: 200, data }, 100)
  assert.deepEqual([width, height], [100, 67])
  for (const value of values) assert.ok(Math.abs(value - Math.log1p(120 / 14)) < 1e-4)
})
