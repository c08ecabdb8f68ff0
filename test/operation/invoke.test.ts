import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { Context } from '../../src/context.ts'
import { EXAMPLE_IMAGE_BASE64 } from '../../src/imaging/refusals.ts'
import { Answer } from '../../src/operation/answer.ts'
import { invoke } from '../../src/operation/invoke.ts'
import { type Call, defineRoute } from '../../src/operation/route.ts'

const call = { context: { checkReplies: true } as Context } as Call

const doubles = defineRoute({
  method: 'POST',
  path: '/api/probe/double',
  group: 'service',
  summary: 'Twice as much.',
  auth: 'none',
  input: z.strictObject({ value: z.number() }),
  output: z.object({ twice: z.number() }),
  handle: ({ value }) => ({ twice: value * 2 }),
})
const doublesLater = defineRoute({ ...doubles, handle: async ({ value }) => ({ twice: value * 2 }) })
const untrue = defineRoute({ ...doubles, handle: () => ({ twice: 'much' }) as unknown as { twice: number } })

test('a route that waits for nothing answers at once', () => {
  assert.deepEqual(invoke(doubles, { input: { value: 2 } }, call), new Answer(200, { twice: 4 }))
})

test('a route that waits, and a large body, answer later with the same', async () => {
  for (const later of [
    invoke(doublesLater, { input: { value: 2 } }, call),
    invoke(doubles, { input: { value: 2 }, isLarge: true }, call),
  ]) {
    assert.ok(later instanceof Promise)
    assert.deepEqual(await later, new Answer(200, { twice: 4 }))
  }
})

test('the text of a picture is let go of once it has been read, and not before', async () => {
  const measures = defineRoute({
    method: 'POST',
    path: '/api/probe/bytes',
    group: 'service',
    summary: 'Its bytes.',
    auth: 'none',
    body: 'image',
    input: z.strictObject({}),
    output: z.object({ bytes: z.array(z.int()) }),
    handle: (_input, { image }) => ({ bytes: [...image.bytes] }),
  })
  const pictureText = Buffer.from(EXAMPLE_IMAGE_BASE64)
  const letGo = () => void pictureText.fill(0)
  const { body } = await invoke(measures, { input: {}, pictureText, letGo }, { ...call })
  assert.deepEqual(body, { bytes: [...Buffer.from(EXAMPLE_IMAGE_BASE64, 'base64')] })
  assert.ok(pictureText.every((byte) => byte === 0))
})

test('input that the schema refuses never reaches the route', () => {
  assert.throws(() => invoke(doubles, { input: { value: 'two' } }, call), { code: 'invalid_input' })
})

test('a reply that its schema does not allow is a fault, at once or later', async () => {
  assert.throws(() => invoke(untrue, { input: { value: 2 } }, call), z.core.$ZodError)
  const later = defineRoute({
    ...untrue,
    handle: async (input: { value: number }, given: Call) => untrue.handle(input, given),
  })
  await assert.rejects(async () => invoke(later, { input: { value: 2 } }, call), z.core.$ZodError)
})
