import type { Json, JsonObject } from '../kernel/json.ts'
import { canonicalBytes } from './canonical.ts'
import { encodeHex, isSha256Hex } from './encoding.ts'
import type { Sha256 } from './merkle.ts'

export const DERIVATION_STEPS = [
  'select_camera',
  'retain_clip',
  'detect',
  'compare_to_baseline',
  'place_the_reading',
  'verify_receipt',
] as const

export type DerivationStep = (typeof DERIVATION_STEPS)[number]

export function isDerivationStep(value: unknown): value is DerivationStep {
  return DERIVATION_STEPS.some((step) => step === value)
}

/** One reading: which clip, by the receipt that binds camera, time and bytes; which frame of it; read by what. */
export interface MomentParts {
  clipReceiptCid: string
  frameIndex: number
  /** Equal for readings of one detector, and only those may be compared. */
  detectorId: string
}

const DETECTOR_DIGITS = 32
const MOST_FRAMES = 0xffff_ffff

/** The detector's name is of any length; its id is the first half of the SHA-256 of that name. */
export function detectorId(detectorFnId: string, sha256: Sha256): string {
  return encodeHex(sha256(new TextEncoder().encode(detectorFnId))).slice(0, DETECTOR_DIGITS)
}

export function momentToken(clipReceiptCid: string, frameIndex: number, detectorFnId: string, sha256: Sha256): string {
  if (!isSha256Hex(clipReceiptCid)) throw new RangeError('a moment needs the content id of its clip receipt')
  if (!Number.isInteger(frameIndex) || frameIndex < 0 || frameIndex > MOST_FRAMES) {
    throw new RangeError('a frame index is an unsigned 32-bit integer')
  }
  const frame = frameIndex.toString(16).padStart(8, '0')
  return `moment:${clipReceiptCid}.${frame}.${detectorId(detectorFnId, sha256)}`
}

export function parseMomentId(id: string): MomentParts | undefined {
  const [, clipReceiptCid, frame, detector] = /^([0-9a-f]{64})\.([0-9a-f]{8})\.([0-9a-f]{32})$/.exec(id) ?? []
  if (clipReceiptCid === undefined) return undefined
  return { clipReceiptCid, frameIndex: Number.parseInt(frame!, 16), detectorId: detector! }
}

/** Over the card as it was read, before members that depend on the time of asking (ages) are refreshed. */
export function cardToken(card: JsonObject, sha256: Sha256): string {
  return `card:${canonicalId(card, sha256)}`
}

/** Over one item of the bundle's derivation, whose `step` is the kind. */
export function lineageToken(item: JsonObject & { step: DerivationStep }, sha256: Sha256): string {
  return `lineage:${item.step}:${canonicalId(item, sha256)}`
}

function canonicalId(value: Json, sha256: Sha256): string {
  return encodeHex(sha256(canonicalBytes(value)))
}
