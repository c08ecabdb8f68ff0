import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { cardLayout, cardPdf, cardPng, findCard, PAPER_MM } from '../../src/measure/produce/card/index.ts'
import { renderCardPixels } from '../../src/measure/produce/card/raster.ts'
import { needsCommand } from '../support/needs.ts'
import { rounds } from '../support/rounds.ts'

const PAPERS = ['a4', 'letter'] as const

for (const paper of PAPERS) {
  for (const dpi of [72, 150, 300, ...(rounds(0, 1) ? [600] : [])]) {
    test(`the ${paper} card at ${dpi} dpi is a page of its paper, and its PNG says how large a pixel is`, async () => {
      const bytes = await cardPng({ paper, dpi })
      const { width, height, density, channels } = await sharp(bytes).metadata()
      assert.deepEqual([density, channels], [dpi, 1])
      assert.ok(Math.abs((width * 25.4) / dpi - PAPER_MM[paper].width) <= 12.7 / dpi)
      assert.ok(Math.abs((height * 25.4) / dpi - PAPER_MM[paper].height) <= 12.7 / dpi)
      const { at, perMetreX, perMetreY, unit } = physicalSize(bytes)
      assert.ok(at > 0, 'the file has no pHYs chunk')
      assert.deepEqual([perMetreX, perMetreY, unit], [Math.round(dpi / 0.0254), Math.round(dpi / 0.0254), 1])
    })
  }
}

function physicalSize(bytes: Uint8Array) {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('pHYs')
  const view = new DataView(bytes.buffer, bytes.byteOffset + at + 4)
  return { at, perMetreX: view.getUint32(0), perMetreY: view.getUint32(4), unit: view.getUint8(8) }
}

test('every printed length is a whole number of pixels, and the stated spacing is exactly theirs', () => {
  for (const paper of PAPERS) {
    for (let dpi = 72; dpi <= 600; dpi += 11) {
      const { markers, boxes, variant, writings, width, height } = cardLayout({ paper, dpi })
      const [topLeft, topRight, bottomLeft] = markers
      for (const { left, top, side, cell } of markers) {
        for (const length of [left, top, side, cell]) assert.ok(Number.isInteger(length))
        assert.equal(side, 7 * cell)
      }
      for (const box of boxes) {
        assert.ok([box.left, box.top, box.width, box.height].every((length) => Number.isInteger(length) && length > 0))
      }
      const across = topRight!.left - topLeft!.left
      const down = bottomLeft!.top - topLeft!.top
      assert.equal(variant.spacingMm.across, (across * 25.4) / dpi)
      assert.equal(variant.spacingMm.down, (down * 25.4) / dpi)
      assert.equal(topLeft!.left + topRight!.left + topRight!.side, width, 'the markers stand in the middle')
      assert.equal(topLeft!.top + bottomLeft!.top + bottomLeft!.side, height, 'the markers stand in the middle')
      assert.ok(
        boxes.some((box) => box.width === across),
        'a line of that length is printed',
      )
      assert.ok(writings.some(({ text }) => text === `This line is ${variant.spacingMm.across.toFixed(2)} mm long`))
    }
  }
})

test('the stated spacing changes with the resolution, as the pixels do', () => {
  const spacing = (dpi: number) => cardLayout({ paper: 'a4', dpi }).variant.spacingMm.across
  assert.equal(spacing(300), (2867 * 25.4) / 300)
  assert.notEqual(spacing(300), spacing(301))
})

test('the field holds a fruit of 260 mm, and nothing is printed in it or around the markers', () => {
  for (const paper of PAPERS) {
    const layout = cardLayout({ paper, dpi: 150 })
    const { field, printed, whitePatch } = layout.regions
    assert.ok(field.right - field.left > 260 && field.bottom - field.top > 100)
    assert.ok(whitePatch.right - whitePatch.left > 30)
    const page = renderCardPixels(layout)
    const mm = (pixel: number, size: number) => ((pixel + 0.5 - size / 2) * 25.4) / 150
    const within = (x: number, y: number, box: typeof field, by = 0) =>
      x > box.left - by && x < box.right + by && y > box.top - by && y < box.bottom + by
    const strays = { field: 0, patch: 0, quiet: 0, unlisted: 0 }
    for (let row = 0; row < page.height; row++) {
      for (let column = 0; column < page.width; column++) {
        if (page.data[(row * page.width + column) * 3] === 255) continue
        const [x, y] = [mm(column, page.width), mm(row, page.height)]
        if (within(x, y, field)) strays.field++
        if (within(x, y, whitePatch)) strays.patch++
        const markers = printed.slice(0, 4)
        if (markers.some((box) => within(x, y, box, 4)) && !markers.some((box) => within(x, y, box))) strays.quiet++
        if (!printed.some((box) => within(x, y, box, 1))) strays.unlisted++
      }
    }
    assert.deepEqual(strays, { field: 0, patch: 0, quiet: 0, unlisted: 0 })
  }
})

test('the PDF page is the paper to a millionth of a point, and its squares lie where the PNG has them', () => {
  const layout = cardLayout({ paper: 'a4', dpi: 300 })
  const bytes = Buffer.from(cardPdf({ paper: 'a4', dpi: 300 }))
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(bytes.toString('latin1'))!
  assert.ok(Math.abs(Number(width) - (297 * 72) / 25.4) < 1e-6)
  assert.ok(Math.abs(Number(height) - (210 * 72) / 25.4) < 1e-6)
  const from = bytes.indexOf('stream\n') + 7
  const content = inflateSync(bytes.subarray(from, bytes.indexOf('\nendstream'))).toString('latin1')
  const [scale, , , flipped, left] = content.split(' cm')[0]!.split(' ').map(Number)
  assert.deepEqual([scale, flipped], [0.24, -0.24])
  assert.ok(Math.abs(left! - (Number(width) - layout.width * 0.24) / 2) < 1e-6)
  for (const { left, top, side } of layout.markers)
    assert.ok(content.includes(`0 g ${left} ${top} ${side} ${side} re f`))
  assert.ok(bytes.includes('/PrintScaling /None'))
})

for (const paper of PAPERS) {
  test(
    `the ${paper} PDF, drawn by another program, is found at its true spacing`,
    needsCommand('pdftoppm', '-v'),
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'card-'))
      try {
        writeFileSync(join(folder, 'card.pdf'), cardPdf({ paper, dpi: 260 }))
        execFileSync('pdftoppm', ['-r', '240', '-png', '-singlefile', 'card.pdf', 'page'], { cwd: folder })
        const { data, info } = await sharp(join(folder, 'page.png'))
          .removeAlpha()
          .toColourspace('srgb')
          .raw()
          .toBuffer({ resolveWithObject: true })
        const found = await findCard({ width: info.width, height: info.height, data }, { focalPx: null })
        assert.ok(!('notFound' in found), JSON.stringify(found))
        assert.deepEqual(found.variant, cardLayout({ paper, dpi: 260 }).variant)
        const [left, right] = [found.toImage([-100, 0]), found.toImage([100, 0])]
        // That program moves every square to its own whole pixels.
        assert.ok(Math.abs((((right[0] - left[0]) / 240) * 25.4) / 200 - 1) < 5e-4)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
}
