import type { Pixels } from '../../imaging/decode.ts'

export type { Pixels }

/** In image pixels (the centre of the first pixel is 0.5, 0.5) or, on the card, in millimetres. */
export type Point = readonly [x: number, y: number]

export type Paper = 'a4' | 'letter'

/** What the four marker ids say of the card that was printed. */
export interface CardVariant {
  paper: Paper
  dpi: number
  /** Between the centres of neighbouring markers as printed at 100 percent: whole pixels of the card's image. */
  spacingMm: { across: number; down: number }
}

/** Where the camera stood, in the card's frame: millimetres, the card's centre is 0, 0 and z is its height above the card. */
export interface CameraPosition {
  x: number
  y: number
  z: number
}

/** The card as found in one photograph: how its plane and the picture's pixels map onto each other. */
export interface CardPlane {
  variant: CardVariant
  /** What the millimetres below rest on: the printed spacing, or the caller's ruler. */
  spacing: { from: 'printed' | 'ruler'; acrossMm: number }
  markers: { id: number; corners: readonly [Point, Point, Point, Point] }[]
  /** Root mean square of the corners against the fitted plane. */
  residual: { px: number; shareOfSpacing: number }
  tiltDeg: number
  /** Null where neither EXIF nor the homography (tilt of 10 degrees and more) tells it: then heights cannot be corrected. */
  focal: { px: number; from: 'exif' | 'homography'; uncertainty?: number } | null
  camera: CameraPosition | null
  /** One standard deviation of the plane's scale at a point of the card, as a share: what the corners leave open. */
  scaleUncertainty: number
  /** Undistorted and mapped onto the card's plane, in millimetres. */
  toPlane(imagePoint: Point): Point
  toImage(planePoint: Point): Point
  mmPerPxAt(imagePoint: Point): number
  /** Rectangles of the card in its own frame, for white balance and for what is card and not fruit. */
  regions: { whitePatch: Rectangle; field: Rectangle; page: Rectangle; printed: Rectangle[] }
}

/** In the card's frame, millimetres. */
export interface Rectangle {
  left: number
  top: number
  right: number
  bottom: number
}
