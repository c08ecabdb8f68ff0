import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { annotatedPng } from '../../src/perceive/annotate.ts'
import type { DetectionItem } from '../../src/perceive/read-frame.ts'

const GREY = 120

function item(box: DetectionItem['box'], given: Partial<DetectionItem> = {}): DetectionItem {
  return {
    label: 'car',
    score: 0.5,
    box,
    is_alert: false,
    alerted_by: [],
    matched_class: 'car',
    relation: 'exact',
    ...given,
  }
}

async function drawn(size: [number, number], items: DetectionItem[], picture = size) {
  const [width, height] = size
  const pixels = { width, height, data: new Uint8Array(width * height * 3).fill(GREY) }
  const png = await annotatedPng(pixels, items, { width: picture[0], height: picture[1] })
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (Math.floor(y) * info.width + Math.floor(x)) * 3
    return [...data.subarray(start, start + 3)]
  }
  return { info, at, untouched: data.every((value) => value === GREY) }
}

const isGrey = (colour: number[]) => colour.every((value) => value === GREY)

describe('the annotated picture', () => {
  test('has a line on each side of a box, and nothing inside or far from it', async () => {
    const { at } = await drawn([1600, 1200], [item([400, 400, 1000, 900])])
    for (const [x, y] of [
      [400, 700],
      [1000, 700],
      [800, 400],
      [800, 900],
    ])
      assert.ok(!isGrey(at(x!, y!)), `${x}, ${y}`)
    for (const [x, y] of [
      [700, 650],
      [200, 200],
      [1300, 1000],
    ])
      assert.ok(isGrey(at(x!, y!)), `${x}, ${y}`)
  })

  test('shows boxes of the input on pixels that were shrunk', async () => {
    const { at, info } = await drawn([1600, 1200], [item([2000, 2000, 5000, 4500])], [8000, 6000])
    assert.equal(info.width, 1600)
    assert.ok(!isGrey(at(400, 700)) && !isGrey(at(1000, 700)) && isGrey(at(700, 650)))
  })

  test('draws an alert in red, whatever colour the label would have had', async () => {
    const { at } = await drawn([1600, 1200], [item([400, 400, 1000, 900], { is_alert: true })])
    const [red, green, blue] = at(400, 700)
    assert.ok(red! > 200 && green! < 80 && blue! < 80, `${red}, ${green}, ${blue}`)
  })

  test('says on the box that a broader class was read', async () => {
    const items = (relation: DetectionItem['relation']) => [item([600, 600, 700, 700], { label: 'taxi', relation })]
    const [exact, broader] = [await drawn([1600, 1200], items('exact')), await drawn([1600, 1200], items('broader'))]
    const width = ({ at }: typeof exact) => {
      let x = 605
      while (!isGrey(at(x, 585))) x++
      return x
    }
    assert.ok(width(broader) > width(exact) + 80, `${width(broader)}, ${width(exact)}`)
  })

  test('is the picture itself where nothing was found', async () => {
    assert.ok((await drawn([1600, 1200], [])).untouched)
  })

  for (const [width, height] of [
    [1, 1],
    [3000, 20],
    [20, 3000],
    [64, 64],
  ] as const)
    test(`of ${width} x ${height} pixels holds any box and any word`, async () => {
      const whole: DetectionItem['box'] = [0, 0, width, height]
      const items = [item(whole), item(whole, { label: 'x'.repeat(100) }), item(whole, { label: '車 <b>🚗</b>' })]
      const { info } = await drawn([width, height], items)
      assert.ok(info.width >= 1 && Math.max(info.width, info.height) <= 1600)
    })

  test('holds a crowd, each box with its name', async () => {
    const items = Array.from({ length: 120 }, (_, index) => {
      const [x, y] = [(index % 40) * 40, Math.floor(index / 40) * 45]
      return item([x, y, x + 60, y + 60])
    })
    const { at } = await drawn([1600, 1200], items)
    for (const { box } of items) assert.ok(!isGrey(at(box[0] + 1, box[1] + 30)), `${box}`)
  })
})
