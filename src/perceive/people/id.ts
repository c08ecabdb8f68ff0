import { DETECTING } from '../detect/modes.ts'
import { functionId, sourcesIn } from '../function-id.ts'
import type { ModelName } from '../models.ts'

export const PEOPLE_MODELS: ModelName[] = ['nanodet', 'ssdlite', 'blazeface', 'movenet']

/** Those that find people and those that cover them: a caller is told that the same id gives the same picture. */
export const PEOPLE_SOURCES: string[] = [
  ...sourcesIn('perceive/people'),
  ...DETECTING,
  ...sourcesIn('measure/redact'),
  'perceive/body/alone.ts',
  'perceive/body/face.ts',
  'perceive/body/pose.ts',
  'perceive/body/view.ts',
  'imaging/bare-png.ts',
  'work/jobs/redact-people.ts',
]

/** <name>@<hash over weights and code>: readings of people compare only under the same one. */
export const PEOPLE_DETECTOR = functionId('people', PEOPLE_MODELS, PEOPLE_SOURCES)
