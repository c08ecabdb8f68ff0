import { z } from 'zod'
import { canonicalize, NotCanonical } from '../../evidence/canonical.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { DEFAULT_WEIGHTS } from '../../measure/prescreen/screen.ts'
import { defineRoute } from '../../operation/route.ts'
import { readPins } from './pin-reads.ts'
import { EXAMPLE } from './prescreen-example.ts'
import { type Pin, prescreenReply } from './prescreen-reply.ts'
import { PrescreenReply } from './prescreen-schema.ts'

export const MOST_PINS = 500

const PinShape = z.looseObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })

/** A caller's own member of such a name could be taken for ours, most of all a score of what has none. */
const OURS = [
  'index',
  'rank',
  'score',
  'scored_on',
  'signals',
  'loss',
  'loss_year',
  'because',
  'read',
  'reasons',
  'forest_2020',
]

const Weight = z.number().nonnegative().max(1_000_000).optional()

const Input = z.strictObject({
  pins: z
    .array(z.unknown().meta(pinSchema()))
    .min(1)
    .max(MOST_PINS)
    .check(checkPins)
    .describe('lat and lng in degrees; every other member of a pin comes back with it.'),
  weights: z
    .strictObject({ plausibly_farmland: Weight, something_growing: Weight })
    .refine((weights) => Object.values(weights).some((weight) => weight! > 0), {
      error: 'at least one weight must be greater than zero',
    })
    .default(DEFAULT_WEIGHTS)
    .describe('What is not named weighs nothing.'),
})

/** Documented as what a pin is, though taken as anything: the check below says what is wrong with each. */
function pinSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(PinShape)
  return schema
}

/** Thrown, so that the one refusal names every malformed pin, and its fix the pins that are well-formed. */
function checkPins({ value: pins }: z.core.ParsePayload<unknown[]>): void {
  if (pins.length === 0 || pins.length > MOST_PINS) return
  const problems = pins.flatMap((pin, index) => problemsOf(pin, index))
  if (problems.length === 0) return
  const malformed = new Set(problems.map(({ index }) => index))
  const whole = pins.filter((_, index) => !malformed.has(index))
  throw new Refusal(
    'invalid_input',
    `${malformed.size} of ${pins.length} pins ${malformed.size === 1 ? 'is' : 'are'} malformed: ${problems[0]!.member}: ${problems[0]!.problem}`,
    {
      detail: { problems: problems.map(({ member, problem }) => ({ member, problem })), pins: [...malformed] },
      fix: {
        do: 'Mend the pins that detail names: lat from -90 to 90 and lng from -180 to 180 as numbers, and none of the names of the reply. The others are in order.',
        body: whole.length > 0 ? { pins: whole } : EXAMPLE.input,
      },
    },
  )
}

function problemsOf(pin: unknown, index: number): { index: number; member: string; problem: string }[] {
  const result = PinShape.safeParse(pin)
  const problem = (path: PropertyKey[], problem: string) => ({
    index,
    member: ['pins[' + index + ']', ...path.map(String)].join('.'),
    problem,
  })
  if (!result.success)
    return result.error.issues.map(({ path, message }) =>
      problem(path, message.replace(/^(Invalid input|Too (big|small)): /, '')),
    )
  const unsignable = whyNotSignable(pin)
  if (unsignable !== null) return [problem([], unsignable)]
  return OURS.filter((name) => Object.hasOwn(result.data, name)).map((name) =>
    problem([name], 'the reply has a member of this name: rename yours'),
  )
}

/** Own members come back signed, at the depth at which the payload has them. */
function whyNotSignable(pin: unknown): string | null {
  try {
    canonicalize({ asked: { pins: [pin] } })
    return null
  } catch (error) {
    if (error instanceof NotCanonical) return error.message
    throw error
  }
}

export default defineRoute({
  method: 'POST',
  path: '/api/prescreen',
  group: 'measure',
  summary:
    'Screen farm pins before anyone drives there: ranked, not to be visited, or not readable, each with its reads.',
  description:
    'Forest loss after 31 December 2020 takes a pin out of the ranking, with the evidence. The others are scored on land cover within 50 m and on how green the newest usable satellite scene is; what could not be read leaves the sum. A pin whose loss could not be read is not screened, and says why. The receipt binds every read.',
  auth: 'none',
  bodyLimit: 4 * 1024 ** 2,
  input: Input,
  output: PrescreenReply,
  examples: [EXAMPLE],
  receipt: {
    schema: 'svc.prescreen.v1',
    payload({ pins, weights }, { ranked, do_not_visit, could_not_screen, pins_read, pins_unread }) {
      return { asked: { pins, weights }, ranked, do_not_visit, could_not_screen, pins_read, pins_unread }
    },
  },
  async handle({ pins, weights }, { context, signal }) {
    const { plausibly_farmland = 0, something_growing = 0 } = weights
    const reads = await readPins(context, pins as Pin[], context.clock(), signal)
    return prescreenReply(pins as Pin[], reads, { plausibly_farmland, something_growing })
  },
})
