import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import test from 'node:test'
import sharp from 'sharp'
import { fillBox } from '../../src/imaging/draw.ts'
import { type CardLayout, cardLayout, findCard, renderCardPixels } from '../../src/measure/produce/card/index.ts'
import { openCv } from '../../src/measure/produce/card/opencv.ts'
import { plainBanana, plainScene, renderScene } from '../../src/measure/produce/scene/index.ts'
import { random } from '../../src/measure/produce/scene/random.ts'
import type { PinholeCamera, Scene, Truth } from '../../src/measure/produce/scene/scene.ts'
import type { CardPlane, Pixels, Point } from '../../src/measure/produce/types.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import { rounds } from '../support/rounds.ts'

const page = (layout: CardLayout = cardLayout({ paper: 'a4', dpi: 100 })) => renderCardPixels(layout)

async function plane(pixels: Pixels, options: Partial<Parameters<typeof findCard>[1]> = {}): Promise<CardPlane> {
  const found = await findCard(pixels, { focalPx: null, ...options })
  assert.ok(!('notFound' in found), 'notFound' in found ? found.notFound.reason : '')
  return found
}

async function codeOf(pixels: Pixels): Promise<string> {
  const found = await findCard(pixels, { focalPx: null })
  return 'notFound' in found ? found.notFound.code : 'found'
}

const SMALL: PinholeCamera = { ...(plainScene().camera as PinholeCamera), focalPx: 1000, distanceMm: 460 }

function scene(camera: Partial<PinholeCamera> = {}, changes: Partial<Scene> = {}): Scene {
  return plainScene({ width: 1360, height: 1020, camera: { ...SMALL, ...camera }, ...changes })
}

async function photographed({ width, height, data }: Pixels, quality: number): Promise<Pixels> {
  const bytes = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
  return { width, height, data: await sharp(bytes).raw().toBuffer() }
}

const CHORDS: [Point, Point][] = [
  [
    [-85, 0],
    [85, 0],
  ],
  [
    [0, -50],
    [0, 50],
  ],
  [
    [-120, -45],
    [-20, 45],
  ],
  [
    [20, 45],
    [120, -45],
  ],
]

/** The worst of four chords, as a share. */
function scaleError({ toPlane }: CardPlane, { toImage }: Truth): number {
  return Math.max(
    ...CHORDS.map(([from, to]) => {
      const [start, end] = [toPlane(toImage(from)), toPlane(toImage(to))]
      const found = Math.hypot(end[0] - start[0], end[1] - start[1])
      return Math.abs(found / Math.hypot(to[0] - from[0], to[1] - from[1]) - 1)
    }),
  )
}

test('the page itself is found to a hundredth of a percent, whatever card it is', async () => {
  const draw = random(3)
  for (let round = 0; round < rounds(6, 60); round++) {
    const variant = { paper: draw.pick(['a4', 'letter'] as const), dpi: Math.floor(draw.between(72, 170)) }
    const found = await plane(page(cardLayout(variant)))
    assert.deepEqual(found.variant, cardLayout(variant).variant)
    assert.equal(found.spacing.acrossMm, found.variant.spacingMm.across)
    assert.ok(Math.abs((found.mmPerPxAt([400, 300]) * variant.dpi) / 25.4 - 1) < 1e-4)
    assert.ok(found.tiltDeg < 0.5)
  }
})

test('image points come back from the plane, and the corners lie where they were printed', async () => {
  const layout = cardLayout({ paper: 'a4', dpi: 100 })
  const found = await plane(page(layout))
  for (const point of [
    [10, 20],
    [584.5, 413.5],
    [1100, 800],
  ] as Point[]) {
    const back = found.toImage(found.toPlane(point))
    assert.ok(Math.hypot(back[0] - point[0], back[1] - point[1]) < 1e-6)
  }
  for (const [index, { corners }] of found.markers.entries()) {
    const { left, top, side } = layout.markers[index]!
    assert.ok(Math.hypot(corners[0][0] - left, corners[0][1] - top) < 0.05)
    assert.ok(Math.hypot(corners[2][0] - left - side, corners[2][1] - top - side) < 0.05)
  }
})

