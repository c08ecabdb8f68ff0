import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Colour } from '../../src/imaging/draw.ts'
import { type Item, readEquipment } from '../../src/measure/ppe/read.ts'
import type { Joint } from '../../src/measure/ppe/seen.ts'
import { drawn, type Figure, GREEN, SKIN, WHITE } from './drawn.ts'

const BARE: Figure = { forearms: 'bare', neck: 'bare' }
const SUIT: Figure = { torso: WHITE, hood: WHITE, hands: { left: GREEN, right: GREEN } }
const HALF_MASK: Figure = { mask: [70, 75, 80], filters: { left: [200, 60, 120], right: [200, 60, 120] } }

function rule(figure: Figure, hide: Joint[] = []) {
  const { pixels, person } = drawn(figure)
  for (const joint of hide) person.pose[joint].score = 0
  const ruled = readEquipment(pixels, person)
  assert.ok(ruled, 'the eyes are seen')
  return ruled
}

function assertRuled(item: Item, verdict: string, because: RegExp, figure: Figure, hide: Joint[] = []): void {
  const ruled = rule(figure, hide)[item]
  assert.equal(ruled.verdict, verdict, ruled.because)
  assert.match(ruled.because, because)
}

test('a person in shirtsleeves wears none of the three', () => {
  const { respirator, gloves, coverall } = rule(BARE)
  assert.deepEqual([respirator.verdict, gloves.verdict, coverall.verdict], ['absent', 'absent', 'absent'])
  assert.match(coverall.because, /left forearm, right forearm, neck/)
})

test('a person in all three wears all three', () => {
  const { respirator, gloves, coverall } = rule({ ...SUIT, ...HALF_MASK })
  assert.deepEqual(
    [respirator.verdict, gloves.verdict, coverall.verdict],
    ['present', 'present', 'present'],
    `${respirator.because} ${gloves.because} ${coverall.because}`,
  )
})

describe('eyes', () => {
  const isRead = (figure: Figure) => {
    const { pixels, person } = drawn(figure)
    return readEquipment(pixels, person) !== null
  }
  test('behind dark glasses nothing is read', () => {
    assert.equal(isRead({ ...BARE, glasses: [25, 25, 28] }), false)
    assert.equal(isRead({ ...BARE, glasses: [110, 60, 30] }), false)
  })
  test('under a bar nothing is read', () => {
    for (const bar of [
      [0, 0, 0],
      [120, 120, 120],
    ] as Colour[])
      assert.equal(isRead({ ...BARE, bar }), false)
  })
  test('of a face too small or too dark nothing is read', () => {
    assert.equal(isRead({ ...BARE, span: 8 }), false)
    assert.equal(isRead({ ...BARE, span: 14 }), true)
    assert.equal(isRead({ ...BARE, skin: [20, 15, 14] }), false)
  })
  test('above a mask, and in any skin, they are seen', () => {
    for (const skin of [SKIN, [110, 75, 58], [235, 200, 180]] as Colour[]) assert.ok(isRead({ ...HALF_MASK, skin }))
  })
})

describe('a respirator', () => {
  test('is absent where the nose is bare, beard or none', () => {
    assertRuled('respirator', 'absent', /nose is bare/, BARE)
    for (const skin of [
      [110, 75, 58],
      [235, 200, 180],
    ] as Colour[])
      assertRuled('respirator', 'absent', /nose is bare/, { ...BARE, skin })
  })
  test('is present where nose, mouth and chin are covered and two filters are seen', () => {
    for (const filters of [
      [200, 60, 120],
      [230, 230, 225],
      [225, 190, 60],
    ] as Colour[])
      assertRuled('respirator', 'present', /filter is seen at either side/, {
        mask: [70, 75, 80],
        filters: { left: filters, right: filters },
      })
  })
  test('is not seen in a plain mask or cloth of any colour', () => {
    for (const mask of [
      [110, 170, 215],
      [235, 235, 238],
      [30, 30, 32],
      [120, 40, 45],
    ] as Colour[])
      assertRuled('respirator', 'not_visible', /no pair of filters/, { mask })
  })
  test('is not seen with one filter, or with two of different make', () => {
    const mask: Colour = [70, 75, 80]
    assertRuled('respirator', 'not_visible', /no pair/, { mask, filters: { left: [200, 60, 120] } })
    assertRuled('respirator', 'not_visible', /no pair/, {
      mask,
      filters: { left: [200, 60, 120], right: [40, 160, 80] },
    })
  })
  test('is not seen in something of the colour of skin before the mouth', () => {
    assertRuled('respirator', 'not_visible', /such as a hand/, { mask: [203, 149, 121] })
  })
  test('is not seen in a small face, though it is covered', () => {
    assertRuled('respirator', 'not_visible', /too few pixels/, { ...HALF_MASK, span: 19 })
  })
})

