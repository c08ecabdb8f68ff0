import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bundleCid } from '../../src/evidence/ext/bundle.ts'
import { facts, json, type MockOperator, mockOperator, PUBLIC_KEY, realReceipt } from '../ext/mock-operator.ts'
import { needsVectors } from '../ext/vectors.ts'
import { canonical } from './plain-verifier.ts'
import { breakLog, type Stand, startStand, UNKNOWN_CID } from './stand.ts'

const ROUTE = '/api/world-model/verify'

let stand: Stand
// biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
let receipt: any
before(async () => {
  stand = await startStand()
  ;({ receipt } = await stand.state(41.5))
})
after(() => stand.stop())

const ask = async (body: unknown) => {
  const reply = await stand.post(ROUTE, body)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

test('token and receipt together, or neither, are refused, and the fix works', async () => {
  for (const body of [{ token: UNKNOWN_CID, receipt }, {}, { claimed_value: 1 }, { schema_cid: 'x' }]) {
    const refused = await stand.post(ROUTE, body)
    assert.equal(refused.status, 400)
    assert.match(refused.body.reason, /token, receipt/)
    assert.equal((await stand.post(ROUTE, refused.body.fix.body)).status, 200)
  }
})

test('a receipt of ours and its bare content id match, with the payload to the letter', async () => {
  for (const body of [{ receipt }, { token: receipt.payload_sha256 }]) {
    const cited = await ask(body)
    assert.deepEqual([cited.matches, cited.checked, cited.signer, cited.drift], [true, true, 'svc', null])
    assert.equal(cited.value_verbatim, canonical(receipt.payload))
    assert.equal(cited.reason, null)
  }
})

test('a tampered receipt does not match, and one by a key nobody knows here is not judged', async () => {
  const forged = await ask({ receipt: { ...receipt, payload: { ...receipt.payload, value: 42 } } })
  assert.deepEqual([forged.matches, forged.checked, forged.value_verbatim], [false, true, null])
  const foreign = await ask({ receipt: { ...receipt, kid: 'other-2026-01' } })
  assert.deepEqual([foreign.matches, foreign.value_verbatim], [null, null])
  assert.ok(foreign.reason)
})

test('a claimed value is held against what was signed', async () => {
  for (const body of [{ receipt }, { token: receipt.payload_sha256 }]) {
    for (const same of [41.5, { value: 41.5 }, { value: 41.5, model: 'test@1+0badc0de' }, canonical(receipt.payload)]) {
      const cited = await ask({ ...body, claimed_value: same })
      assert.deepEqual([cited.matches, cited.drift.drifted], [true, false], JSON.stringify(same))
    }
    const drifted = await ask({ ...body, claimed_value: 42 })
    assert.equal(drifted.matches, false)
    assert.deepEqual(drifted.drift, { drifted: true, claimed: 42, resolved: 41.5, difference: 0.5, differs: [''] })
    const member = await ask({ ...body, claimed_value: { value: 41.5, model: 'test@2' } })
    assert.deepEqual([member.matches, member.drift.differs], [false, ['/model']])
    for (const other of [null, '41.5', [41.5], true, { value: '41.5' }, { unsaid: 1 }])
      assert.equal((await ask({ ...body, claimed_value: other })).matches, false, JSON.stringify(other))
  }
})

test('a bare value claimed of a receipt that states none is not called false: nothing was compared', async () => {
  const { body } = await stand.upload('no value in here', await stand.mint())
  const cited = await ask({ receipt: body.receipt, claimed_value: 12 })
  assert.deepEqual([cited.matches, cited.checked, cited.drift], [null, true, null])
  assert.match(cited.reason, /nothing was compared/)
  const named = await ask({ receipt: body.receipt, claimed_value: { bytes: 16 } })
  assert.equal(named.matches, true)
})

const SHA = 'a'.repeat(64)

for (const [token, reason] of [
  [UNKNOWN_CID, /no receipt/],
  [`moment:${SHA}.00000011.${'b'.repeat(32)}`, /no receipt/],
  [`card:${SHA}`, /no place card/],
  [`lineage:detect:${SHA}`, /no derivation/],
] as const)
  test(`${token.split(':')[0]!.slice(0, 10)}: what this service does not hold is null, and was looked for`, async () => {
    const cited = await ask({ token })
    assert.deepEqual([cited.matches, cited.checked, cited.value_verbatim], [null, true, null])
    assert.match(cited.reason, reason)
  })

test('a moment whose clip receipt holds is not thereby a reading that holds', async () => {
  const cited = await ask({ token: `moment:${receipt.payload_sha256}.00000000.${'b'.repeat(32)}` })
  assert.deepEqual([cited.matches, cited.checked], [null, true])
  assert.match(cited.reason, /no reading/)
})

const CELL = 'defi.zb493.xuqA.zcb5f'
const FACT = 'yqbolgeoycqkvj3zkxukb4bjw4odhpwvfzqo3fbgwf4spk45zala'

for (const [what, token] of Object.entries({
  'nothing in it': '',
  'a line break at the end': `${SHA}\n`,
  'a NUL at the end': `${SHA}\0`,
  'upper-case hex': SHA.toUpperCase(),
  'a Cyrillic а': `${'a'.repeat(63)}а`,
  'an unknown prefix': `receipt:${SHA}`,
  'an unknown kind': `ext:cell:${CELL}`,
  'an unknown step': `lineage:guess:${SHA}`,
  'one colon too many': `card:${SHA}:`,
  'a cell that is none': `ext:fact:nowhere:${FACT}`,
  'a fact id cut short': `ext:fact:${CELL}:${FACT.slice(1)}`,
  'a path': `card:../../${SHA}`,
  'percent signs': `card:%2F${SHA}`,
  'a moment without its detector': `moment:${SHA}.00000011`,
  'a megabyte': 'a'.repeat(1_000_000),
}))
  test(`a token with ${what} is refused, and told why`, async () => {
    const { status, body } = await stand.post(ROUTE, { token })
    assert.equal(status, 400)
    assert.match(body.error, /^(invalid_input|too_large)$/)
    if (body.error === 'invalid_input') assert.ok(body.detail.code && body.detail.shapes.length === 6)
  })

test('during an outage of the log nothing is said of a content id', async () => {
  const mend = breakLog(stand)
  try {
    for (const token of [receipt.payload_sha256, `moment:${receipt.payload_sha256}.00000000.${'b'.repeat(32)}`]) {
      const cited = await ask({ token })
      assert.deepEqual([cited.matches, cited.checked], [null, false])
    }
    assert.equal((await ask({ receipt })).matches, true, 'a receipt proves itself without the log')
  } finally {
    mend()
  }
})

test('with no operator configured, what only it knows is unchecked', async () => {
  for (const token of [`ext:fact:${CELL}:${FACT}`, FACT, `ext:bundle:${'a'.repeat(26)}`]) {
    const cited = await ask({ token, claimed_value: 1 })
    assert.deepEqual([cited.matches, cited.checked, cited.drift], [null, false, null])
    assert.match(cited.reason, /no external operator is configured/)
  }
})

test('a receipt of the external log needs the schema it is taken under', needsVectors, async () => {
  const external = realReceipt('v2-01KZR412YDTXFV5WVNZ9VYA5H7')
  const refused = await stand.post(ROUTE, { receipt: external })
  assert.equal(refused.status, 400)
  assert.match(refused.body.reason, /^schema_cid: needed/)
  const cited = await ask({ receipt: external, schema_cid: external.schema_cid })
  assert.deepEqual([cited.matches, cited.checked, cited.signer], [true, true, 'ext'])
  const other = await ask({ receipt: external, schema_cid: 'd'.repeat(52) })
  assert.equal(other.matches, false)
  assert.match(other.reason, /schema/)
})

test('the fix for a missing schema_cid works as it stands', needsVectors, async () => {
  const external = realReceipt('v2-01KZR412YDTXFV5WVNZ9VYA5H7')
  const { body } = await stand.post(ROUTE, { receipt: external })
  assert.equal((await stand.post(ROUTE, body.fix.body)).status, 200)
})

test(
  'a value claimed of an external receipt was not compared, so nothing matches and nothing drifts',
  needsVectors,
  async () => {
    const external = realReceipt('v2-01KZR412YDTXFV5WVNZ9VYA5H7')
    const cited = await ask({ receipt: external, schema_cid: external.schema_cid, claimed_value: 918 })
    assert.deepEqual([cited.matches, cited.drift], [null, null])
    assert.match(cited.reason, /nothing was compared/)
  },
)

test('against a stand-in for the operator', needsVectors, async (t) => {
  const operator: MockOperator = await mockOperator(t)
  const asking = await startStand({ EXT_URL: operator.url, EXT_PUBKEY: PUBLIC_KEY })
  t.after(() => asking.stop())
  const cite = async (body: unknown) => (await asking.post(ROUTE, body)).body
  const { token } = facts()[0]!

  await t.test('a fact matches, with its value to the letter', async () => {
    const cited = await cite({ token })
    assert.deepEqual([cited.matches, cited.checked, cited.value_verbatim, cited.signer], [true, true, '918.0', 'ext'])
  })
  await t.test('a claimed value that differs has drifted by the difference', async () => {
    const cited = await cite({ token, claimed_value: 920.5 })
    assert.equal(cited.matches, false)
    assert.deepEqual(cited.drift, { drifted: true, claimed: 920.5, resolved: 918, difference: 2.5, differs: [''] })
    assert.equal((await cite({ token, claimed_value: 918 })).drift.drifted, false)
  })
  await t.test('the right content id under the wrong cell does not match', async () => {
    const cited = await cite({ token: `ext:fact:defi.zb400.bafi.baba:${FACT}` })
    assert.deepEqual([cited.matches, cited.checked], [false, true])
  })
  await t.test('a fact the operator does not know is null, and was checked', async () => {
    const cited = await cite({ token: `ext:fact:${CELL}:${'a'.repeat(52)}` })
    assert.deepEqual([cited.matches, cited.checked], [null, true])
  })
  await t.test('a bundle is its citations', async () => {
    const { fact_cid, json: fact } = facts()[0]!
    const citations = [{ cell: CELL, band: fact.band as string, resolved_tslot: 0, fact_cid }]
    const cid = bundleCid({ purpose: 'visit', citations }, 'emem')
    const answer = { citations, purpose: 'visit', receipt: realReceipt('v2-01KZR23XN74S2K7JC5XRV8C634') }
    operator.answers.set(`/v1/memory_bundle/emem:bundle:${cid}`, json(answer))
    const cited = await cite({ token: `ext:bundle:${cid}`, claimed_value: citations })
    assert.deepEqual([cited.matches, cited.checked, cited.signer, cited.drift.drifted], [true, true, 'ext', false])
  })
  await t.test('an operator that is down leaves everything unchecked', async () => {
    operator.answers.set(`/v1/facts/${FACT}`, json({}, 500))
    const cited = await cite({ token, claimed_value: 918 })
    assert.deepEqual([cited.matches, cited.checked, cited.drift], [null, false, null])
  })
})
