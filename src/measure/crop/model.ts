import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join, resolve } from 'node:path'

const VERSION = '1.0.0'
const SRC = resolve(import.meta.dirname, '..', '..')

/** Over the rule, the code that decodes for it, and the library that fixes the decoded digits; read when it is loaded. */
export const CROP_RULE = `crop.agree@${VERSION}+${contentHash()}`

function contentHash(): string {
  const rule = readdirSync(import.meta.dirname).map((name) => `measure/crop/${name}`)
  const hash = createHash('sha256')
  for (const file of [...rule, 'imaging/decode.ts', 'imaging/taken.ts'].sort())
    hash.update(`${file}\n`).update(readFileSync(join(SRC, file)))
  const sharp = JSON.parse(readFileSync(findPackageJSON('sharp', import.meta.url)!, 'utf8'))
  return hash.update(`sharp@${sharp.version}\n`).digest('hex')
}
