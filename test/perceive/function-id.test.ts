import assert from 'node:assert/strict'
import test from 'node:test'
import { functionId } from '../../src/perceive/function-id.ts'

test('a function id names the function and changes with its weights and with its code, not with their order', () => {
  const id = functionId('people', ['nanodet', 'ssdlite'], ['perceive/models.ts', 'perceive/session.ts'])
  assert.match(id, /^people@[0-9a-f]{32}$/)
  assert.equal(functionId('people', ['ssdlite', 'nanodet'], ['perceive/session.ts', 'perceive/models.ts']), id)
  assert.notEqual(functionId('people', ['nanodet'], ['perceive/models.ts', 'perceive/session.ts']), id)
  assert.notEqual(functionId('people', ['nanodet', 'ssdlite'], ['perceive/models.ts']), id)
})
