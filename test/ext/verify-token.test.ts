import assert from 'node:assert/strict'
import test from 'node:test'
import { bundleCid } from '../../src/evidence/ext/bundle.ts'
import { type ExtToken, parseToken } from '../../src/evidence/tokens.ts'
import type { Operator } from '../../src/external/operator.ts'
import { verifyToken } from '../../src/external/verify-token.ts'
import { facts, json, mockOperator, operatorAt, raw, realReceipt, resolution } from './mock-operator.ts'
import { needsVectors } from './vectors.ts'

function verify(text: string, operator: Operator, claimedValue?: unknown) {
  const { token } = parseToken(text)
  assert.ok(token)
  return verifyToken(token as ExtToken, { claimedValue }, operator)
}

test('a cited fact matches, with its value to the letter', needsVectors, async (t) => {
  const { url } = await mockOperator(t)
  const { operator } = operatorAt(t, url)
  for (const { token, upstream_token, fact_cid, json: fact } of facts()) {
    for (const text of [token, upstream_token, fact_cid]) {
      const verdict = await verify(text, operator)
      assert.equal(verdict.matches, true, verdict.reason!)
      assert.equal(verdict.checked, true)
      assert.equal(Number(verdict.value_verbatim), fact.value)
      assert.equal(verdict.signer, 'ext')
      assert.equal(verdict.drift, null)
      assert.equal(verdict.reason, null)
    }
  }
})

test('the right content id under the wrong cell does not match', needsVectors, async (t) => {
  const { url } = await mockOperator(t)
  const { fact_cid } = facts()[0]!
  const verdict = await verify(`ext:fact:defi.zb400.bafi.baba:${fact_cid}`, operatorAt(t, url).operator)
  assert.equal(verdict.matches, false)
  assert.equal(verdict.value_verbatim, null)
})

test('a claimed value is held against the resolved one', needsVectors, async (t) => {
  const { url } = await mockOperator(t)
  const { operator } = operatorAt(t, url)
  const { token } = facts()[0]!
  for (const same of [918, '918.0']) {
    const verdict = await verify(token, operator, same)
    assert.equal(verdict.matches, true)
    assert.equal(verdict.drift?.drifted, false)
  }
  const drifted = await verify(token, operator, 920.5)
  assert.equal(drifted.matches, false)
  assert.deepEqual(drifted.drift, { drifted: true, claimed: 920.5, resolved: 918, difference: 2.5, differs: [''] })
  assert.equal(drifted.value_verbatim, '918.0')
  for (const other of [null, '918', { value: 918 }, [918], true]) {
    assert.equal((await verify(token, operator, other)).matches, false, JSON.stringify(other))
  }
})

test('unreachable is null and not checked, whatever was claimed', needsVectors, async (t) => {
  const verdict = await verify(facts()[0]!.token, operatorAt(t, null).operator, 918)
  assert.deepEqual(verdict, {
    matches: null,
    checked: false,
    value_verbatim: null,
    drift: null,
    signer: null,
    reason: 'no external operator is configured',
  })
})

test('a fact that the operator does not know is null, but it was asked', needsVectors, async (t) => {
  const { url } = await mockOperator(t)
  const verdict = await verify('d24rgwlq47a5ism5vkkbiuav3wi2voewqqgy4x4ttnhdnzziyfkq', operatorAt(t, url).operator)
  assert.deepEqual([verdict.matches, verdict.checked], [null, true])
})

test('wrong bytes for an id never match', needsVectors, async (t) => {
  const { url, answers } = await mockOperator(t)
  const [fact, other] = facts()
  answers.set(`/v1/facts/${fact!.fact_cid}`, raw(Buffer.from(other!.canonical_cbor_hex, 'hex')))
  const verdict = await verify(fact!.token, operatorAt(t, url).operator, 918)
  assert.deepEqual([verdict.matches, verdict.value_verbatim, verdict.drift], [false, null, null])
})

test('the committed bytes decide the value, not what the resolver spells', needsVectors, async (t) => {
  const { url, answers } = await mockOperator(t)
  const { operator } = operatorAt(t, url)
  for (const lie of ['999.0', 'not a number', '']) {
    answers.set('/v1/memory_token/resolve', json(resolution(0, { value_verbatim: lie })))
    assert.equal((await verify(facts()[0]!.token, operator)).value_verbatim, '918.0')
  }
})

test('without a signature by the pinned key the bytes match, and nobody vouches', needsVectors, async (t) => {
  const { url, answers } = await mockOperator(t)
  answers.set('/v1/memory_token/resolve', json({}, 500))
  const verdict = await verify(facts()[0]!.token, operatorAt(t, url).operator)
  assert.deepEqual([verdict.matches, verdict.signer, verdict.value_verbatim], [true, null, '918.0'])
  assert.match(verdict.reason!, /no signature vouches/)
})

test('a bundle matches by its own id, and its citations are its value', needsVectors, async (t) => {
  const { url, answers } = await mockOperator(t)
  const { operator } = operatorAt(t, url)
  const { fact_cid, json: fact } = facts()[0]!
  const citations = [{ cell: fact.cell as string, band: fact.band as string, resolved_tslot: 0, fact_cid }]
  const cid = bundleCid({ purpose: 'visit', citations }, 'emem')
  const answer = { citations, purpose: 'visit', receipt: realReceipt('v2-01KZR23XN74S2K7JC5XRV8C634') }
  answers.set(`/v1/memory_bundle/emem:bundle:${cid}`, json(answer))
  const verdict = await verify(`emem:bundle:${cid}`, operator, citations)
  assert.deepEqual([verdict.matches, verdict.signer, verdict.drift?.drifted], [true, 'ext', false])
  const changed = await verify(`ext:bundle:${cid}`, operator, [{ ...citations[0], resolved_tslot: 1 }])
  assert.equal(changed.matches, false)
  assert.deepEqual(changed.drift?.differs, ['/0/resolved_tslot'])
})
