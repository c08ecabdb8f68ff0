import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import test, { type TestContext } from 'node:test'
import { bundleCid } from '../../src/evidence/ext/bundle.ts'
import type { Asked } from '../../src/external/asked.ts'
import type { Operator } from '../../src/external/operator.ts'
import {
  facts,
  type Handler,
  json,
  log,
  mockOperator,
  operatorAt,
  raw,
  realReceipt,
  resolution,
} from './mock-operator.ts'
import { signedBy, signedHead, testSigner } from './signer.ts'
import { needsVectors } from './vectors.ts'

const [FACT, OTHER_FACT] = [
  'yqbolgeoycqkvj3zkxukb4bjw4odhpwvfzqo3fbgwf4spk45zala',
  'sfihs6tk3dc6efc6osp3tbdm3txlnjiyivmegk4qp65qllgbnhhq',
] as const
const CELL = 'defi.zb493.xuqA.zcb5f'
const BUNDLE = 'a'.repeat(26)

const stance = ({ checked, holds }: Asked<unknown>) => [checked, holds]
const HOLDS = [true, true]
const FAILS = [true, false]
const OPEN = [true, null]
const UNCHECKED = [false, null]

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Every question there is, so that an outage can be shown to be one for each of them. */
const QUESTIONS: Record<string, (operator: Operator) => Promise<Asked<unknown>>> = {
  head: (operator) => operator.head(),
  identity: (operator) => operator.identity(),
  fact: (operator) => operator.fact(FACT),
  resolve: (operator) => operator.resolve({ cell: CELL, factCid: FACT }),
  bundle: (operator) => operator.bundle(BUNDLE),
  inclusion: (operator) => operator.inclusion({ leafIndex: 12 }),
  consistency: (operator) => operator.consistency(log().sths[4]!, log().sths[5]!),
}

const PATHS = [
  '/.well-known/emem.json',
  `/v1/facts/${FACT}`,
  '/v1/memory_token/resolve',
  '/v1/verify_receipt',
  '/v1/log/sth',
  '/v1/log/inclusion',
  '/v1/log/consistency',
  `/v1/memory_bundle/emem:bundle:${BUNDLE}`,
]

async function everythingUnchecked(t: TestContext, url: string | null, timeoutMs?: number): Promise<void> {
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const { operator } = operatorAt(t, url, 'log', timeoutMs)
    const answer = await ask(operator)
    assert.deepEqual(stance(answer), UNCHECKED, `${name}: ${answer.reason}`)
    assert.doesNotMatch(answer.reason!, /emem|127\.0\.0\.1/)
  }
  const { operator } = operatorAt(t, url, 'public', timeoutMs)
  const receipt = await operator.verifyReceipt(realReceipt('v2-01KZR412YDTXFV5WVNZ9VYA5H7'))
  assert.equal(receipt.checked, false)
  assert.equal(receipt.ext_raw, null)
  assert.equal(receipt.verdict.valid, true, 'the offline verdict needs nobody')
}

test('a live operator answers, and what it says is checked here', needsVectors, async (t) => {
  const { url } = await mockOperator(t)
  const publicKey = operatorAt(t, url).operator
  const logKey = operatorAt(t, url, 'log').operator

  const head = await logKey.head()
  assert.equal(head.holds && head.value.tree_size, 13)
  assert.deepEqual(stance(await publicKey.identity()), HOLDS)
  const fact = await publicKey.fact(FACT)
  assert.equal(fact.holds && fact.value.valueVerbatim, '918.0')
  const resolved = await publicKey.resolve({ cell: CELL, factCid: FACT })
  assert.equal(resolved.holds && resolved.value.valueVerbatim, '918.0')
  const included = await logKey.inclusion({ leafIndex: 12 })
  assert.equal(included.holds && included.value.head.tree_size, 13)
  const byEntry = await logKey.inclusion({ entryHashB32: log().entry_hashes_b32[4]! })
  assert.equal(byEntry.holds && byEntry.value.leafIndex, 4)
  assert.deepEqual(stance(await logKey.consistency(log().sths[4]!, log().sths[5]!)), HOLDS)
})

