import type { CardPlane, Pixels, Point, Rectangle } from '../types.ts'
import { traceMarker } from './edges.ts'
import { type CardLayout, cardLayout } from './layout.ts'
import { type Frame, frameOf } from './lens.ts'
import { type SeenMarker, seeMarkers } from './markers.ts'
import { type NotFound, notFound } from './not-found.ts'
import { openCv } from './opencv.ts'
import { type FittedPlane, fitPlane, type MatchedMarker } from './plane.ts'
import { type FocalPrior, type Pose, poseOf } from './pose.ts'
import { cornerOf, variantOf } from './variants.ts'

export interface FindCardOptions {
  /** From the file, where it says; see `readFocalPx`. */
  focalPx: number | null
  /** What the caller's ruler says of the distance across, from marker centre to marker centre. */
  cardSpacingMm?: number
}

/** With fewer, a plane would be a guess about the corner that is not seen. */
const LEAST_MARKERS = 3
const MOST_RESIDUAL_SHARE = 0.0003
const LEAST_RESIDUAL_PX = 0.3
/** Refused where the tilt surely exceeds it: by two standard deviations of what is known of the tilt. */
const MOST_TILT_DEG = 26
/** Below this tilt the card converges too little to tell a long lens far away from a short one near by. */
const LEAST_TILT_FOR_FOCAL_DEG = 10
const MOST_FOCAL_UNCERTAINTY = 0.1
/** A telephone's main camera, 26 mm in terms of small-image film; from very wide to a portrait lens. */
const USUAL_FOCAL: { sides: number; share: number } = { sides: 0.75, share: 0.35 }
/** Files round the focal length to whole millimetres of small-image film. */
const STATED_FOCAL_SHARE = 0.015

export async function findCard(pixels: Pixels, options: FindCardOptions): Promise<CardPlane | { notFound: NotFound }> {
  const { cv } = await openCv()
  const seen = seeMarkers(pixels, cv)
  if (seen.length === 0) return notFound('no_markers')
  if (new Set(seen.map(({ id }) => cornerOf(id))).size < seen.length) return notFound('several_cards')
  if (seen.length < LEAST_MARKERS) return notFound('too_few_markers', { seen: seen.length })
  const variant = variantOf(seen.map(({ id }) => id))
  if (variant === null) return notFound('unknown_card')
  const layout = cardLayout(variant)
  const markers = matched(pixels, seen, layout)
  if (markers.length < LEAST_MARKERS) return notFound('too_few_markers', { seen: markers.length })

  const frame = frameOf(pixels.width, pixels.height)
  const plane = fitPlane(markers, frame)
  const shareOfSpacing = plane.residualPx / spacingPx(plane, layout)
  if (!(plane.residualPx <= LEAST_RESIDUAL_PX || shareOfSpacing <= MOST_RESIDUAL_SHARE)) {
    return notFound('residual_too_large', { residualPx: plane.residualPx, share: shareOfSpacing })
  }
  const { pose, from } = stood(plane, markers, frame, pixels, options.focalPx)
  if (!(pose.tiltDeg - 2 * pose.tiltUncertaintyDeg <= MOST_TILT_DEG))
    return notFound('tilted_too_far', { tiltDeg: pose.tiltDeg })
  return cardPlane(layout, plane, markers, frame, { pose, from, shareOfSpacing, ruler: options.cardSpacingMm })
}

function matched(pixels: Pixels, seen: readonly SeenMarker[], layout: CardLayout): MatchedMarker[] {
  return seen.flatMap((marker) => {
    const printed = layout.markers.find(({ id }) => id === marker.id)!
    const traced = traceMarker(pixels, marker)
    return traced ? [{ printed, traced }] : []
  })
}

function spacingPx({ toImage }: FittedPlane, { variant }: CardLayout): number {
  const half = variant.spacingMm.across / 2
  const [left, right] = [toImage([-half, 0]), toImage([half, 0])]
  return Math.hypot(right[0] - left[0], right[1] - left[1])
}

type FocalSource = 'exif' | 'homography' | null

/** What the file says counts unless the card contradicts it, as it does in a picture that was cropped afterwards. */
function stood(
  plane: FittedPlane,
  markers: readonly MatchedMarker[],
  frame: Frame,
  { width, height }: Pixels,
  statedPx: number | null,
): { pose: Pose; from: FocalSource } {
  const usual: FocalPrior = { px: USUAL_FOCAL.sides * Math.max(width, height), share: USUAL_FOCAL.share }
  const free = poseOf(plane, markers, frame, usual)
  if (statedPx !== null) {
    const apart = Math.abs(Math.log(statedPx / free.focalPx))
    if (apart <= 3 * Math.hypot(free.focalUncertainty, STATED_FOCAL_SHARE)) {
      return { pose: poseOf(plane, markers, frame, { px: statedPx, share: STATED_FOCAL_SHARE }), from: 'exif' }
    }
  }
  const isTold =
    free.tiltDeg + free.tiltUncertaintyDeg >= LEAST_TILT_FOR_FOCAL_DEG &&
    free.focalUncertainty <= MOST_FOCAL_UNCERTAINTY
  return { pose: free, from: isTold ? 'homography' : null }
}

function cardPlane(
  { variant, regions }: CardLayout,
  plane: FittedPlane,
  markers: readonly MatchedMarker[],
  frame: Frame,
  found: { pose: Pose; from: FocalSource; shareOfSpacing: number; ruler: number | undefined },
): CardPlane {
  const { pose, from, ruler } = found
  const scale = ruler === undefined ? 1 : ruler / variant.spacingMm.across
  const toPlane = (point: Point): Point => {
    const [x, y] = plane.toPlane(point)
    return [x * scale, y * scale]
  }
  const grown = ({ left, top, right, bottom }: Rectangle): Rectangle => ({
    left: left * scale,
    top: top * scale,
    right: right * scale,
    bottom: bottom * scale,
  })
  return {
    variant,
    spacing: { from: ruler === undefined ? 'printed' : 'ruler', acrossMm: variant.spacingMm.across * scale },
    markers: markers.map(({ printed }, index) => {
      const corner = (at: number) => frame.toImage(plane.corners[4 * index + at]!)
      return { id: printed.id, corners: [corner(0), corner(1), corner(2), corner(3)] }
    }),
    residual: { px: plane.residualPx, shareOfSpacing: found.shareOfSpacing },
    tiltDeg: pose.tiltDeg,
    focal: from && { px: pose.focalPx, from, uncertainty: pose.focalUncertainty },
    camera: from && { x: pose.camera.x * scale, y: pose.camera.y * scale, z: pose.camera.z * scale },
    scaleUncertainty: plane.scaleUncertainty,
    toPlane,
    toImage: ([x, y]) => plane.toImage([x / scale, y / scale]),
    mmPerPxAt: (point) => mmPerPx(toPlane, point),
    regions: {
      whitePatch: grown(regions.whitePatch),
      field: grown(regions.field),
      page: grown(regions.page),
      printed: regions.printed.map(grown),
    },
  }
}

/** Of a square pixel's area on the card: the same whichever way a length lies across it. */
function mmPerPx(toPlane: (point: Point) => Point, [x, y]: Point): number {
  const [left, right] = [toPlane([x - 0.5, y]), toPlane([x + 0.5, y])]
  const [upper, lower] = [toPlane([x, y - 0.5]), toPlane([x, y + 0.5])]
  const area = (right[0] - left[0]) * (lower[1] - upper[1]) - (right[1] - left[1]) * (lower[0] - upper[0])
  return Math.sqrt(Math.abs(area))
}
