import { hash } from 'node:crypto'
import { barePng } from '../../imaging/bare-png.ts'
import { decode, type Pixels } from '../../imaging/decode.ts'
import type { ImageInput } from '../../imaging/input.ts'
import { mosaicked } from '../../measure/redact/mosaic.ts'
import { coveredShare, type Region, regionsFor, type Subject } from '../../measure/redact/regions.ts'
import type { ModelsAt } from '../../perceive/models.ts'
import type { Sighting } from '../../perceive/people/agree.ts'
import { peopleIn, personBoxes, secondFloorOf } from '../../perceive/people/people.ts'

export interface RedactInput {
  image: ImageInput
  floor: number
  models: ModelsAt
}

export interface Redacted {
  png: Uint8Array
  pngSha256: string
  regions: Region[]
  near: Sighting[]
  below: number
  /** Found in covered places by the second look. */
  stillFound: Sighting[]
  image: { sha256: string; bytes: number; width: number; height: number; media_type: string }
}

const COARSER = 2
/** More of a box than this under what was covered: then it is someone who should not be seen any more. */
const INSIDE = 0.5

export default async function redactPeople({ image, floor, models }: RedactInput): Promise<Redacted> {
  const { bytes, media_type } = image
  const pixels = await decode(image)
  const { width, height } = pixels
  const { agreed, near, below } = await peopleIn(pixels, floor, models)
  const { covered, regions, stillFound } = await coveredWell(pixels, agreed, floor, models)
  const png = await barePng(covered)
  return {
    png,
    pngSha256: hash('sha256', png, 'hex'),
    regions,
    near,
    below,
    stillFound,
    image: { sha256: hash('sha256', bytes, 'hex'), bytes: bytes.length, width, height, media_type },
  }
}

/** Looks at its own result; where someone is still found, the squares are made twice as large, once. */
async function coveredWell(pixels: Pixels, agreed: Subject[], floor: number, models: ModelsAt) {
  const secondFloor = secondFloorOf(floor)
  const first = await secondLook(pixels, regionsFor(agreed, 1, pixels), secondFloor, models)
  if (first.stillFound.length === 0) return first
  const coarse = await secondLook(pixels, regionsFor(agreed, COARSER, pixels), secondFloor, models)
  return coarse.stillFound.length < first.stillFound.length ? coarse : first
}

async function secondLook(pixels: Pixels, regions: Region[], floor: number, models: ModelsAt) {
  const covered = mosaicked(pixels, regions)
  const seen = regions.length === 0 ? [] : await personBoxes(covered, floor, models)
  return {
    covered,
    regions,
    stillFound: seen.filter(({ box }) => coveredShare(box, regions) > INSIDE),
  }
}
