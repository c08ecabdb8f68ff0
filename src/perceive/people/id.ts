import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { functionId } from '../function-id.ts'
import type { ModelName } from '../models.ts'

export const PEOPLE_MODELS: ModelName[] = ['nanodet', 'ssdlite', 'blazeface', 'movenet']

/** <name>@<hash over weights and code>: readings of people compare only under the same one. */
export const PEOPLE_DETECTOR = functionId('people', PEOPLE_MODELS, [
  ...sourcesIn('people'),
  ...sourcesIn('detect'),
  'perceive/body/face.ts',
  'perceive/body/pose.ts',
  'perceive/body/view.ts',
  'perceive/session.ts',
  'imaging/decode.ts',
])

function sourcesIn(folder: string): string[] {
  return readdirSync(join(import.meta.dirname, '..', folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `perceive/${folder}/${file}`)
}
