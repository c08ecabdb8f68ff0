import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { session } from '../../../src/perceive/session.ts'
import { modelsAt, needsBrowser, needsModels } from '../../support/needs.ts'
import { rounds } from '../../support/rounds.ts'
import { CONVERTED, probe, sampled } from './probe.ts'
import { reference } from './reference.ts'
import { farthest } from './tensorflow.ts'

type Sampled = Record<string, Record<string, number[]>>
/** Recorded by record.ts from TensorFlow.js and, for a TensorFlow Lite file, from TensorFlow Lite. */
const recorded: Sampled = JSON.parse(readFileSync(join(import.meta.dirname, 'expected.json'), 'utf8'))

describe('a converted model computes what its original computed', () => {
  for (const name of CONVERTED)
    test(name, needsModels(name), async () => {
      const { run, shapes } = await session(modelsAt, name)
      const got = await run({ input: probe(name, shapes.inputs.input!) })
      assert.deepEqual(Object.keys(got).sort(), Object.keys(recorded[name]!).sort())
      for (const [output, expected] of Object.entries(recorded[name]!))
        assert.ok(farthest(expected, sampled(got[output]!)) < 2e-5, output)
    })
})

describe('a converted model computes what its original computes now, in every number', () => {
  const models = CONVERTED.slice(0, rounds(0, CONVERTED.length))
  for (const name of models)
    test(name, needsBrowser().skip ? needsBrowser() : needsModels(name), async () => {
      const { run, shapes } = await session(modelsAt, name)
      const got = await run({ input: probe(name, shapes.inputs.input!) })
      for (const [output, expected] of Object.entries(await reference(name)))
        assert.ok(farthest(expected, got[output]!) < 2e-5, output)
    })
})
