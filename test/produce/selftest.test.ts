import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureProduce } from '../../src/measure/produce/measure.ts'
import type { ProduceOutcome } from '../../src/measure/produce/reading.ts'
import { type Known, runSelftest } from '../../src/measure/produce/selftest.ts'
import { SHAPES } from '../../src/measure/produce/selftest-shapes.ts'
import type { Pixels } from '../../src/measure/produce/types.ts'

const oneFlat = SHAPES.filter(({ kind }) => kind === 'flat').slice(0, 1)

test('every shape of the self-test is measured within the published band, flat and solid', async () => {
  const selftest = await runSelftest()
  assert.equal(selftest.shapes_scored, SHAPES.length)
  assert.deepEqual(selftest.shape_gate.outside, [])
  assert.ok(selftest.shape_gate.passed)
  for (const { name, error, tilt_deg, kind } of selftest.cases) {
    assert.ok(Math.abs(error!.length_percent) < 1.5, `${name}: ${error!.length_percent}`)
    assert.ok(Math.abs(error!.grade_percent) < 3, `${name}: ${error!.grade_percent}`)
    assert.ok(kind === 'flat' ? tilt_deg === 0 : true)
  }
  assert.ok(selftest.cases.some(({ kind, tilt_deg }) => kind === 'swept' && tilt_deg >= 25))
  const lengths = selftest.cases.map(({ error }) => error!.length_percent)
  assert.deepEqual(selftest.measured_band.length_percent, { least: Math.min(...lengths), most: Math.max(...lengths) })
  assert.equal(selftest.every_error_is_negative, Math.max(...lengths) < 0)
})

async function measuredAs(pixels: Pixels, known: Known, factor: number): Promise<ProduceOutcome> {
  const outcome = measureProduce(pixels, known as { mmPerPx: number }, { stability: false })
  const length = { ...outcome.metric!.length, mm: outcome.metric!.length.mm! * factor }
  return { ...outcome, metric: { ...outcome.metric!, length } }
}

test('a measurement that reads three percent short fails the gate, and says that every error is negative', async () => {
  const selftest = await runSelftest((pixels, known) => measuredAs(pixels, known, 0.97 * 0.99), oneFlat)
  assert.equal(selftest.shape_gate.passed, false)
  assert.deepEqual(selftest.shape_gate.outside, [oneFlat[0]!.name])
  assert.equal(selftest.every_error_is_negative, true)
})

test('a shape that could not be measured fails the gate and is returned with the reason', async () => {
  const refused = { code: 'no_fruit', reason: 'nothing stands out' } as const
  const selftest = await runSelftest(async (pixels, known) => {
    return { ...(await measuredAs(pixels, known, 1)), metric: null, abstained: refused }
  }, oneFlat)
  assert.equal(selftest.shapes_scored, 0)
  assert.equal(selftest.shape_gate.passed, false)
  assert.equal(selftest.every_error_is_negative, false)
  assert.equal(selftest.cases[0]!.not_measured_because, 'nothing stands out')
  assert.equal(selftest.measured_band.length_percent, null)
})