test('photographs to 26 degrees, turned, blurred, noisy, through a bent lens and JPEG, keep the scale within 0.3 percent', async (t) => {
  const draw = random(17)
  for (let round = 0; round < rounds(7, 70); round++) {
    const tiltDeg = [0, 5, 10, 15, 20, 24, 25.9][round % 7]!
    const shot = scene(
      {
        tiltDeg,
        azimuthDeg: draw.between(0, 360),
        rollDeg: draw.between(0, 360),
        k1: draw.between(-0.08, 0.08),
        distanceMm: draw.between(440, 560),
        principalOffsetPx: [draw.between(-6, 6), draw.between(-6, 6)],
        aimMm: [draw.between(-15, 15), draw.between(-10, 10)],
      },
      { seed: round, blurPx: draw.between(0.4, 1.5), noise: draw.between(1, 4) },
    )
    const { pixels, truth } = renderScene(shot)
    const found = await plane(await photographed(pixels, Math.round(draw.between(60, 95))))
    const error = scaleError(found, truth)
    t.diagnostic(
      `${tiltDeg} degrees: scale off by ${(100 * error).toFixed(3)} %, stated ${(100 * found.scaleUncertainty).toFixed(3)} %, residual ${found.residual.px.toFixed(3)} px`,
    )
    assert.ok(error < 0.003, `${100 * error} percent`)
    assert.ok(error < 5 * found.scaleUncertainty, 'the stated uncertainty knows of it')
    assert.ok(Math.abs(found.tiltDeg - tiltDeg) < 2)
  }
})

test('the focal length comes from the file, else from a card seen at an angle, else it is unknown', async () => {
  const slanted = renderScene(scene({ tiltDeg: 18, azimuthDeg: 70 }))
  const alone = await plane(slanted.pixels)
  assert.equal(alone.focal?.from, 'homography')
  assert.ok(Math.abs(alone.focal.px / 1000 - 1) < 0.05)
  assert.ok(Math.abs(alone.camera!.z / slanted.truth.cameraMm[2] - 1) < 0.05)
  const stated = await plane(slanted.pixels, { focalPx: 1010 })
  assert.equal(stated.focal?.from, 'exif')
  assert.ok(Math.abs(stated.camera!.z / slanted.truth.cameraMm[2] - 1) < 0.02)
  assert.ok(Math.abs(stated.camera!.x - slanted.truth.cameraMm[0]) < 6)
  assert.ok(Math.abs(stated.camera!.y - slanted.truth.cameraMm[1]) < 6)
  const contradicted = await plane(slanted.pixels, { focalPx: 2000 })
  assert.equal(contradicted.focal?.from, 'homography')

  const above = renderScene(scene())
  const unknown = await plane(above.pixels)
  assert.deepEqual([unknown.focal, unknown.camera], [null, null])
  assert.equal((await plane(above.pixels, { focalPx: 1000 })).focal?.from, 'exif')
})

test('with one marker covered the card is still known and within 0.3 percent; with two it is not', async () => {
  const cover = (x: number, y: number) => ({ centreMm: [x, y], halfMm: [18, 14], turnDeg: 20, shade: 0.4 }) as const
  const camera = { tiltDeg: 14, azimuthDeg: 200, rollDeg: 12, k1: 0.05 }
  const one = renderScene(scene(camera, { covers: [cover(-122, 80)] }))
  const found = await plane(one.pixels)
  assert.equal(found.markers.length, 3)
  assert.ok(scaleError(found, one.truth) < 0.003)
  const two = renderScene(scene(camera, { covers: [cover(-122, 80), cover(118, -76)] }))
  assert.equal(await codeOf(two.pixels), 'too_few_markers')
})

test('a print that was scaled reads true once the ruler says so', async () => {
  const scaled = renderScene(
    scene({ tiltDeg: 8, azimuthDeg: 30 }, { card: { paper: 'letter', dpi: 150, printScale: 0.94 } }),
  )
  const printed = await plane(scaled.pixels)
  assert.equal(printed.spacing.from, 'printed')
  assert.ok(Math.abs(scaleError(printed, scaled.truth) - (1 / 0.94 - 1)) < 0.003)
  const ruler = 0.94 * printed.variant.spacingMm.across
  const corrected = await plane(scaled.pixels, { cardSpacingMm: ruler, focalPx: 1000 })
  assert.deepEqual(corrected.spacing, { from: 'ruler', acrossMm: ruler })
  assert.ok(scaleError(corrected, scaled.truth) < 0.003)
  assert.ok(Math.abs(corrected.camera!.z / scaled.truth.cameraMm[2] - 1) < 0.02)
  assert.ok(Math.abs(corrected.regions.page.right - (0.94 * 279.4) / 2) < 0.2)
})

test('ink that spread by a fifth of a millimetre does not move the scale', async () => {
  const layout = cardLayout({ paper: 'a4', dpi: 130 })
  const thick = page(layout)
  for (const { left, top, side } of layout.markers) {
    fillBox(thick, { left: left - 1, top: top - 1, width: side + 2, height: 1 }, [0, 0, 0])
    fillBox(thick, { left: left - 1, top: top + side, width: side + 2, height: 1 }, [0, 0, 0])
    fillBox(thick, { left: left - 1, top, width: 1, height: side }, [0, 0, 0])
    fillBox(thick, { left: left + side, top, width: 1, height: side }, [0, 0, 0])
  }
  const found = await plane(thick)
  assert.ok(Math.abs((found.mmPerPxAt([700, 500]) * 130) / 25.4 - 1) < 2e-4)
  assert.ok(found.residual.px < 0.1)
})

