import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ITEMS } from '../../src/measure/ppe/read.ts'
import { LEAST_PERSON_PX, UNUSABLE } from '../../src/measure/ppe/unusable.ts'
import { PpeReply } from '../../src/routes/seeing/ppe-reply.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const page = readFileSync(at('docs/ppe.md'), 'utf8')

test('the page on spray equipment lists every case in which nothing is read, and no other', () => {
  const table = page.slice(page.indexOf('| `why.code` |'), page.indexOf('## What it cannot do'))
  const codes = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code)
  assert.deepEqual(codes, Object.keys(UNUSABLE))
  assert.match(table, new RegExp(`under ${LEAST_PERSON_PX} pixels`))
})

test('it states a rule for each item', () => {
  for (const item of ITEMS) assert.match(page, new RegExp(`^\\| ${item} \\|`, 'm'))
})

test('its reply names what a reply has', () => {
  const [reply] = /^\{"respirator"[\s\S]*?^```/m.exec(page)!
  for (const name of Object.keys(PpeReply.shape)) assert.ok(reply.includes(`"${name}":`), name)
})

test('its links lead somewhere', () => {
  for (const [, link] of page.matchAll(/\]\(([\w.-]+\.md)\)/g)) assert.ok(existsSync(at(`docs/${link}`)), link)
  for (const [, file] of page.matchAll(/`((?:test|bench)\/[\w./-]+\.ts)`/g)) assert.ok(existsSync(at(file!)), file)
})
