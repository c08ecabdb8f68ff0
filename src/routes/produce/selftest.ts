import { z } from 'zod'
import { PRODUCE_MODEL } from '../../measure/produce/model.ts'
import type { Selftest } from '../../measure/produce/selftest.ts'
import { defineRoute } from '../../operation/route.ts'
import type { Pool } from '../../work/pool.ts'
import { Model } from './reply.ts'

const Band = z.object({ least: z.number(), most: z.number() }).nullable()
const Lengths = z.object({ length_mm: z.number(), to_crown_mm: z.number(), grade_mm: z.number() })

export default defineRoute({
  method: 'GET',
  path: '/api/produce/selftest',
  group: 'measure',
  summary: 'The live measuring code on shapes of exactly known length, every case of it.',
  description:
    'Rendered and measured once by each version of the measuring code that runs here; the same answer is given from then on.',
  auth: 'none',
  input: z.strictObject({}),
  output: z.object({
    family: z.string(),
    shapes_scored: z.int(),
    cases: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(['flat', 'swept']),
        bend_deg: z.number(),
        radius_mm: z.number(),
        tilt_deg: z.number(),
        camera_height_mm: z.number().nullable(),
        truth: Lengths,
        measured: Lengths.nullable(),
        error: z
          .object({ length_percent: z.number(), to_crown_percent: z.number(), grade_percent: z.number() })
          .nullable(),
        inside_stated_accuracy: z.boolean().nullable(),
        not_measured_because: z.string().nullable(),
      }),
    ),
    measured_band: z.object({ length_percent: Band, grade_percent: Band }),
    published_band: z.looseObject({}),
    shape_gate: z.object({ passed: z.boolean(), rule: z.string(), outside: z.array(z.string()) }),
    every_error_is_negative: z.boolean(),
    not_a_photograph: z.string(),
    why_that_matters: z.string(),
    reproduce_without_us: z.object({ command: z.string(), steps: z.array(z.string()) }),
    model: Model,
  }),
  handle: (_input, { context }) => selftestOf(PRODUCE_MODEL.id, context.pool),
})

type Answered = Selftest & { model: typeof PRODUCE_MODEL }

const answered = new Map<string, Promise<Answered>>()

/** One run however many ask, and whoever of them leaves; a run that was lost is not remembered. */
function selftestOf(modelId: string, pool: Pool): Promise<Answered> {
  const known = answered.get(modelId)
  if (known) return known
  const running = pool.run<Selftest>('produce-selftest', null).then((result) => ({ ...result, model: PRODUCE_MODEL }))
  answered.set(modelId, running)
  running.catch(() => answered.delete(modelId))
  return running
}