describe('gloves', () => {
  const both = (colour: Colour): Figure => ({ ...BARE, hands: { left: colour, right: colour } })
  test('are absent where one hand is bare', () => {
    assertRuled('gloves', 'absent', /on the hands/, BARE)
    assertRuled('gloves', 'absent', /on the left hand/, { ...BARE, hands: { left: 'bare', right: GREEN } })
  })
  test('are present where both hands are green, blue or violet', () => {
    for (const colour of [GREEN, [40, 90, 180], [90, 60, 170]] as Colour[])
      assertRuled('gloves', 'present', /Both hands/, both(colour))
  })
  test('are not seen in colours that skin has in some light', () => {
    for (const colour of [
      [25, 25, 28],
      [235, 235, 238],
      [120, 120, 120],
      [220, 160, 80],
      [150, 90, 60],
    ] as Colour[])
      assertRuled('gloves', 'not_visible', /nor covered by what the rule takes for a glove/, both(colour))
  })
  test('are not seen where one hand is not', () => {
    assertRuled(
      'gloves',
      'not_visible',
      /The right hand is not seen/,
      {
        ...SUIT,
        hands: { left: GREEN, right: 'not seen' },
      },
      ['right_wrist'],
    )
  })
  test('are not seen in hands of too few pixels', () => {
    assertRuled('gloves', 'not_visible', /nor covered/, { ...both(GREEN), span: 14 })
  })
  test('are not seen where hand and all around it have one colour', () => {
    const { pixels, person } = drawn(both(GREEN))
    for (let at = 0; at < pixels.data.length; at += 3)
      if (pixels.data[at] === 150 && pixels.data[at + 1] === 150) pixels.data.set(GREEN, at)
    assert.equal(readEquipment(pixels, person)!.gloves.verdict, 'not_visible')
  })
  test('one hand is not counted twice', () => {
    const { pixels, person } = drawn(both(GREEN))
    person.hands.right = person.hands.left
    person.pose.right_wrist.score = 0
    assert.equal(readEquipment(pixels, person)!.gloves.verdict, 'not_visible')
  })
})

describe('a coverall', () => {
  test('is present as one garment of one colour with its hood up', () => {
    for (const torso of [WHITE, [70, 110, 180], [225, 140, 50], [120, 150, 90]] as Colour[])
      assertRuled('coverall', 'present', /One garment/, { torso, hood: torso })
  })
  test('is absent where forearms, legs or neck are bare', () => {
    assertRuled('coverall', 'absent', /forearm/, { ...SUIT, forearms: 'bare' })
    assertRuled('coverall', 'absent', /neck/, { ...SUIT, neck: 'bare' })
  })
  test('is not seen in shirt and trousers', () => {
    assertRuled('coverall', 'not_visible', /of another colour are.*thigh/, { ...SUIT, trousers: [50, 60, 110] })
    assertRuled('coverall', 'not_visible', /of another colour are.*arm/, { ...SUIT, sleeves: [180, 60, 60] })
  })
  test('is not seen where it breaks at the waist', () => {
    assertRuled('coverall', 'not_visible', /breaks at the waist/, { ...SUIT, belt: [60, 60, 65] })
  })
  test('is not seen with the hood down', () => {
    assertRuled('coverall', 'not_visible', /hood/, { ...SUIT, hood: 'hair' })
  })
  test('is not seen in a robe', () => {
    assertRuled('coverall', 'not_visible', /robe/, { ...SUIT, isRobe: true })
  })
  test('is not seen in cloth so dark that a hem would not show', () => {
    const torso: Colour = [35, 36, 40]
    assertRuled('coverall', 'not_visible', /too dark/, { torso, hood: torso })
  })
  test('is not seen where the legs are out of the picture', () => {
    assertRuled('coverall', 'not_visible', /shin/, SUIT, ['left_ankle', 'right_ankle'])
  })
})
