import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCard } from '../../src/measure/produce/card/find.ts'
import { type PinholeCamera, plainScene, renderScene } from '../../src/measure/produce/scene/index.ts'
import type { CardPlane } from '../../src/measure/produce/types.ts'

const DISTANCE_MM = 450

/** The same framing through lenses of several lengths: the longer one stands farther away. */
async function seenThrough(sides: number, tiltDeg: number, focalPx: number | null): Promise<CardPlane> {
  const width = 960
  const camera: PinholeCamera = {
    ...(plainScene().camera as PinholeCamera),
    focalPx: sides * width,
    distanceMm: DISTANCE_MM * (sides / 1.1),
    tiltDeg,
    azimuthDeg: 20,
  }
  const { pixels } = renderScene(plainScene({ width, height: 720, camera, fruits: [] }))
  const found = await findCard(pixels, { focalPx })
  assert.ok(!('notFound' in found))
  return found
}

for (const sides of [0.7, 1.125, 1.8]) {
  test(`a lens ${sides} picture sides long is told from a card tilted by 15 degrees`, async () => {
    const { focal, tiltDeg } = await seenThrough(sides, 15, null)
    assert.equal(focal?.from, 'homography')
    assert.ok(Math.abs(focal.px / (sides * 960) - 1) < 0.06, `${focal.px}`)
    assert.ok(Math.abs(tiltDeg - 15) < 0.8, `${tiltDeg}`)
  })

  test(`a stated focal length of ${sides} picture sides is believed where the card agrees with it`, async () => {
    const { focal, camera } = await seenThrough(sides, 12, sides * 960)
    assert.equal(focal?.from, 'exif')
    const height = DISTANCE_MM * (sides / 1.1) * Math.cos((12 * Math.PI) / 180)
    assert.ok(Math.abs(camera!.z / height - 1) < 0.02, `${camera!.z} of ${height}`)
  })
}
