import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import sharp from 'sharp'
import { measureProduce } from '../../src/measure/produce/measure.ts'
import type { ProduceAbstention, ProduceOutcome } from '../../src/measure/produce/reading.ts'
import { plainBanana, plainScene } from '../../src/measure/produce/scene/plain.ts'
import { renderScene } from '../../src/measure/produce/scene/render.ts'
import type { Banana, Scene } from '../../src/measure/produce/scene/scene.ts'
import { truePlane } from '../../src/measure/produce/scene/true-plane.ts'
import type { Pixels } from '../../src/measure/produce/types.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import { isLong, rounds } from '../support/rounds.ts'
import { drawFlat, type FlatShape, outerLength } from './flat-shapes.ts'

const STABLE = { stability: true }

const capsule: FlatShape = { axisPx: 420, radiusPx: 42, bendDeg: 70, turnDeg: 20 }

function measureFlat(shape: FlatShape, size: readonly [number, number] = [800, 700]): ProduceOutcome {
  return measureProduce(drawFlat({ width: size[0], height: size[1], shapes: [shape] }), null, STABLE)
}

function percentOff(measured: number, known: number): number {
  return Math.abs(100 * (measured / known - 1))
}

function measureScene(changes: Partial<Scene> = {}): {
  outcome: ProduceOutcome
  truth: ReturnType<typeof renderScene>['truth']
} {
  const scene = plainScene({ width: 1600, height: 1200, ...changes })
  const { pixels, truth } = renderScene(scene)
  return { outcome: measureProduce(pixels, { plane: truePlane(scene) }, STABLE), truth }
}

const camera = (changes: Partial<Extract<Scene['camera'], { kind: 'pinhole' }>>) => ({
  ...(plainScene().camera as Extract<Scene['camera'], { kind: 'pinhole' }>),
  focalPx: 1200,
  ...changes,
})

