import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import test from 'node:test'
import { DETECTING } from '../../src/perceive/detect/modes.ts'
import { functionId } from '../../src/perceive/function-id.ts'
import { OPERATOR_SOURCES } from '../../src/perceive/operator/weights.ts'
import { PEOPLE_SOURCES } from '../../src/perceive/people/id.ts'
import { WORDS_SOURCES } from '../../src/perceive/words/id.ts'
import { PPE_SOURCES } from '../../src/work/jobs/read-ppe.ts'

test('a function id names the function and changes with its weights and with its code, not with their order', () => {
  const id = functionId('people', ['nanodet', 'ssdlite'], ['perceive/models.ts', 'perceive/session.ts'])
  assert.match(id, /^people@[0-9a-f]{32}$/)
  assert.equal(functionId('people', ['ssdlite', 'nanodet'], ['perceive/session.ts', 'perceive/models.ts']), id)
  assert.notEqual(functionId('people', ['nanodet'], ['perceive/models.ts', 'perceive/session.ts']), id)
  assert.notEqual(functionId('people', ['nanodet', 'ssdlite'], ['perceive/models.ts']), id)
})

const src = resolve(import.meta.dirname, '../../src')
/** Refusals, gates, turns and what frees memory change no reading, and the weights are in an id by their own hashes. */
const CHANGES_NO_READING =
  /^(kernel\/|imaging\/(refusals|give-back)\.ts|perceive\/(pantry\/|models\.ts|function-id\.ts))/

/** Every file of ours that runs when this one does. */
function runsWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || CHANGES_NO_READING.test(file)) return seen
  seen.add(file)
  const text = readFileSync(join(src, file), 'utf8')
  for (const [, isType, path] of text.matchAll(/^(?:import|export)\s+(type )?(?:[^'"]*?from )?['"](\.[^'"]+)['"]/gm))
    if (isType === undefined) runsWith(normalize(join(dirname(file), path!)), seen)
  return seen
}

for (const [what, sources, starts] of [
  ['a redaction', PEOPLE_SOURCES, ['work/jobs/redact-people.ts']],
  ['a detection', DETECTING, ['perceive/detect/detect.ts']],
  ['spray equipment', [...PPE_SOURCES, ...DETECTING], ['work/jobs/read-ppe.ts']],
  ['a word or a question', WORDS_SOURCES, ['perceive/words/read-prompts.ts', 'perceive/questions/scene-analysis.ts']],
  [
    "an operator's model",
    OPERATOR_SOURCES,
    ['perceive/operator/detector.ts', 'perceive/operator/open-vocabulary.ts', 'perceive/operator/questions.ts'],
  ],
] as const)
  test(`the id of ${what} covers all the code that it goes through`, () => {
    const run = [...new Set(starts.flatMap((start) => [...runsWith(start)]))]
    assert.ok(run.length > starts.length)
    assert.deepEqual(
      run.filter((file) => !sources.includes(file)),
      [],
    )
  })
