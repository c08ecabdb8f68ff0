import { readConfig } from '../../../src/config.ts'
import type { Pixels } from '../../../src/imaging/decode.ts'
import type { Found } from '../../../src/perceive/detect/box.ts'
import { detect } from '../../../src/perceive/detect/detect.ts'
import { MODES } from '../../../src/perceive/detect/modes.ts'
import { nanodetBoxes } from '../../../src/perceive/detect/nanodet.ts'
import { ssdliteBoxes } from '../../../src/perceive/detect/ssdlite.ts'
import { folderGiven, type Labelled, labelsIn, pixelsOf } from './folder.ts'
import { type Judged, judge } from './match.ts'

export interface Reader {
  name: string
  /** The modes' published ones; for a single model the best of the same pictures the modes' were chosen on. */
  threshold: number
  read(pixels: Pixels): Promise<Found[]>
}

const FLOOR = 0.05
const { models } = readConfig(process.env)

export const READERS: Reader[] = [
  mode('fast'),
  mode('thorough'),
  { name: 'NanoDet-g alone', threshold: 0.34, read: (pixels) => nanodetBoxes(pixels, models, { floor: FLOOR }) },
  {
    name: 'NanoDet-g alone, tiled',
    threshold: 0.42,
    read: (pixels) => nanodetBoxes(pixels, models, { floor: FLOOR, tiled: true }),
  },
  { name: 'SSDLite alone', threshold: 0.36, read: (pixels) => ssdliteBoxes(pixels, models, { floor: FLOOR }) },
  {
    name: 'SSDLite alone, tiled',
    threshold: 0.36,
    read: (pixels) => ssdliteBoxes(pixels, models, { floor: FLOOR, tiled: true }),
  },
]

function mode(name: 'fast' | 'thorough'): Reader {
  return {
    name,
    threshold: MODES[name].threshold,
    read: async (pixels) => (await detect(pixels, name, models, { threshold: FLOOR })).boxes,
  }
}

export interface Evaluation {
  reader: Reader
  pictures: Judged[]
}

/** Every reader over every picture of the folder; a picture is decoded once. */
export async function evaluate(
  readers: Reader[] = READERS,
): Promise<{ labels: Labelled[]; evaluations: Evaluation[] }> {
  const folder = folderGiven()
  const labels = labelsIn(folder)
  const evaluations = readers.map((reader): Evaluation => ({ reader, pictures: [] }))
  for (const picture of labels) {
    const pixels = await pixelsOf(folder, picture)
    for (const { reader, pictures } of evaluations) pictures.push(judge(await reader.read(pixels), picture))
    if (process.stderr.isTTY) process.stderr.write(`\r${evaluations[0]!.pictures.length} of ${labels.length}`)
  }
  if (process.stderr.isTTY) process.stderr.write('\n')
  return { labels, evaluations }
}