async function photograph(path: string): Promise<Pixels> {
  const { data, info } = await sharp(readFileSync(sharedData + path))
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

test('flat shapes of exactly known length are measured within a quarter of a percent', () => {
  for (const shape of [
    capsule,
    { ...capsule, bendDeg: 40, radiusPx: 50 },
    { ...capsule, axisPx: 360, bendDeg: 110, radiusPx: 36 },
  ]) {
    const { metric } = measureFlat(shape)
    assert.ok(metric)
    assert.ok(
      percentOff(metric.length.to_crown_px, outerLength(shape)) < 0.25,
      `${metric.length.to_crown_px} ${outerLength(shape)}`,
    )
    assert.ok(percentOff(metric.grade.px, 2 * shape.radiusPx) < 0.5, `${metric.grade.px}`)
  }
})

test('a turned picture gives the same length within a fifth of a percent', () => {
  const lengths = [0, 31, 90, 143, 217, 270].map(
    (turnDeg) => measureFlat({ ...capsule, turnDeg }).metric!.length.to_crown_px,
  )
  const spread = (100 * (Math.max(...lengths) - Math.min(...lengths))) / lengths[0]!
  assert.ok(spread < 0.2, `${spread} ${lengths}`)
})

test('without a scale there is not one millimetre; a typed scale multiplies the pixels and says so', () => {
  const pixels = drawFlat({ width: 800, height: 700, shapes: [capsule] })
  const bare = measureProduce(pixels, null, STABLE)
  const { length, grade, blemish } = bare.metric!
  for (const value of [
    length.mm,
    length.to_pedicel_base_mm,
    length.to_crown_mm,
    length.accuracy_mm,
    grade.mm,
    grade.accuracy_mm,
  ]) {
    assert.equal(value, null)
  }
  assert.equal(blemish.visible_cm2, null)
  assert.equal(bare.scale, null)
  assert.deepEqual(length.undecided_against, [])
  const typed = measureProduce(pixels, { mmPerPx: 0.25 }, STABLE)
  assert.ok(percentOff(typed.metric!.length.to_crown_mm!, 0.25 * length.to_crown_px) < 0.01)
  assert.equal(typed.scale?.from, 'typed')
  assert.match(typed.measurement_accuracy!.rests_on[0]!, /typed/)
})

for (const [name, changes] of Object.entries({
  'straight above': {},
  'from near by': { camera: camera({ distanceMm: 380, focalPx: 1000 }) },
  'at 15 degrees': { camera: camera({ tiltDeg: 15, azimuthDeg: 40 }) },
  'at 26 degrees from 600 mm': { camera: camera({ tiltDeg: 26, azimuthDeg: 200, distanceMm: 600, focalPx: 1600 }) },
  'under uneven light with hard shadows': {
    light: { ...plainScene().light, shadow: 0.9, ambient: 0.45, elevationDeg: 40, unevenness: 0.5 },
  },
} satisfies Record<string, Partial<Scene>>)) {
  test(`a swept fruit ${name} is measured at its own height, and the truth lies inside the stated accuracy`, () => {
    const { outcome, truth } = measureScene({ camera: camera({}), ...changes })
    const { metric } = outcome
    const fruit = truth.fruits[0]!
    assert.ok(metric, JSON.stringify(outcome.abstained))
    assert.ok(percentOff(metric.length.mm!, fruit.lengthMm) < 1.2, `length ${metric.length.mm} ${fruit.lengthMm}`)
    assert.ok(
      percentOff(metric.length.to_crown_mm!, fruit.toCrownMm) < 1.2,
      `${metric.length.to_crown_mm} ${fruit.toCrownMm}`,
    )
    assert.ok(percentOff(metric.grade.mm!, fruit.gradeMm) < 2, `grade ${metric.grade.mm} ${fruit.gradeMm}`)
    assert.ok(Math.abs(metric.length.mm! - fruit.lengthMm) < metric.length.accuracy_mm!)
    assert.equal(outcome.send_to_a_person, false, `${outcome.send_to_a_person_because}`)
    assert.ok(outcome.scale!.heightCorrection! > 0.015, 'an uncorrected length would be long')
  })
}

test('marks lie on the fruit where the numbers were taken', () => {
  const { outcome, truth } = measureScene({ camera: camera({}) })
  const fruit = truth.fruits[0]!
  const { blossomTip, pedicelBase, crown, midSection, contour, convexPath } = outcome.marks!
  const height = outcome.scale!.heightMm!
  for (const [mark, point] of [
    [blossomTip, fruit.blossomTip],
    [pedicelBase, fruit.pedicelBase],
    [crown, fruit.crown],
    [midSection[0], fruit.middle[0]],
    [midSection[1], fruit.middle[1]],
  ] as const) {
    const [x, y] = truth.toImage(point, height)
    assert.ok(Math.hypot(mark[0] - x, mark[1] - y) < 8, `${mark} ${x} ${y}`)
  }
  assert.ok(contour.length > 500 && convexPath.length > 300)
})

test('an unknown focal length is said, and its band is in the accuracy', () => {
  const scene = plainScene({ width: 1600, height: 1200, camera: camera({}) })
  const { pixels, truth } = renderScene(scene)
  const known = truePlane(scene)
  const told = measureProduce(pixels, { plane: known }, STABLE)
  const untold = measureProduce(pixels, { plane: { ...known, focal: null, camera: null } }, STABLE)
  assert.ok(untold.metric!.length.accuracy_mm! > 1.5 * told.metric!.length.accuracy_mm!)
  assert.ok(Math.abs(untold.metric!.length.mm! - truth.fruits[0]!.lengthMm) < untold.metric!.length.accuracy_mm!)
  assert.ok(untold.measurement_accuracy!.rests_on.some((reason) => reason.includes('focal length is unknown')))
})

test('a limit of the standard is decided only where the whole interval clears it', () => {
  const verdicts = (axisMm: number) => {
    const { length } = measureScene({ camera: camera({}), fruits: [plainBanana({ axisMm })] }).outcome.metric!
    return { verdict: Object.fromEntries(length.compared.map(({ limit_mm, verdict }) => [limit_mm, verdict])), length }
  }
  assert.deepEqual(verdicts(165).verdict, { 130: 'above', 140: 'above' })
  assert.deepEqual(verdicts(95).verdict, { 130: 'below', 140: 'below' })
  const near = verdicts(112)
  assert.equal(near.verdict[140], 'undecided', `${near.length.mm}`)
  assert.deepEqual(near.length.undecided_against, [{ limit_mm: 140, what: 'minimum length' }])
})

test('the grade says which faces it is between, and is compared with room for that', () => {
  const { grade } = measureScene({ camera: camera({}), fruits: [plainBanana({ radiusMm: 15 })] }).outcome.metric!
  assert.match(grade.faces, /lateral/)
  assert.equal(grade.compared[0]!.verdict, 'undecided', `${grade.mm}`)
})

test('every stage of ripeness is told by the colour of the skin', () => {
  for (const stage of [1, 2, 3, 4, 5, 6, 7] as const) {
    const { metric } = measureScene({ camera: camera({}), seed: stage, fruits: [plainBanana({ stage })] }).outcome
    assert.ok(
      Math.abs(metric!.colour_stage.stage - stage) <= metric!.colour_stage.accuracy_stages,
      `${stage} ${metric!.colour_stage.stage}`,
    )
  }
})

test('bruises are found by their share and their area, a sound fruit has next to none', () => {
  const bruises: Banana['bruises'] = [
    { along: 0.4, roundDeg: 10, halfLengthMm: 9, halfWidthMm: 6 },
    { along: 0.7, roundDeg: -25, halfLengthMm: 5, halfWidthMm: 4 },
  ]
  const bruised = measureScene({ camera: camera({}), fruits: [plainBanana({ bruises })] })
  const sound = measureScene({ camera: camera({}) })
  const { fraction, visible_cm2, accuracy } = bruised.outcome.metric!.blemish
  const truth = bruised.truth.fruits[0]!.bruised
  assert.ok(Math.abs(fraction - truth.fraction) < accuracy.fraction, `${fraction} ${truth.fraction}`)
  assert.ok(Math.abs(visible_cm2! - truth.skinCm2) < accuracy.visible_cm2!, `${visible_cm2} ${truth.skinCm2}`)
  assert.ok(sound.outcome.metric!.blemish.fraction < 0.01)
})

test('of two separate fruits the larger is measured, and the reply says whose word the reference finger is', () => {
  const { outcome, truth } = measureScene({
    camera: camera({ distanceMm: 520 }),
    fruits: [plainBanana({ centreMm: [0, -28] }), plainBanana({ axisMm: 110, radiusMm: 14, centreMm: [0, 38] })],
  })
  assert.equal(outcome.fingers_separated, 2)
  assert.match(outcome.reference_finger.measured, /largest of 2/)
  assert.ok(percentOff(outcome.metric!.length.mm!, truth.fruits[0]!.lengthMm) < 1.5)
})

for (const [code, what, pixels] of [
  ['no_fruit', 'a blank', () => drawFlat({ width: 500, height: 400, shapes: [] })],
  [
    'no_fruit',
    'a blue thing',
    () => drawFlat({ width: 800, height: 700, shapes: [{ ...capsule, colour: [40, 70, 190] }] }),
  ],
  [
    'cut_off',
    'a fruit over the edge of the picture',
    () => drawFlat({ width: 800, height: 700, shapes: [{ ...capsule, at: [0.1, 0.5] }] }),
  ],
  [
    'too_small',
    'a toy',
    () => drawFlat({ width: 800, height: 700, shapes: [{ ...capsule, axisPx: 60, radiusPx: 8 }] }),
  ],
  [
    'not_banana_shaped',
    'a lemon',
    () => drawFlat({ width: 800, height: 700, shapes: [{ axisPx: 60, radiusPx: 110, bendDeg: 8, turnDeg: 0 }] }),
  ],
  [
    'not_banana_shaped',
    'a yellow stick',
    () => drawFlat({ width: 800, height: 700, shapes: [{ ...capsule, bendDeg: 0.5 }] }),
  ],
  [
    'several_fruits_touching',
    'a hand of touching fingers',
    () =>
      drawFlat({
        width: 800,
        height: 700,
        shapes: [0, 1, 2].map((index) => ({ ...capsule, turnDeg: 8 * index, at: [0.5, 0.3 + 0.14 * index] })),
      }),
  ],
  [
    'several_fruits_touching',
    'two crossed fruits',
    () => drawFlat({ width: 800, height: 700, shapes: [capsule, { ...capsule, turnDeg: 110 }] }),
  ],
  ['background_not_plain', 'a checkered cloth', () => checkered()],
  ['outline_unclear', 'a fruit quite out of focus', () => outOfFocus()],
] satisfies [ProduceAbstention, string, () => Pixels][]) {
  test(`${what} is abstained on: ${code}`, () => {
    const outcome = measureProduce(pixels(), null, STABLE)
    assert.equal(outcome.abstained?.code, code, JSON.stringify(outcome.abstained))
    assert.equal(outcome.metric, null)
    assert.equal(outcome.marks, null)
    assert.equal(outcome.send_to_a_person, true)
    if (code === 'cut_off') assert.deepEqual(outcome.mask_touches_frame_sides, ['left'])
  })
}

function checkered(): Pixels {
  const picture = drawFlat({ width: 800, height: 700, shapes: [capsule] })
  for (let index = 0; index < 800 * 700; index++) {
    if ((Math.floor((index % 800) / 40) + Math.floor(index / 800 / 40)) % 2 === 0) continue
    picture.data.set([40, 120, 60], index * 3)
  }
  return picture
}

function outOfFocus(): Pixels {
  const soft = { ...capsule, axisPx: 440, radiusPx: 60 }
  return drawFlat({ width: 1000, height: 900, shapes: [soft], softnessPx: 320 })
}

test('a fruit in a haze of its own colour, where half of the variants have no edge, goes to a person', () => {
  const clear = drawFlat({ width: 800, height: 700, shapes: [capsule] })
  const haze = drawFlat({ width: 800, height: 700, shapes: [{ ...capsule, radiusPx: 95, colour: [250, 250, 207] }] })
  const isPaper = (index: number) => clear.data[index * 3 + 2]! > 245
  for (let index = 0; index < 800 * 700; index++) {
    if (isPaper(index)) clear.data.set(haze.data.subarray(index * 3, index * 3 + 3), index * 3)
  }
  const { self_agreement, send_to_a_person_because } = measureProduce(clear, null, STABLE)
  assert.equal(self_agreement!.variants_measured, 3)
  assert.match(send_to_a_person_because!.join(), /only 3 of 6/)
})

test('two fruits that touch on the card are not measured as one', () => {
  const banana = plainBanana({ centreMm: [0, -16] })
  const { outcome } = measureScene({
    camera: camera({ distanceMm: 520 }),
    fruits: [banana, { ...banana, centreMm: [0, 16] }],
  })
  assert.equal(outcome.metric, null)
  assert.equal(outcome.abstained?.code, 'several_fruits_touching')
})

test('a fruit that reaches beyond the card is abstained on', () => {
  const { outcome } = measureScene({
    camera: camera({ distanceMm: 560 }),
    fruits: [plainBanana({ centreMm: [95, 0] })],
  })
  assert.equal(outcome.abstained?.code, 'off_the_card')
})

test('an empty card has no fruit on it: neither its print nor its markers are one', () => {
  const { outcome } = measureScene({ camera: camera({}), fruits: [] })
  assert.equal(outcome.abstained?.code, 'no_fruit')
  assert.equal(outcome.background.from, 'card_field')
})

test('a fruit over the printed lines keeps its length, and goes to a person', () => {
  const { outcome, truth } = measureScene({
    camera: camera({}),
    fruits: [plainBanana({ centreMm: [0, 44], turnDeg: 180 })],
  })
  assert.ok(percentOff(outcome.metric!.length.mm!, truth.fruits[0]!.lengthMm) < 1)
  assert.deepEqual(outcome.send_to_a_person_because, ['the fruit lies over printed parts of the card'])
})

test('a fruit without a stalk goes to a person', () => {
  const { metric, send_to_a_person_because } = measureFlat(capsule)
  assert.equal(metric!.length.px, metric!.length.to_crown_px)
  assert.match(send_to_a_person_because!.join(), /no stalk/)
})

test('without stability one variant is measured and nothing is said of agreement', () => {
  const pixels = drawFlat({ width: 800, height: 700, shapes: [capsule] })
  const one = measureProduce(pixels, null, { stability: false })
  assert.equal(one.self_agreement, null)
  assert.equal(one.send_to_a_person, null)
  assert.equal(one.send_to_a_person_because, null)
  assert.ok(percentOff(one.metric!.length.to_crown_px, outerLength(capsule)) < 0.25)
})

test('the same pixels give the same outcome, byte for byte', () => {
  const scene = plainScene({ width: 1000, height: 750, camera: camera({ focalPx: 750 }) })
  const { pixels } = renderScene(scene)
  const digest = () =>
    createHash('sha256')
      .update(JSON.stringify(measureProduce(pixels, { plane: truePlane(scene) }, STABLE)))
      .digest('hex')
  const first = digest()
  for (let round = 0; round < rounds(3, 20); round++) assert.equal(digest(), first)
})

test(
  'six photographs of two real fruits agree within a percent, and ripen in order',
  needsShared('photos/bananas'),
  async () => {
    const folder = 'photos/bananas/'
    const outcomes = new Map<string, ProduceOutcome>()
    for (const name of readdirSync(sharedData + folder)) {
      outcomes.set(name.replace(/_.*_/, ''), measureProduce(await photograph(folder + name), null, STABLE))
    }
    assert.deepEqual([...outcomes.keys()].sort(), ['11O.png', '11U.png', '11V.png', '12O.png', '12R.png', '12V.png'])
    for (const [name, { metric, self_agreement, send_to_a_person }] of outcomes) {
      assert.ok(self_agreement!.spread_percent! < 1, `${name} ${self_agreement!.spread_percent}`)
      assert.equal(self_agreement!.variants_measured, 6)
      assert.equal(send_to_a_person, false)
      assert.equal(metric!.length.mm, null)
    }
    const metric = (name: string) => outcomes.get(`${name}.png`)!.metric!
    const stages = ['11U', '12R', '11V', '12V', '11O', '12O'].map((name) => metric(name).colour_stage.stage)
    assert.deepEqual(
      stages,
      stages.toSorted((a, b) => a - b),
    )
    for (const fruit of ['11', '12']) {
      assert.ok(metric(`${fruit}O`).blemish.fraction > metric(`${fruit}V`).blemish.fraction)
      assert.ok(metric(`${fruit}V`).blemish.fraction > metric(`${fruit}${fruit === '11' ? 'U' : 'R'}`).blemish.fraction)
    }
    // The same fruit days apart: it shrinks a little, but is no other fruit.
    const lengths = ['11U', '11V', '11O'].map((name) => metric(name).length.px)
    assert.ok((Math.max(...lengths) - Math.min(...lengths)) / lengths[0]! < 0.02, `${lengths}`)
  },
)

test('no everyday photograph yields a confident number', needsShared('photos/coco'), async () => {
  const names = readdirSync(sharedData + 'photos/coco').filter((name) => name.endsWith('.jpg'))
  assert.ok(names.length >= 20)
  for (const name of isLong ? names : names.slice(0, 12)) {
    const outcome = measureProduce(await photograph(`photos/coco/${name}`), null, STABLE)
    assert.ok(outcome.metric === null || outcome.send_to_a_person, `${name} ${JSON.stringify(outcome.metric)}`)
  }
})
