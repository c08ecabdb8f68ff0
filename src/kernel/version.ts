import { readFileSync } from 'node:fs'

/** Of the interface and the package alike. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
