import { cardLayout } from '../card/layout.ts'
import type { CardPlane } from '../types.ts'
import { lensOf } from './lens.ts'
import type { Scene } from './scene.ts'

/** The card as a perfect finder would report it: what is left of an error then is the fruit's. */
export function truePlane(scene: Scene): CardPlane {
  if (scene.camera.kind !== 'pinhole' || !scene.card)
    throw new Error('a card is seen by a pinhole camera or not at all')
  const lens = lensOf(scene)
  const ray = new Float64Array(6)
  const [x, y, z] = lens.position
  const { variant, regions } = cardLayout(scene.card)
  return {
    variant,
    spacing: { from: 'printed', acrossMm: variant.spacingMm.across },
    markers: [],
    residual: { px: 0, shareOfSpacing: 0 },
    tiltDeg: scene.camera.tiltDeg,
    focal: { px: scene.camera.focalPx, from: 'exif' },
    camera: { x, y, z },
    scaleUncertainty: 0,
    toPlane([imageX, imageY]) {
      lens.ray(imageX, imageY, ray)
      const reach = -ray[2]! / ray[5]!
      return [ray[0]! + reach * ray[3]!, ray[1]! + reach * ray[4]!]
    },
    toImage: ([planeX, planeY]) => lens.project(planeX, planeY, 0),
    mmPerPxAt([imageX, imageY]) {
      const across = this.toPlane([imageX + 0.5, imageY])
      const back = this.toPlane([imageX - 0.5, imageY])
      const down = this.toPlane([imageX, imageY + 0.5])
      const up = this.toPlane([imageX, imageY - 0.5])
      const area = (across[0] - back[0]) * (down[1] - up[1]) - (across[1] - back[1]) * (down[0] - up[0])
      return Math.sqrt(Math.abs(area))
    },
    regions,
  }
}