test('a picture turned by pixels is measured the same', async () => {
  const { pixels } = renderScene(scene({ tiltDeg: 12, azimuthDeg: 50, k1: -0.05 }))
  const { width, height, data } = pixels
  const turned: Pixels = { width: height, height: width, data: new Uint8Array(data.length) }
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 3
      turned.data.set(data.subarray(at, at + 3), (column * height + (height - 1 - row)) * 3)
    }
  }
  const [one, other] = [await plane(pixels), await plane(turned)]
  const upright = one.toPlane([400, 300])
  const fromTurned = other.toPlane([height - 300, 400])
  assert.ok(Math.hypot(upright[0] - fromTurned[0], upright[1] - fromTurned[1]) < 0.05)
})

test('the same pixels give the same numbers every time, and no memory is kept', async () => {
  const { cv } = await openCv()
  const { pixels } = renderScene(scene({ tiltDeg: 9, azimuthDeg: 10 }))
  const numbers = async () => {
    const found = await plane(pixels, { focalPx: 1000 })
    return JSON.stringify([found, found.toPlane([500, 400]), found.toImage([12, 34]), found.mmPerPxAt([300, 300])])
  }
  const first = await numbers()
  const heap = (cv as unknown as { HEAPU8: Uint8Array }).HEAPU8.length
  for (let run = 1; run < rounds(10, 40); run++) assert.equal(await numbers(), first)
  assert.equal((cv as unknown as { HEAPU8: Uint8Array }).HEAPU8.length, heap)
})

test('a slanted view beyond 26 degrees is refused, and says so', async () => {
  const { pixels } = renderScene(scene({ tiltDeg: 31, azimuthDeg: 80, distanceMm: 520 }))
  const found = await findCard(pixels, { focalPx: 1000 })
  assert.ok('notFound' in found)
  assert.equal(found.notFound.code, 'tilted_too_far')
  assert.match(found.notFound.reason, /31 degrees/)
})

test('a card that is not flat is refused', async () => {
  const layout = cardLayout({ paper: 'a4', dpi: 100 })
  const markers = layout.markers.map((marker, index) => (index === 3 ? { ...marker, left: marker.left - 6 } : marker))
  assert.equal(await codeOf(page({ ...layout, markers })), 'residual_too_large')
})

test('markers that belong on no card together are refused', async () => {
  const layout = cardLayout({ paper: 'a4', dpi: 100 })
  const markers = layout.markers.map((marker, index) => (index === 3 ? { ...marker, id: marker.id - 1 } : marker))
  assert.equal(await codeOf(page({ ...layout, markers })), 'unknown_card')
})

test('two cards in view are refused', async () => {
  const one = page()
  const both: Pixels = { width: one.width, height: 2 * one.height, data: new Uint8Array(2 * one.data.length) }
  both.data.set(one.data)
  both.data.set(one.data, one.data.length)
  assert.equal(await codeOf(both), 'several_cards')
})

test('nothing is found on a blank, in noise, or on a page of another kind', async () => {
  const blank: Pixels = { width: 640, height: 480, data: new Uint8Array(640 * 480 * 3).fill(230) }
  assert.equal(await codeOf(blank), 'no_markers')
  const draw = random(5)
  const noise = blank.data.map(() => Math.floor(draw.between(0, 256)))
  assert.equal(await codeOf({ ...blank, data: noise }), 'no_markers')
  assert.equal(await codeOf({ width: 1, height: 1, data: new Uint8Array(3) }), 'no_markers')
  const cardless = renderScene(scene({}, { card: null, fruits: [plainBanana()] }))
  assert.equal(await codeOf(cardless.pixels), 'no_markers')
})

test('no photograph without a card shows a plane', needsShared('photos/coco'), async () => {
  const folder = `${sharedData}photos/coco/`
  const names = readdirSync(folder).filter((name) => name.endsWith('.jpg'))
  assert.ok(names.length > 0)
  for (const name of names) {
    const { data, info } = await sharp(readFileSync(folder + name))
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const found = await findCard({ width: info.width, height: info.height, data }, { focalPx: null })
    assert.ok('notFound' in found, `a card was seen in ${name}`)
  }
})

test('a photograph of 12 megapixels is found as well as a small one', async () => {
  const large = scene({ tiltDeg: 20, azimuthDeg: 130, rollDeg: 35, k1: 0.07, focalPx: 3000 }, { blurPx: 1.5, noise: 4 })
  const { pixels, truth } = renderScene({ ...large, width: 4000, height: 3000, fruits: [] })
  const found = await plane(await photographed(pixels, 60))
  assert.ok(scaleError(found, truth) < 0.001)
})
