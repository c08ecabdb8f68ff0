import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { decode, type Pixels } from '../../../src/imaging/decode.ts'
import { readImage } from '../../../src/imaging/input.ts'
import type { Box } from '../../../src/perceive/detect/box.ts'

/** A COCO-style folder: pictures, and boxes.json with every labelled thing of each; a crowd is one box over many. */
export interface Labelled {
  file: string
  width: number
  height: number
  objects: { label: string; box: Box; crowd: boolean }[]
}

const DEFAULT = resolve(import.meta.dirname, '../../../../shared/data/photos/coco')

/** `--folder=DIR` on the command line. */
export function folderGiven(): string {
  const given = process.argv.find((word) => word.startsWith('--folder='))?.slice('--folder='.length)
  const folder = given === undefined ? DEFAULT : resolve(given)
  if (existsSync(join(folder, 'boxes.json'))) return folder
  throw new Error(`${folder} has no boxes.json: give a folder of labelled photographs with --folder=DIR`)
}

export function labelsIn(folder: string): Labelled[] {
  return JSON.parse(readFileSync(join(folder, 'boxes.json'), 'utf8'))
}

export async function pixelsOf(folder: string, { file }: Labelled): Promise<Pixels> {
  const raw = { bytes: new Uint8Array(readFileSync(join(folder, file))), mediaType: '' }
  return decode(await readImage({ raw, fetchImage: () => Promise.reject(new Error('no address was given')) }))
}
