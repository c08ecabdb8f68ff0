import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { readConfig } from '../../../src/config.ts'
import { decode, type Pixels } from '../../../src/imaging/decode.ts'
import { readImage } from '../../../src/imaging/input.ts'
import type { Region } from '../../../src/measure/redact/regions.ts'
import redactPeople from '../../../src/work/jobs/redact-people.ts'
import type { Labelled } from '../detect/folder.ts'

/** What became of one labelled photograph. */
export interface Looked {
  file: string
  people: { share: number; uncovered: number }[]
  regions: number
  coveredShare: number
  near: number
  stillFound: number
  cellsOfManyColours: number
  changedOutside: number
  png: Uint8Array
}

export async function lookAt(folder: string, { file, objects }: Labelled, floor: number): Promise<Looked> {
  const raw = () => ({ bytes: new Uint8Array(readFileSync(join(folder, file))), mediaType: '' })
  const read = () => readImage({ raw: raw(), fetchImage: () => Promise.reject(new Error('no address was given')) })
  const before = await decode(await read())
  const { png, regions, near, stillFound } = await redactPeople({
    image: await read(),
    floor,
    models: { folder: readConfig(process.env).models.folder },
  })
  const after = await pixelsOf(png)
  const covered = coveredMask(regions, before)
  const persons = objects.filter(({ label, crowd }) => label === 'person' && !crowd)
  return {
    file,
    people: persons.map(({ box }) => ({
      share: ((box[2] - box[0]) * (box[3] - box[1])) / (before.width * before.height),
      uncovered: 1 - shareOf(covered, before.width, box),
    })),
    regions: regions.length,
    coveredShare: covered.reduce((sum, value) => sum + value, 0) / covered.length,
    near: near.length,
    stillFound: stillFound.length,
    cellsOfManyColours: cellsOfManyColours(after, regions),
    changedOutside: changedOutside(before, after, covered),
    png,
  }
}

async function pixelsOf(png: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

function coveredMask(regions: readonly Region[], { width, height }: Pixels): Uint8Array {
  const mask = new Uint8Array(width * height)
  for (const { box } of regions)
    for (let y = box[1]; y < box[3]; y++) mask.fill(1, y * width + box[0], y * width + box[2])
  return mask
}

function shareOf(mask: Uint8Array, width: number, box: readonly [number, number, number, number]): number {
  const [x1, y1, x2, y2] = box.map(Math.round) as [number, number, number, number]
  let [inside, all] = [0, 0]
  for (let y = y1; y < y2; y++)
    for (let x = x1; x < x2; x++) {
      inside += mask[y * width + x] ?? 0
      all++
    }
  return all === 0 ? 1 : inside / all
}

function cellsOfManyColours({ width, data }: Pixels, regions: readonly Region[]): number {
  let count = 0
  for (const { box, cellPx } of regions)
    for (let top = box[1]; top < box[3]; top += cellPx)
      for (let left = box[0]; left < box[2]; left += cellPx) {
        const first = data.subarray((top * width + left) * 3, (top * width + left) * 3 + 3)
        let isOne = true
        for (let y = top; y < Math.min(top + cellPx, box[3]); y++)
          for (let x = left; x < Math.min(left + cellPx, box[2]); x++)
            for (let channel = 0; channel < 3; channel++)
              isOne &&= data[(y * width + x) * 3 + channel] === first[channel]
        if (!isOne) count++
      }
  return count
}

function changedOutside(before: Pixels, after: Pixels, covered: Uint8Array): number {
  let count = 0
  for (let at = 0; at < covered.length; at++) {
    if (covered[at] === 1) continue
    for (let channel = 0; channel < 3; channel++)
      if (before.data[at * 3 + channel] !== after.data[at * 3 + channel]) count++
  }
  return count
}
