import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { measureProduce } from '../../src/measure/produce/measure.ts'
import { runSelftest } from '../../src/measure/produce/selftest.ts'
import { isLong } from '../support/rounds.ts'
import { type Reply, startTestService, type TestService } from '../support/service.ts'

const inLongRuns = { skip: isLong ? false : 'renders every shape again: in npm run test:long' }

let service: TestService
let first: Reply
before(async () => {
  service = await startTestService()
  first = await service.get('/api/produce/selftest')
})
after(() => service.stop())

describe('the self-test', () => {
  test('holds flat shapes and solid ones under tilt, each case with its truth and its error', () => {
    const { status, body } = first
    assert.equal(status, 200, JSON.stringify(body))
    const kinds = new Set(body.cases.map(({ kind }: { kind: string }) => kind))
    assert.deepEqual(kinds, new Set(['flat', 'swept']))
    assert.ok(body.cases.some(({ tilt_deg }: { tilt_deg: number }) => tilt_deg >= 20))
    for (const { name, truth, measured, error } of body.cases) {
      if (measured === null) continue
      const percent = 100 * (measured.length_mm / truth.length_mm - 1)
      assert.ok(Math.abs(percent - error.length_percent) < 0.002, name)
    }
  })

  test('its band, its gate and its sign are those of its cases', () => {
    const { cases, measured_band, shape_gate, every_error_is_negative, published_band, shapes_scored } = first.body
    const errors = cases.flatMap(({ error }: { error: { length_percent: number } | null }) =>
      error === null ? [] : [error.length_percent],
    )
    assert.equal(shapes_scored, errors.length)
    assert.deepEqual(measured_band.length_percent, { least: Math.min(...errors), most: Math.max(...errors) })
    assert.equal(
      every_error_is_negative,
      errors.every((error: number) => error < 0),
    )
    const passes =
      errors.length === cases.length &&
      errors.every((error: number) => Math.abs(error) <= published_band.length_percent)
    assert.equal(shape_gate.passed, passes)
    assert.ok(shape_gate.passed, `outside: ${shape_gate.outside}`)
  })

  test('runs once for a model: whoever asks again waits for nothing', async () => {
    const before = service.context.pool.stats().done
    const again = await Promise.all([1, 2, 3].map(() => service.get('/api/produce/selftest')))
    for (const { body } of again) assert.deepEqual(body, first.body)
    assert.equal(service.context.pool.stats().done, before)
    assert.match(first.body.model.id, /^produce\.measure@1\.0\.0\+[0-9a-f]{64}$/)
  })

  test('measures with the code that measures photographs: a wrong scale fails its gate', inLongRuns, async () => {
    const { shape_gate } = await runSelftest(async (pixels) =>
      measureProduce(pixels, { mmPerPx: 1 }, { stability: false }),
    )
    assert.equal(shape_gate.passed, false)
  })
})
