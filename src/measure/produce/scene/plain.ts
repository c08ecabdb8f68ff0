import type { Banana, Scene } from './scene.ts'

/** An everyday finger of 180 mm, lying across the middle of the card. */
export function plainBanana(changes: Partial<Banana> = {}): Banana {
  return {
    centreMm: [0, 0],
    turnDeg: 0,
    axisMm: 165,
    radiusMm: 17,
    bendDeg: 65,
    bendSkew: -0.3,
    stalk: { halfWidthMm: 5, lengthMm: 25 },
    shoulderMm: 22,
    blossom: { radiusMm: 6, taperMm: 34 },
    lateralRatio: 1,
    levelness: 1,
    stage: 6,
    bruises: [],
    ...changes,
  }
}

/** A good photograph: straight above from 450 mm, even light, everything in frame. */
export function plainScene(changes: Partial<Scene> = {}): Scene {
  return {
    seed: 1,
    width: 2000,
    height: 1500,
    camera: {
      kind: 'pinhole',
      focalPx: 1500,
      distanceMm: 450,
      tiltDeg: 0,
      azimuthDeg: 0,
      rollDeg: 0,
      aimMm: [0, 0],
      k1: 0,
      principalOffsetPx: [0, 0],
    },
    card: { paper: 'a4', dpi: 150, printScale: 1 },
    table: 'white',
    fruits: [plainBanana()],
    covers: [],
    light: {
      azimuthDeg: 40,
      elevationDeg: 60,
      ambient: 0.6,
      unevenness: 0.1,
      shadow: 0.6,
      warmth: [1, 1],
      exposure: 0.9,
    },
    blurPx: 0.7,
    noise: 2,
    ...changes,
  }
}
