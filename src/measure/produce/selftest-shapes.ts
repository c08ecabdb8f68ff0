import { plainBanana, plainScene } from './scene/plain.ts'
import type { Banana, PinholeCamera, Scene } from './scene/scene.ts'

export interface Shape {
  name: string
  kind: 'flat' | 'swept'
  scene: Scene
}

const EVEN = { ...plainScene().light, unevenness: 0 }

/** Cut-outs seen straight on: what the outline, its smoothing and its two ends cost, and nothing else. */
const flat = (name: string, pxPerMm: number, rollDeg: number, shape: Partial<Banana>): Shape => ({
  name,
  kind: 'flat',
  scene: plainScene({
    width: Math.round(300 * pxPerMm),
    height: Math.round(220 * pxPerMm),
    camera: { kind: 'flat', pxPerMm, aimMm: [0, 0], rollDeg },
    card: null,
    fruits: [plainBanana(shape)],
    light: EVEN,
    blurPx: 0,
    noise: 1,
  }),
})

const PX_PER_MM = 2.4

/**
 * Solid fruit on the printed card: height, tilt and lens are in it, which a flat shape cannot show. The focal length
 * grows with the distance, so that the card fills the picture from wherever it is seen.
 */
function swept(name: string, camera: Partial<PinholeCamera> & { distanceMm: number }, shape: Partial<Banana>): Shape {
  const focalPx = PX_PER_MM * camera.distanceMm
  return {
    name,
    kind: 'swept',
    scene: plainScene({
      width: 960,
      height: 720,
      camera: { ...(plainScene().camera as PinholeCamera), focalPx, ...camera },
      fruits: [plainBanana(shape)],
    }),
  }
}

const STOUT = { radiusMm: 21, shoulderMm: 26, blossom: { radiusMm: 6.5, taperMm: 42 } }
const SLIM = { radiusMm: 13, shoulderMm: 14, blossom: { radiusMm: 5, taperMm: 24 } }

export const SHAPES: readonly Shape[] = [
  flat('flat, slight bend', 3, 0, { bendDeg: 35 }),
  flat('flat, strong bend, turned', 3, 37, { bendDeg: 100 }),
  flat('flat, slim and coarse', 2, 71, { ...SLIM, axisMm: 120, bendDeg: 60 }),
  flat('flat, stout, green', 3, 130, { ...STOUT, bendDeg: 70, stage: 2 }),
  swept('straight above, near', { distanceMm: 320 }, {}),
  swept('straight above, far, stout', { distanceMm: 600 }, STOUT),
  swept('tilted 12°, along', { distanceMm: 450, tiltDeg: 12, azimuthDeg: 0 }, { bendDeg: 90 }),
  swept('tilted 20°, across, slim', { distanceMm: 450, tiltDeg: 20, azimuthDeg: 90 }, { ...SLIM, axisMm: 130 }),
  swept(
    'tilted 25°, askew, stout, bent lens',
    { distanceMm: 400, tiltDeg: 25, azimuthDeg: 40, k1: 0.05 },
    { ...STOUT, bendDeg: 50 },
  ),
]
