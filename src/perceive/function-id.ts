import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join, resolve } from 'node:path'
import { MODELS, type ModelName } from './models.ts'

const SRC = resolve(import.meta.dirname, '..')
/** They fix the digits as much as the code does. */
export const LIBRARIES = ['onnxruntime-node', 'sharp']

/**
 * `<name>@<hash over the weights, the named sources below src and the libraries>`: two readings with the same id came
 * from the same pixels by the same way. Call it when the code is loaded, so that the hash is that of the code which runs.
 */
export function functionId(name: string, models: ModelName[], sources: string[], libraries = LIBRARIES): string {
  const hash = createHash('sha256')
  for (const model of [...models].sort()) hash.update(`${model} ${MODELS[model].sha256}\n`)
  return idWithCode(name, hash, sources, libraries)
}

/** The same, over whatever the hash has been given before. */
export function idWithCode(name: string, hash: Hash, sources: string[], libraries = LIBRARIES): string {
  for (const source of [...sources].sort()) hash.update(`${source}\n`).update(readFileSync(join(SRC, source)))
  for (const library of libraries) hash.update(`${library}@${versionOf(library)}\n`)
  return `${name}@${hash.digest('hex').slice(0, 32)}`
}

/** Of a folder below src. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(join(SRC, folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`)
}

/** Null where it is not installed: some are optional. */
function versionOf(library: string): string | null {
  try {
    return JSON.parse(readFileSync(findPackageJSON(library, import.meta.url)!, 'utf8')).version
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}
