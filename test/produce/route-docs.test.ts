import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ABSTENTIONS } from '../../src/measure/produce/abstentions.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const page = readFileSync(at('docs/produce.md'), 'utf8')
const codesOf = (path: string) =>
  [...readFileSync(at(path), 'utf8').matchAll(/^ {2}\| '([a-z_]+)'$/gm)].map(([, code]) => code!)

test('the page tells what to do about every abstention and every card that gives no scale', () => {
  const cardCodes = codesOf('src/measure/produce/card/not-found.ts')
  assert.ok(cardCodes.length >= 5)
  for (const code of [...Object.keys(ABSTENTIONS), ...cardCodes]) assert.ok(page.includes(`| \`${code}\` |`), code)
  const told = [...page.matchAll(/^\| `([a-z_]+)` \| [A-Z`]/gm)].map(([, code]) => code!)
  const meant = new Set([...Object.keys(ABSTENTIONS), ...cardCodes, 'not_looked_for'])
  for (const code of told) assert.ok(meant.has(code), `${code} is no longer a code`)
})

test('its picture is there, and small', () => {
  const [, picture] = /!\[[^\]]+\]\(([^)]+)\)/.exec(page)!
  assert.ok(existsSync(at(`docs/${picture}`)))
  assert.ok(statSync(at(`docs/${picture}`)).size < 150_000)
})
