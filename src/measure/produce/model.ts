import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join, resolve } from 'node:path'

/** What a number rests on beside the picture: the code that measured it, and the two libraries that fix its digits. */
export interface ProduceModel {
  id: string
  version: string
  /** SHA-256 over the measuring code and the libraries' versions. */
  content_hash: string
  libraries: { sharp: string; 'opencv-js': string }
}

const VERSION = '1.0.0'
const SRC = resolve(import.meta.dirname, '..', '..')
/** Renderer, self-test and the band it is held to judge the numbers and have no part in them. */
const JUDGES = /^(scene\/|selftest|published-band)/
const DECODING = /^(decode|focal|headers\/.*)\.ts$/

/** Read when the code is loaded, so that the hash is that of the code which measures. */
export const PRODUCE_MODEL: ProduceModel = modelOf(measuringFiles())

/** Below src, in sorted order. */
export function measuringFiles(): string[] {
  const measuring = sourcesIn('measure/produce', (name) => !JUDGES.test(name))
  const decoding = sourcesIn('imaging', (name) => DECODING.test(name))
  return [...measuring, ...decoding].sort()
}

function sourcesIn(folder: string, isMeant: (name: string) => boolean): string[] {
  return readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && isMeant(name))
    .map((name) => `${folder}/${name}`)
}

function modelOf(files: string[]): ProduceModel {
  const libraries = { sharp: versionOf('sharp'), 'opencv-js': versionOf('@techstark/opencv-js') }
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(SRC, file)))
  for (const [name, version] of Object.entries(libraries)) hash.update(`${name}@${version}\n`)
  const content_hash = hash.digest('hex')
  return { id: `produce.measure@${VERSION}+${content_hash}`, version: VERSION, content_hash, libraries }
}

function versionOf(library: string): string {
  return JSON.parse(readFileSync(findPackageJSON(library, import.meta.url)!, 'utf8')).version
}