test('its own verdict on a receipt is passed on to the letter, and ours decides', needsVectors, async (t) => {
  const { url } = await mockOperator(t)
  const { operator } = operatorAt(t, url)
  const forged = { ...realReceipt('v2-01KZR412YDTXFV5WVNZ9VYA5H7'), served_at: '2026-08-11T09:56:30Z' }
  const answer = await operator.verifyReceipt(forged)
  assert.equal(answer.ext_raw?.valid, true)
  assert.equal(answer.verdict.valid, false)
  assert.equal(answer.checked, true)
})

test('what is no receipt of the operator is not sent to it', needsVectors, async (t) => {
  const { url, asked } = await mockOperator(t)
  const answer = await operatorAt(t, url).operator.verifyReceipt({ payload: 'ours' })
  assert.deepEqual([answer.checked, answer.verdict.valid, asked.length], [false, null, 0])
})

test('nothing is checked when no operator is configured', needsVectors, (t) => everythingUnchecked(t, null))

test('nothing is checked when nobody listens', needsVectors, async (t) => {
  await everythingUnchecked(t, `http://127.0.0.1:${await freePort()}`)
})

const outages: Record<string, Handler> = {
  'the operator fails': json({ error: 'internal' }, 500),
  'the operator redirects elsewhere': (_, response) =>
    response.writeHead(302, { location: 'http://example.com' }).end(),
  'the answer is garbage': raw('<html>it works</html>', 'application/json'),
  'the answer is JSON of another kind': raw('[1, 2', 'application/json'),
  'the answer stops half-way': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"sth": {', () => response.destroy())
  },
  'the answer is oversize': raw(`"${'x'.repeat(1024 * 1024)}"`, 'application/json'),
  'the answer is no object': raw('"yes"', 'application/json'),
  'the answer says a member twice': raw(
    '{"sth":{},"sth":{},"citations":1,"citations":2,"resolved":true,"resolved":true}',
    'application/json',
  ),
}

test('nothing is checked when the operator is slow', needsVectors, async (t) => {
  const { url, answers } = await mockOperator(t)
  for (const path of PATHS) answers.set(path, () => {})
  await everythingUnchecked(t, url, 100)
})

for (const [outage, handler] of Object.entries(outages)) {
  test(`nothing is checked when ${outage}`, needsVectors, async (t) => {
    const { url, answers } = await mockOperator(t)
    for (const path of PATHS) answers.set(path, handler)
    await everythingUnchecked(t, url)
  })
}

test('what the operator does not know is an answer, and establishes nothing', needsVectors, async (t) => {
  const { url } = await mockOperator(t)
  const { operator } = operatorAt(t, url)
  const unknown = 'd24rgwlq47a5ism5vkkbiuav3wi2voewqqgy4x4ttnhdnzziyfkq'
  assert.deepEqual(stance(await operator.fact(unknown)), OPEN)
  assert.deepEqual(stance(await operator.resolve({ cell: CELL, factCid: unknown })), OPEN)
  assert.deepEqual(stance(await operator.bundle(BUNDLE)), OPEN)
  assert.deepEqual(stance(await operator.inclusion({ leafIndex: 999 })), OPEN)
})

test('a fact cited under the wrong cell fails', needsVectors, async (t) => {
  const { url } = await mockOperator(t)
  const answer = await operatorAt(t, url).operator.resolve({ cell: 'defi.zb400.bafi.baba', factCid: FACT })
  assert.deepEqual(stance(answer), FAILS)
  assert.match(answer.reason!, /another cell/)
})

test('an operator that sends other bytes than the id names is caught', needsVectors, async (t) => {
  const { url, answers } = await mockOperator(t)
  answers.set(`/v1/facts/${FACT}`, raw(Buffer.from(facts()[1]!.canonical_cbor_hex, 'hex')))
  assert.deepEqual(stance(await operatorAt(t, url).operator.fact(FACT)), FAILS)
})

test(
  'an operator that resolves to something else, or with somebody else’s receipt, is caught',
  needsVectors,
  async (t) => {
    const { url, answers } = await mockOperator(t)
    const { operator } = operatorAt(t, url)
    const ask = async (changes: Record<string, unknown>) => {
      answers.set('/v1/memory_token/resolve', json(resolution(0, changes)))
      return stance(await operator.resolve({ cell: CELL, factCid: FACT }))
    }
    assert.deepEqual(await ask({}), HOLDS)
    assert.deepEqual(await ask({ fact_cid: OTHER_FACT }), FAILS)
    assert.deepEqual(await ask({ cell: 'defi.zb400.bafi.baba' }), FAILS)
    assert.deepEqual(await ask({ receipt: realReceipt('v2-01KZR412YDTXFV5WVNZ9VYA5H7') }), FAILS)
    assert.deepEqual(
      await ask({ receipt: { ...realReceipt('v2-01KZR23XNX47V8Y3CRK5ETWGVA'), primitive: 'emem.x' } }),
      FAILS,
    )
    assert.deepEqual(await ask({ receipt: signedBy(testSigner(5), { version: 2 }) }), OPEN)
    assert.deepEqual(await ask({ receipt: null }), OPEN)
    assert.deepEqual(await ask({ resolved: false }), OPEN)
  },
)

