import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join, resolve } from 'node:path'

/** What a count rests on beside the picture: the code that counted, and the library that decoded. Nothing is learned. */
export interface StackModel {
  id: string
  version: string
  /** SHA-256 over the counting code and the library's version. */
  content_hash: string
  libraries: { sharp: string }
}

const VERSION = '2.4.0'
const SRC = resolve(import.meta.dirname, '..', '..')
const DECODING = /^(decode|focal|headers\/.*)\.ts$/

/** Read when the code is loaded, so that the hash is that of the code which counts. */
export const STACK_MODEL: StackModel = modelOf(countingFiles())

/** Below src, in sorted order. */
export function countingFiles(): string[] {
  return [...sourcesIn('measure/stack', () => true), ...sourcesIn('imaging', (name) => DECODING.test(name))].sort()
}

function sourcesIn(folder: string, isMeant: (name: string) => boolean): string[] {
  return readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && isMeant(name))
    .map((name) => `${folder}/${name}`)
}

function modelOf(files: string[]): StackModel {
  const libraries = { sharp: JSON.parse(readFileSync(findPackageJSON('sharp', import.meta.url)!, 'utf8')).version }
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(SRC, file)))
  hash.update(`sharp@${libraries.sharp}\n`)
  const content_hash = hash.digest('hex')
  return { id: `stack.count@${VERSION}+${content_hash}`, version: VERSION, content_hash, libraries }
}
