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

/** Solid fruit on the printed card: height, tilt and lens are in it, which a flat shape cannot show. */
const swept = (name: string, camera: Partial<PinholeCamera>, shape: Partial<Banana>): Shape => ({
  name,
  kind: 'swept',
  scene: plainScene({
    width: 1280,
    height: 960,
    camera: { ...(plainScene().camera as PinholeCamera), focalPx: 928, ...camera },
    card: { paper: 'a4', dpi: 150, printScale: 1 },
    fruits: [plainBanana(shape)],
  }),
})

const STOUT = { radiusMm: 21, shoulderMm: 26, blossom: { radiusMm: 6.5, taperMm: 42 } }
const SLIM = { radiusMm: 13, shoulderMm: 14, blossom: { radiusMm: 5, taperMm: 24 } }

export const SHAPES: readonly Shape[] = [
  flat('flat, slight bend', 3, 0, { bendDeg: 35 }),
  flat('flat, strong bend, turned', 3, 37, { bendDeg: 100 }),
  flat('flat, slim and coarse', 2, 71, { ...SLIM, axisMm: 120, bendDeg: 60 }),
  flat('flat, stout, green', 3, 130, { ...STOUT, bendDeg: 70, stage: 2 }),
  swept('straight above, near', { distanceMm: 360 }, {}),
  swept('straight above, far, stout', { distanceMm: 560 }, STOUT),
  swept('tilted 12°, along', { tiltDeg: 12, azimuthDeg: 0 }, { bendDeg: 90 }),
  swept('tilted 20°, across, slim', { tiltDeg: 20, azimuthDeg: 90 }, { ...SLIM, axisMm: 130 }),
  swept('tilted 25°, askew, stout, bent lens', { tiltDeg: 25, azimuthDeg: 40, k1: 0.05 }, { ...STOUT, bendDeg: 50 }),
]
