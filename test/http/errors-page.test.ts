import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { REFUSALS } from '../../src/kernel/refusal.ts'

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('docs/errors.md lists every code with its status, and no other', () => {
  const listed = rows.map(([, code, status]) => [code!.replaceAll('`', ''), Number(status)])
  assert.equal(new Set(listed.map(([code]) => code)).size, listed.length, 'a code stands once')
  assert.deepEqual(Object.fromEntries(listed), REFUSALS)
})

test('and says of each when it comes and what to do', () => {
  for (const [, code, , when, what] of rows) {
    assert.match(when!, /^[A-Z].{10,}\.$/, code)
    assert.match(what!, /.{10,}\.$/, code)
  }
})
