import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { functionId } from '../function-id.ts'

/** What a prompt is read as and what a question gets: the same words under the same id are read the same. */
export const WORDS_ID = functionId('words', [], [...sourcesIn('words'), ...sourcesIn('questions')])

function sourcesIn(folder: string): string[] {
  return readdirSync(join(import.meta.dirname, '..', folder)).map((file) => `perceive/${folder}/${file}`)
}
