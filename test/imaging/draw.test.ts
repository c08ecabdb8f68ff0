import assert from 'node:assert/strict'
import test from 'node:test'
import type { Pixels } from '../../src/imaging/decode.ts'
import { drawLines, drawText, fillBox, fillPolygon, placedText } from '../../src/imaging/draw.ts'
import { glyphOf, textStrokes, textWidth } from '../../src/imaging/font.ts'

const white = (width = 40, height = 30): Pixels => ({
  width,
  height,
  data: new Uint8Array(width * height * 3).fill(255),
})
const BLACK = [0, 0, 0] as const

/** How much of the picture is inked, in pixels. */
function inkOf({ data }: Pixels): number {
  return data.reduce((sum, value) => sum + (255 - value) / 255, 0) / 3
}

test('a box is filled to the pixel and clipped to the picture', () => {
  const pixels = white()
  fillBox(pixels, { left: -5, top: 10, width: 8, height: 4 }, BLACK)
  assert.equal(inkOf(pixels), 12)
  fillBox(pixels, { left: 38, top: 28, width: 10, height: 10 }, [255, 0, 0])
  assert.deepEqual([...pixels.data.slice(-3)], [255, 0, 0])
  fillBox(pixels, { left: 100, top: 0, width: 10, height: 10 }, BLACK)
  assert.equal(inkOf(pixels), 12 + (4 * 2) / 3)
})

test('a line covers its length times its width, plus its round ends', () => {
  for (const turn of [0, 0.3, 0.8, 1.2]) {
    const pixels = white(60, 60)
    const [dx, dy] = [15 * Math.cos(turn), 15 * Math.sin(turn)]
    drawLines(
      pixels,
      [
        [
          [30 - dx, 30 - dy],
          [30 + dx, 30 + dy],
        ],
      ],
      { width: 3, colour: BLACK },
    )
    assert.ok(Math.abs(inkOf(pixels) - (90 + Math.PI * 1.5 ** 2)) < 2.5, `${inkOf(pixels)}`)
  }
})

test('a line drawn twice over itself is no darker, and half its ink is half as dark', () => {
  const line: [number, number][] = [
    [5, 5],
    [30, 20],
  ]
  const [once, twice, half] = [white(), white(), white()]
  drawLines(once, [line], { width: 2, colour: BLACK })
  drawLines(twice, [line, line.toReversed()], { width: 2, colour: BLACK })
  drawLines(half, [line], { width: 2, colour: BLACK, opacity: 0.5 })
  assert.ok(Math.abs(inkOf(twice) - inkOf(once)) < 0.5)
  assert.ok(Math.abs(inkOf(half) - inkOf(once) / 2) < 0.5)
})

test('what lies outside the picture is not drawn, and does not throw', () => {
  const pixels = white()
  drawLines(
    pixels,
    [
      [
        [-50, -50],
        [-10, -10],
      ],
      [],
    ],
    { width: 3, colour: BLACK },
  )
  fillPolygon(
    pixels,
    [
      [100, 100],
      [120, 100],
      [110, 120],
    ],
    BLACK,
  )
  drawText(pixels, 'far', [500, 500], { size: 8, colour: BLACK })
  assert.equal(inkOf(pixels), 0)
})

test('a polygon covers its area, also where it is turned and reaches out of the picture', () => {
  const turned = white()
  fillPolygon(
    turned,
    [
      [20, 5],
      [30, 15],
      [20, 25],
      [10, 15],
    ],
    BLACK,
  )
  assert.ok(Math.abs(inkOf(turned) - 200) < 1.5)
  const clipped = white()
  fillPolygon(
    clipped,
    [
      [-10, -10],
      [10, -10],
      [10, 10],
      [-10, 10],
    ],
    BLACK,
  )
  assert.ok(Math.abs(inkOf(clipped) - 100) < 1)
})

test('a word is as wide as its letters, and stands where it is aligned', () => {
  const style = { size: 10, colour: BLACK }
  const reach = (lines: readonly (readonly (readonly [number, number])[])[]) => {
    const xs = lines.flat().map(([x]) => x)
    return [Math.min(...xs), Math.max(...xs)] as const
  }
  const width = textWidth('HOH') * 10
  const [left, right] = reach(placedText('HOH', [100, 50], style))
  assert.ok(Math.abs(left - 100) < 1e-9 && Math.abs(right - 100 - width) < 1e-9)
  const [, end] = reach(placedText('HOH', [100, 50], { ...style, align: 'right' }))
  assert.ok(Math.abs(end - 100) < 1e-9)
  const centred = reach(placedText('HOH', [100, 50], { ...style, align: 'centre' }))
  assert.ok(Math.abs((centred[0] + centred[1]) / 2 - 100) < 1e-9)
})

test('every letter, digit and sign of the alphabet has strokes of its own between top and tail', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;!?\'"-–+±=<>×·/%()°²_'
  const drawn = new Map<string, string>()
  for (const character of alphabet) {
    const strokes = textStrokes(character)
    assert.ok(strokes.length > 0, character)
    assert.ok(glyphOf(character).width > 0)
    for (const [x, y] of strokes.flat()) assert.ok(x > -0.05 && x < 1.2 && y > -1.2 && y < 0.4, character)
    const shape = JSON.stringify(strokes)
    if (character !== 'l') assert.equal(drawn.get(shape), undefined, `${character} looks like ${drawn.get(shape)}`)
    drawn.set(shape, character)
  }
  assert.deepEqual(textStrokes('☃'), textStrokes('?'))
})
