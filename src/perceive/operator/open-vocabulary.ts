import type { Pixels } from '../../imaging/decode.ts'
import { unbroken } from '../../kernel/unbroken.ts'
import { clip, type Found } from '../detect/box.ts'
import { suppress } from '../detect/nms.ts'
import { openedOnce } from './open.ts'
import { placeOf, transformers } from './transformers.ts'
import { folderId, type OperatorModels } from './weights.ts'

type OpenVocabulary = NonNullable<OperatorModels['openVocabulary']>
type Detector = (
  image: unknown,
  labels: string[],
  options: { threshold: number; percentage: boolean },
) => Promise<{ label: string; score: number; box: { xmin: number; ymin: number; xmax: number; ymax: number } }[]>

const MOST_OVERLAP = 0.6
/** What the family is shown beyond a picture's edge. */
const BEYOND = 128

/** Boxes for the caller's own words: nothing maps them, so nothing can map them wrongly. */
export async function boxesForWords(
  pixels: Pixels,
  words: readonly string[],
  model: OpenVocabulary,
  threshold: number,
): Promise<Found<string>[]> {
  const { RawImage } = await transformers()
  const detector = await openedOnce(model, folderId, open)
  const { data, side } = squared(pixels)
  const image = new RawImage(new Uint8ClampedArray(data), side, side, 3)
  const seen = await unbroken(() => detector(image, [...words], { threshold, percentage: true }))
  const found = seen.flatMap(({ label, score, box: { xmin, ymin, xmax, ymax } }) => {
    const box = clip([xmin * side, ymin * side, xmax * side, ymax * side], pixels.width, pixels.height)
    return box[2] > box[0] && box[3] > box[1] ? [{ class: label, score, box }] : []
  })
  return suppress(found, MOST_OVERLAP)
}

async function open({ folder }: OpenVocabulary): Promise<Detector> {
  const { pipeline } = await transformers()
  const { name, options } = await placeOf(folder, 'model')
  return (await unbroken(() => pipeline('zero-shot-object-detection', name, options))) as unknown as Detector
}

/** Squares mean the same to every member of the family; some of them stretch what is none, others fill it up. */
function squared({ width, height, data }: Pixels): { data: Uint8Array; side: number } {
  const side = Math.max(width, height)
  const square = new Uint8Array(side * side * 3).fill(BEYOND)
  for (let row = 0; row < height; row++)
    square.set(data.subarray(row * width * 3, (row + 1) * width * 3), row * side * 3)
  return { data: square, side }
}
