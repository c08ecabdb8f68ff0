import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXAMPLE } from '../../src/routes/produce/example.ts'
import { startTestService } from '../support/service.ts'
import { canonical, keyNamed, proofHolds, sha256, signatureHolds } from '../trust/plain-verifier.ts'

test('the recipe of a measured photograph to the letter: steps 1 to 4 with the service stopped', async (t) => {
  const service = await startTestService()
  const { body: reply } = await service.post('/api/produce/measure', EXAMPLE.input)
  const { body: keyFile } = await service.get('/.well-known/svc.json')
  await service.stop()
  await assert.rejects(fetch(`${service.url}/api/health`), 'nobody is left to ask')
  const photograph = Buffer.from(EXAMPLE.input.image_base64, 'base64')
  const { receipt, verify } = reply
  const { payload } = receipt

  assert.deepEqual(
    verify.steps.map(({ n, needs_us }: { n: number; needs_us: boolean }) => [n, needs_us]),
    [1, 2, 3, 4, 5].map((n) => [n, n === 5]),
  )
  await t.test('step 1: the canonical payload hashes to payload_sha256', () => {
    assert.equal(sha256(canonical(payload)).toString('hex'), receipt.payload_sha256)
  })
  await t.test('step 2: the kid is in the key file, and the envelope repeats the payload', () => {
    assert.ok(keyNamed(keyFile, receipt.kid))
    for (const member of ['schema', 'kid', 'signer', 'signed_at']) assert.equal(receipt[member], payload[member])
  })
  await t.test('step 3: the signature holds, and no longer with one digit changed', () => {
    const key = keyNamed(keyFile, receipt.kid)!
    const signature = Buffer.from(receipt.signature_b64, 'base64')
    assert.ok(signatureHolds(key, canonical(payload), signature))
    const forged = structuredClone(payload)
    forged.metric.length.mm += 0.01
    assert.ok(!signatureHolds(key, canonical(forged), signature))
  })
  await t.test(
    'step 4: every hash is that of my bytes, every number the one I was given, and the proof leads to a head',
    () => {
      const hashes = Object.keys(payload).filter((name) => name.endsWith('_sha256'))
      assert.deepEqual(hashes, ['image_sha256'])
      assert.equal(payload.image_sha256, sha256(photograph).toString('hex'))
      const { asked, image_sha256, time_bound, schema, kid, signer, signed_at, ...answered } = payload
      for (const [name, value] of Object.entries(answered)) {
        const given = name === 'regulation' ? reply.regulation.name : reply[name]
        if (name === 'image')
          for (const [part, stated] of Object.entries(value as object)) assert.equal(given[part], stated)
        else assert.deepEqual(value, given, name)
      }
      assert.deepEqual([asked.mm_per_px, asked.scale_basis], [EXAMPLE.input.mm_per_px, EXAMPLE.input.scale_basis])
      assert.ok(proofHolds(receipt.payload_sha256, receipt.log, keyFile))
    },
  )
})