test('a head by another key establishes nothing, a forged one fails', needsVectors, async (t) => {
  const { url, answers } = await mockOperator(t)
  const head = log().sths.at(-1)!
  answers.set('/v1/log/sth', json({ sth: signedHead(testSigner(9), 13, head.root_b32, head.signed_at) }))
  assert.deepEqual(stance(await operatorAt(t, url, 'log').operator.head()), OPEN)
  answers.set('/v1/log/sth', json({ sth: { ...head, tree_size: 14 } }))
  assert.deepEqual(stance(await operatorAt(t, url, 'log').operator.head()), FAILS)
})

test(
  'a log that goes backwards, splits or breaks off is caught, and the last good head stays',
  needsVectors,
  async (t) => {
    const { url, answers } = await mockOperator(t)
    const signer = testSigner(Buffer.from(log().log_seed_hex, 'hex'))
    const [, , , seven, eight, thirteen] = log().sths
    const { operator, clock } = operatorAt(t, url, 'log')
    const next = async (sth: unknown) => {
      answers.set('/v1/log/sth', json({ sth }))
      clock.advance(61_000)
      return operator.head()
    }
    assert.deepEqual(stance(await next(eight)), HOLDS)
    assert.match((await next(seven)).reason!, /smaller tree/)
    assert.match((await next(signedHead(signer, 8, thirteen!.root_b32, eight!.signed_at))).reason!, /two roots/)
    assert.match((await next(signedHead(signer, 8, eight!.root_b32, '2026-11-15T00:00:01Z'))).reason!, /older/)
    const unrelated = signedHead(signer, 13, seven!.root_b32, thirteen!.signed_at)
    assert.deepEqual(stance(await next(unrelated)), FAILS)
    const bound = await operator.timeBound()
    assert.equal(bound.head?.tree_size, 8)
    assert.deepEqual(stance(await next(thirteen)), HOLDS)
    assert.equal((await operator.timeBound()).head?.tree_size, 13)
  },
)

test('a longer log whose proof cannot be had is still taken by its signature', needsVectors, async (t) => {
  const { url, answers } = await mockOperator(t)
  const { operator, clock } = operatorAt(t, url, 'log')
  answers.set('/v1/log/sth', json({ sth: log().sths[4] }))
  await operator.head()
  answers.set('/v1/log/sth', json({ sth: log().sths[5] }))
  answers.set('/v1/log/consistency', json({}, 500))
  clock.advance(61_000)
  assert.deepEqual(stance(await operator.head()), HOLDS)
})

test('a head is read once a minute, however often it is asked for', needsVectors, async (t) => {
  const { url, asked } = await mockOperator(t)
  const { operator, clock } = operatorAt(t, url, 'log')
  await Promise.all(Array.from({ length: 20 }, () => operator.head()))
  for (let i = 0; i < 20; i++) await operator.timeBound()
  assert.equal(asked.length, 1)
  clock.advance(59_000)
  await operator.head()
  assert.equal(asked.length, 1)
  clock.advance(2000)
  await operator.head()
  assert.equal(asked.length, 2)
})

test(
  'the time bound never waits: null with the reason first, the last verified head later',
  needsVectors,
  async (t) => {
    const { url, answers } = await mockOperator(t)
    const { operator, clock } = operatorAt(t, url, 'log', 1000)
    const cold = await operator.timeBound()
    assert.equal(cold.head, null)
    assert.match((cold as { reason: string }).reason, /no head/)
    await operator.head()
    const warm = await operator.timeBound()
    assert.equal(warm.head?.tree_size, 13)
    assert.match((warm as { means: string }).means, /lower bound/)
    assert.match((warm as { means: string }).means, /upper bound needs our leaf under a later head/)

    answers.set('/v1/log/sth', () => {})
    clock.advance(61_000)
    const started = performance.now()
    assert.equal((await operator.timeBound()).head?.tree_size, 13)
    assert.ok(performance.now() - started < 100)
    assert.deepEqual(stance(await operator.head()), UNCHECKED)
    assert.equal((await operator.timeBound()).head?.tree_size, 13)
  },
)

