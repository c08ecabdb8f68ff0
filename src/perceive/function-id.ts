import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join, resolve } from 'node:path'
import { MODELS, type ModelName } from './models.ts'

const SRC = resolve(import.meta.dirname, '..')
/** They fix the digits as much as the code does. */
const LIBRARIES = ['onnxruntime-node', 'sharp']

/**
 * `<name>@<hash over the weights, the named sources below src and the libraries>`: two readings with the same id came
 * from the same pixels by the same way. Call it when the code is loaded, so that the hash is that of the code which runs.
 */
export function functionId(name: string, models: ModelName[], sources: string[]): string {
  const hash = createHash('sha256')
  for (const model of [...models].sort()) hash.update(`${model} ${MODELS[model].sha256}\n`)
  for (const source of [...sources].sort()) hash.update(`${source}\n`).update(readFileSync(join(SRC, source)))
  for (const library of LIBRARIES) hash.update(`${library}@${versionOf(library)}\n`)
  return `${name}@${hash.digest('hex').slice(0, 32)}`
}

function versionOf(library: string): string {
  return JSON.parse(readFileSync(findPackageJSON(library, import.meta.url)!, 'utf8')).version
}
