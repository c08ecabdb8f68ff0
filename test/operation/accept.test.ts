import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { acceptOf } from '../../src/operation/accept.ts'
import { ROUTES } from '../../src/routes/index.ts'
import { PROBES } from '../http/probe-routes.ts'
import { rounds } from '../support/rounds.ts'

type Members = Record<string, unknown>

/** The one thing that is promised: what is accepted is what zod would have made of it. */
function agrees(schema: z.ZodObject, input: Members): boolean {
  const before = structuredClone(input)
  const accepted = acceptOf(schema)(input)
  assert.deepEqual(input, before, 'the input stays as it was')
  if (accepted === undefined) return false
  const result = schema.safeParse(input)
  assert.ok(result.success, `accepted, but zod refuses it: ${JSON.stringify(input)} ${result.error?.message}`)
  assert.deepStrictEqual({ ...accepted }, { ...(result.data as Members) })
  return true
}

const ODD_NAMES = ['', 'id', 'value', 'constructor', 'toString', 'hasOwnProperty', '0', 'ü']
const anyName = fc.oneof(fc.constantFrom(...ODD_NAMES), fc.string({ maxLength: 4 }))
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(undefined, null, -0, 0, 1, 1.5, -1, 2 ** 53, 1e308, '', 'x', true, false, [], {}),
  fc.string(),
)

type Change = { where: number; how: 'replace' | 'remove' | 'add'; name: string; value: unknown }
const anyChange: fc.Arbitrary<Change> = fc.record({
  where: fc.nat(),
  how: fc.constantFrom('replace', 'remove', 'add'),
  name: anyName,
  value: anyValue,
})

/** Every place in a value that something else could stand in. */
function places(value: unknown): { holder: Members; name: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Members
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...places(holder[name])])
}

function changed(example: Members, changes: Change[]): Members {
  const input = structuredClone(example)
  for (const { where, how, name, value } of changes) {
    const all = places(input)
    const place = all[where % Math.max(1, all.length)] ?? { holder: input, name }
    if (how === 'remove' && !Array.isArray(place.holder)) delete place.holder[place.name]
    else if (how === 'add' && !Array.isArray(place.holder)) place.holder[name] = structuredClone(value)
    else place.holder[place.name] = structuredClone(value)
  }
  return input
}

describe('what is accepted of a route is what zod makes of it', () => {
  for (const route of [...ROUTES, ...Object.values(PROBES)]) {
    const examples = (route.examples ?? []).map(({ input }) => input as Members)
    test(`${route.method} ${route.path}`, () => {
      for (const example of examples) agrees(route.input, example)
      fc.assert(
        fc.property(fc.constantFrom({}, ...examples), fc.array(anyChange, { maxLength: 3 }), (example, changes) => {
          agrees(route.input, changed(example, changes))
        }),
        { numRuns: rounds(60, 5000) },
      )
    })
  }
})

test('the examples of nearly all routes are accepted without zod', () => {
  const exemplified = ROUTES.filter(({ examples }) => examples !== undefined && examples.length > 0)
  const taken = exemplified.filter(({ input, examples }) => acceptOf(input)(examples![0]!.input as Members))
  assert.ok(taken.length >= exemplified.length - 3, `${taken.length} of ${exemplified.length}`)
  assert.ok(taken.some(({ path }) => path === '/api/decide'))
})

/** Schemas of all kinds that are derived from, and of some that are not. */
const anySchema = fc.letrec<{ schema: z.ZodType }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<z.ZodType>(
      z.string(),
      z.string().min(1).max(3),
      z.string().regex(/^x/),
      z.string().trim(),
      z.email(),
      z.number(),
      z.number().nonnegative().max(1),
      z.int(),
      z.coerce.number(),
      z.boolean(),
      z.unknown(),
      z.any(),
      z.enum(['x', 'id']),
      z.literal('x'),
      z.literal([1, 'x']),
      z.literal(['x', undefined]),
      z.enum({ one: 1, 1: 'one' }),
      z.null(),
      z.union([z.string(), z.number()]),
      z.string().transform((text) => text.length),
      z.record(z.string(), z.number()),
      z.number().refine((value) => value !== 1),
      z
        .string()
        .optional()
        .refine((text) => text !== 'x'),
    ),
    tie('schema').map((inner) => z.array(inner)),
    tie('schema').map((inner) => z.array(inner).min(1)),
    tie('schema').map((inner) => inner.optional()),
    tie('schema').map((inner) => inner.nullable()),
    tie('schema').map((inner) => inner.nullish()),
    tie('schema').map((inner) => inner.default('x' as never)),
    fc.tuple(tie('schema'), tie('schema'), fc.nat(4)).map(([id, value, kind]): z.ZodType => {
      const shape = { id, value }
      if (kind === 0) return z.object(shape)
      if (kind === 1) return z.strictObject(shape)
      if (kind === 2) return z.looseObject(shape)
      if (kind === 3) return z.strictObject({ toString: id })
      return z.object({ id }).catchall(value)
    }),
  ),
})).schema

/** Values that fit now and then. */
const fitting: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    anyValue,
    fc.constantFrom('x', 'xy', ' x', 1, 0.5, 'a@example.org'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.record({ id: tie('value'), value: tie('value') }, { requiredKeys: [] }),
    fc.dictionary(anyName, tie('value'), { maxKeys: 2 }),
  ),
})).value

test('what is accepted of any schema is what zod makes of it', () => {
  let accepted = 0
  const runs = rounds(3000, 200_000)
  fc.assert(
    fc.property(anySchema, anySchema, fitting, fitting, (id, value, first, second) => {
      for (const schema of [
        z.strictObject({ id, value }),
        z.looseObject({ id, value }),
        z.object({ id }).catchall(value),
      ])
        for (const input of [{ id: first, value: second }, { id: first }, { value: second }, {}])
          if (agrees(schema, structuredClone(input) as Members)) accepted++
    }),
    { numRuns: runs },
  )
  assert.ok(accepted > runs / 10, `only ${accepted} were accepted`)
})

describe('zod has to look', () => {
  const schema = z.strictObject({ value: z.number().default(7), note: z.string().optional() })
  const accept = acceptOf(schema)

  test('not where a default is missing: it is filled in, and the input stays as it was', () => {
    const input = { note: 'x' }
    assert.deepEqual(accept(input), { value: 7, note: 'x' })
    assert.deepEqual(input, { note: 'x' })
  })

  test('not where nothing is to be done: the input itself is the answer', () => {
    const input = { value: 1 }
    assert.equal(accept(input), input)
  })

  for (const [why, input] of [
    ['an unknown member', { value: 1, other: 1 }],
    ['a wrong type', { value: '1' }],
    ['a number that is none', { value: Number.NaN }],
    ['a member named __proto__', JSON.parse('{"value":1,"__proto__":{"x":1}}')],
  ] as [string, Members][])
    test(`at ${why}`, () => assert.equal(accept(input), undefined))

  test('at members that it would leave out, change or wait for', () => {
    assert.equal(acceptOf(z.object({}))({ other: 1 }), undefined)
    assert.equal(acceptOf(z.object({ id: z.string().trim() }))({ id: ' x' }), undefined)
    assert.equal(acceptOf(z.object({ id: z.string().refine(async () => true) }))({ id: 'x' }), undefined)
    assert.equal(acceptOf(z.looseObject({}))(JSON.parse('{"__proto__":1}')), undefined)
  })
})