test('a head dated after our own clock bounds nothing', needsVectors, async (t) => {
  const { url, answers } = await mockOperator(t)
  const signer = testSigner(Buffer.from(log().log_seed_hex, 'hex'))
  answers.set('/v1/log/sth', json({ sth: signedHead(signer, 13, log().sths[5]!.root_b32, '2026-11-15T12:00:01Z') }))
  const { operator, clock } = operatorAt(t, url, 'log')
  await operator.head()
  assert.equal((await operator.timeBound()).head, null)
  clock.advance(1000)
  assert.equal((await operator.timeBound()).head?.tree_size, 13)
})

test('a dead operator is left alone after three tries, and tried again later', needsVectors, async (t) => {
  const { url, answers, asked } = await mockOperator(t)
  const { operator, clock } = operatorAt(t, url)
  answers.set(`/v1/facts/${FACT}`, json({}, 503))
  for (let i = 0; i < 10; i++) assert.deepEqual(stance(await operator.fact(FACT)), UNCHECKED)
  assert.equal(asked.length, 3)
  clock.advance(15_000)
  const together = await Promise.all([operator.fact(FACT), operator.fact(FACT), operator.fact(FACT)])
  assert.ok(together.every((answer) => !answer.checked))
  assert.equal(asked.length, 4, 'one call tries for all')
  clock.advance(15_000)
  await operator.fact(FACT)
  assert.equal(asked.length, 4, 'the pause has doubled')
  answers.delete(`/v1/facts/${FACT}`)
  clock.advance(15_000)
  assert.deepEqual(stance(await operator.fact(FACT)), HOLDS)
  assert.deepEqual(stance(await operator.fact(FACT)), HOLDS)
  assert.equal(asked.length, 6)
})

test('a bundle is what its id says, and vouched for only by a receipt that cites it', needsVectors, async (t) => {
  const { url, answers } = await mockOperator(t)
  const { operator } = operatorAt(t, url)
  const citations = [{ cell: CELL, band: 'copdem30m.elevation_mean', resolved_tslot: 0, fact_cid: FACT }]
  const cid = bundleCid({ purpose: '', citations }, 'emem')
  const ask = async (answer: unknown) => {
    answers.set(`/v1/memory_bundle/emem:bundle:${cid}`, json(answer))
    return operator.bundle(cid)
  }
  const receipt = realReceipt('v2-01KZR23XN74S2K7JC5XRV8C634')
  const good = await ask({ citations, receipt })
  assert.equal(good.holds && good.value.unvouched, null)
  const replayed = await ask({ citations, receipt: realReceipt('v2-01KZR412YDTXFV5WVNZ9VYA5H7') })
  assert.match((replayed.holds && replayed.value.unvouched) || '', /something else/)
  assert.deepEqual(stance(await ask({ citations, purpose: 'other', receipt })), FAILS)
  assert.deepEqual(stance(await ask({ citations: [{ ...citations[0], fact_cid: OTHER_FACT }], receipt })), FAILS)
  assert.deepEqual(stance(await ask({ receipt })), UNCHECKED)
})

test('another key than the pinned one is reported, not obeyed', needsVectors, async (t) => {
  const { url } = await mockOperator(t)
  assert.deepEqual(stance(await operatorAt(t, url, 'log').operator.identity()), OPEN)
})

test('a good proof for another entry than was asked for fails', needsVectors, async (t) => {
  const { url, answers } = await mockOperator(t)
  const { operator } = operatorAt(t, url, 'log')
  answers.set('/v1/log/inclusion', json({ ...log().inclusion.at(-1)!, sth: log().sths.at(-1) }))
  assert.deepEqual(stance(await operator.inclusion({ leafIndex: 12 })), HOLDS)
  assert.deepEqual(stance(await operator.inclusion({ leafIndex: 11 })), FAILS)
  assert.deepEqual(stance(await operator.inclusion({ entryHashB32: log().entry_hashes_b32[0]! })), FAILS)
})
