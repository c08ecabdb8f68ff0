import type { Paper, Point } from '../types.ts'

/** One finger lying on its side. Lengths in millimetres, angles in degrees. */
export interface Banana {
  /** Where on the card the middle of the axis lies. */
  centreMm: Point
  turnDeg: number
  /** Along the axis, from the middle of the blossom end's rounding to the base of the pedicel. */
  axisMm: number
  radiusMm: number
  /** By how much the axis turns from end to end. */
  bendDeg: number
  /** -1..1: the bend gathers toward the stalk, or toward the blossom end. */
  bendSkew: number
  stalk: { halfWidthMm: number; lengthMm: number }
  /** How long the body takes to narrow to the stalk. */
  shoulderMm: number
  blossom: { radiusMm: number; taperMm: number }
  /** Thickness between the lateral faces (here upright) over the thickness seen from above. */
  lateralRatio: number
  /** 1: the axis is level, the stalk in the air. 0: every part lies on the card. */
  levelness: number
  stage: Stage
  bruises: Bruise[]
}

export type Stage = 1 | 2 | 3 | 4 | 5 | 6 | 7

/** A dark patch on the skin: where along the axis (0 blossom end, 1 pedicel base), how far round (0 up, 90 convex face). */
export interface Bruise {
  along: number
  roundDeg: number
  halfLengthMm: number
  halfWidthMm: number
}

export interface PinholeCamera {
  kind: 'pinhole'
  focalPx: number
  /** From the point of the card that the camera looks at. */
  distanceMm: number
  tiltDeg: number
  azimuthDeg: number
  rollDeg: number
  aimMm: Point
  /** One radial term, in units of the focal length. */
  k1: number
  /** How far the lens's axis lies from the picture's middle. */
  principalOffsetPx: Point
}

/** From straight above, everywhere at one scale, the fruit a flat cut-out without shade: for lengths known on paper. */
export interface FlatCamera {
  kind: 'flat'
  pxPerMm: number
  aimMm: Point
  rollDeg: number
}

export type Table = 'white' | 'grey' | 'dark' | 'wood'

export interface Light {
  azimuthDeg: number
  elevationDeg: number
  /** Share of the light that comes from everywhere. */
  ambient: number
  /** How much brighter one side of the picture is than the other, as a share. */
  unevenness: number
  /** 0 none .. 1: how dark the shadows of the directed light are. */
  shadow: number
  /** Gains of red and blue against green. */
  warmth: readonly [red: number, blue: number]
  exposure: number
}

/** Something flat and opaque that lies on the card. */
export interface Cover {
  centreMm: Point
  halfMm: Point
  turnDeg: number
  shade: number
}

export interface Scene {
  seed: number
  width: number
  height: number
  camera: PinholeCamera | FlatCamera
  /** printScale: what the printer made of it; 1 is 100 percent. */
  card: { paper: Paper; dpi: number; printScale: number } | null
  table: Table
  fruits: Banana[]
  covers: Cover[]
  light: Light
  blurPx: number
  /** Standard deviation in 8-bit steps. */
  noise: number
}

export interface FruitTruth {
  lengthMm: number
  toCrownMm: number
  gradeMm: number
  lateralGradeMm: number
  stage: Stage
  /** Dark patches as the camera sees them: their share of the silhouette, and their area on the skin. */
  bruised: { fraction: number; skinCm2: number }
  /** The outer side seen from above, from the blossom tip over the pedicel base to the crown, in the card's frame. */
  convexSide: Point[]
  concaveSide: Point[]
  blossomTip: Point
  pedicelBase: Point
  crown: Point
  middle: readonly [outer: Point, inner: Point]
}

export interface Truth {
  fruits: FruitTruth[]
  tiltDeg: number
  cameraMm: readonly [x: number, y: number, z: number]
  /** From a point of the card's frame at a height above it to the picture. */
  toImage(point: Point, heightMm?: number): Point
  toPlane(imagePoint: Point): Point
}
