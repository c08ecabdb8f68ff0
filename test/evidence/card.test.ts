import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import fc from 'fast-check'
import { rfc8785 } from '../../src/evidence/canonical.ts'
import { signCard, verifyCard } from '../../src/evidence/card.ts'
import { a2aNormalForm } from '../../src/evidence/card-normal-form.ts'
import { encodeBase64url } from '../../src/evidence/encoding.ts'
import { signingInput } from '../../src/evidence/jws.ts'
import type { PublishedKeys } from '../../src/evidence/keys.ts'
import { sodiumPrimitives } from '../../src/evidence/signatures/sodium.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import { ours, published, stranger } from './witness.ts'

const card = {
  name: 'Witnessmark',
  description: 'Measures and signs.',
  version: '2.1.0',
  protocolVersion: '0.3.0',
  url: 'https://svc.example/api/a2a',
  preferredTransport: 'JSONRPC',
  security: [{ bearer: [] }],
  supportedInterfaces: [{ url: 'https://svc.example/api/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: false, pushNotifications: false, extensions: [{ uri: 'urn:x', required: false }] },
  securitySchemes: { bearer: { type: 'http', httpAuthSecurityScheme: { scheme: 'bearer', bearerFormat: '' } } },
  defaultInputModes: ['application/json'],
  defaultOutputModes: ['application/json'],
  skills: [{ id: 'decide', name: 'Decide', description: 'Ranks.', tags: ['rank'], examples: [] }],
}
const signed = signCard(card, ours)
const verify = (value: unknown) => verifyCard(value, published, sodiumPrimitives)

const encoded = (header: unknown) => encodeBase64url(new TextEncoder().encode(JSON.stringify(header)))
const rebuilt = (header: unknown, signer = ours) => {
  const protectedPart = encoded(header)
  const signature = encodeBase64url(signer.sign(signingInput(protectedPart, rfc8785(card))))
  return { ...card, signatures: [{ protected: protectedPart, signature }] }
}
const usual = { alg: 'EdDSA', kid: ours.kid, typ: 'JOSE' }

test('our card holds over its whole, and over the part the A2A SDK looks at', async () => {
  const verdict = await verify(signed)
  assert.equal(verdict.valid, true)
  assert.equal(verdict.signed, true)
  assert.equal(verdict.kid, ours.kid)
  assert.equal(verdict.alg, 'EdDSA')
  assert.deepEqual(
    verdict.checks.map(({ covers }) => covers),
    ['the whole card', 'the A2A 1.0 members'],
  )
  assert.deepEqual(JSON.parse(Buffer.from(signed.signatures[0]!.protected, 'base64url').toString()), usual)
})

test('the normal form is the one that @a2a-js/sdk 1.3.0 computed for this card', () => {
  assert.equal(
    rfc8785(a2aNormalForm(signed)),
    '{"capabilities":{"extensions":[{"uri":"urn:x"}],"pushNotifications":false,"streaming":false},' +
      '"defaultInputModes":["application/json"],"defaultOutputModes":["application/json"],' +
      '"description":"Measures and signs.","name":"Witnessmark",' +
      '"securitySchemes":{"bearer":{"httpAuthSecurityScheme":{"scheme":"bearer"}}},' +
      '"skills":[{"description":"Ranks.","id":"decide","name":"Decide","tags":["rank"]}],' +
      '"supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","url":"https://svc.example/api/a2a"}],' +
      '"version":"2.1.0"}',
  )
})

test('a changed member is false, also one that the SDK does not look at', async () => {
  assert.equal((await verify({ ...signed, name: 'Other' })).valid, false)
  assert.equal((await verify({ ...signed, url: 'https://evil.example' })).valid, false)
  assert.equal((await verify({ ...signed, added: true })).valid, false)
})

test('a card signed by another party is null, never false, and its jku is shown', async () => {
  const theirs = rebuilt({ alg: 'ES256', kid: stranger.kid, jku: 'https://stranger.example/jwks.json' }, stranger)
  const verdict = await verify({ ...theirs, name: 'changed since' })
  assert.equal(verdict.valid, null)
  assert.equal(verdict.signed, true)
  assert.equal(verdict.jku, 'https://stranger.example/jwks.json')
})

test('a stranger’s signature beside ours changes nothing', async () => {
  const both = {
    ...signed,
    signatures: [...rebuilt({ ...usual, kid: 'x' }, stranger).signatures, ...signed.signatures],
  }
  assert.equal((await verify(both)).valid, true)
})

test('the SDK’s signature alone does not vouch for the whole card', async () => {
  const verdict = await verify({ ...signed, signatures: [signed.signatures[1]] })
  assert.equal(verdict.valid, null)
  assert.match(verdict.reason, /only a part/)
})

const first = signed.signatures[0]!
const CASES: [what: string, card: unknown, valid: boolean | null][] = [
  ['the usual header', rebuilt(usual), true],
  ['alg none', rebuilt({ ...usual, alg: 'none' }), false],
  ['alg HS256', rebuilt({ ...usual, alg: 'HS256' }), false],
  ['alg ES256', rebuilt({ ...usual, alg: 'ES256' }), false],
  ['no alg', rebuilt({ kid: ours.kid }), false],
  ['b64 false', rebuilt({ ...usual, b64: false, crit: ['b64'] }), false],
  ['an unknown crit', rebuilt({ ...usual, crit: ['exp'], exp: 1 }), false],
  ['an embedded jwk', rebuilt({ ...usual, jwk: { kty: 'OKP' } }), false],
  ['an embedded jwk by a stranger', rebuilt({ ...usual, jwk: { kty: 'OKP' } }, stranger), false],
  ['our kid by a stranger', rebuilt(usual, stranger), false],
  ['another kid', rebuilt({ ...usual, kid: 'svc-1999-01' }), null],
  ['a list of kids', rebuilt({ ...usual, kid: [ours.kid] }), null],
  ['no kid', rebuilt({ alg: 'EdDSA' }), null],
  ['a header of no object', rebuilt([usual]), null],
  ['a padded header', { ...card, signatures: [{ ...first, protected: `${first.protected}=` }] }, null],
  ['a padded signature', { ...card, signatures: [{ ...first, signature: `${first.signature}==` }] }, false],
  ['a signature of 63 bytes', { ...card, signatures: [{ ...first, signature: first.signature.slice(0, -2) }] }, false],
  ['an unsigned header', { ...card, signatures: [{ ...first, header: { kid: 'x' } }] }, false],
  [
    'a header with its kid twice',
    {
      ...card,
      signatures: [
        { ...first, protected: Buffer.from(`{"alg":"EdDSA","kid":"x","kid":"${ours.kid}"}`).toString('base64url') },
      ],
    },
    null,
  ],
  ['no signatures', card, null],
  ['an empty list of signatures', { ...card, signatures: [] }, null],
  ['signatures that are none', { ...card, signatures: [null, 1, 'x', {}] }, null],
  ['a thousand signatures', { ...card, signatures: Array(1000).fill(first) }, null],
]

for (const [what, value, valid] of CASES) {
  test(`a card with ${what} is ${valid}`, async () => {
    const verdict = await verify(value)
    assert.equal(verdict.valid, valid)
    assert.ok(verdict.reason)
  })
}

test('no JSON value makes it throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(...Object.keys(signed)), async (value, name) => {
      assert.equal((await verify(value)).valid, null)
      const verdict = await verify({ ...signed, [name]: value })
      if (verdict.valid) assert.equal(rfc8785({ ...signed, [name]: value }), rfc8785(signed))
    }),
    { seed: 7, numRuns: 300 },
  )
})

test('the signature of RFC 8037 verifies, and the one of RFC 7797 is refused', needsShared('vectors/jws'), async () => {
  const { rfc8037_A4, rfc7797_s4_2 } = JSON.parse(readFileSync(`${sharedData}vectors/jws/detached.json`, 'utf8'))
  const input = signingInput(rfc8037_A4.protected, rfc8037_A4.payload_utf8)
  const publicKey = new Uint8Array(Buffer.from(rfc8037_A4.jwk.x, 'base64url'))
  const signature = new Uint8Array(Buffer.from(rfc8037_A4.signature, 'base64url'))
  assert.equal(await sodiumPrimitives.verifySignature(publicKey, input, signature), true)
  const entry = { protected: rfc7797_s4_2.protected, signature: rfc7797_s4_2.signature }
  assert.equal((await verify({ ...card, signatures: [entry] })).valid, null)
})

interface WycheproofGroup {
  private?: unknown
  public?: unknown
  tests: { tcId: number; jws: unknown }[]
}

for (const file of ['json_web_crypto_test', 'json_web_key_test', 'json_web_signature_test']) {
  test(`nothing in Wycheproof's ${file} verifies as our card`, needsShared('vectors/wycheproof'), async () => {
    const { testGroups } = JSON.parse(readFileSync(`${sharedData}vectors/wycheproof/${file}.json`, 'utf8'))
    let tried = 0
    for (const { tests } of testGroups as WycheproofGroup[]) {
      for (const { tcId, jws } of tests) {
        const parts = typeof jws === 'string' ? jws.split('.') : []
        const entry = typeof jws === 'string' ? { protected: parts[0], signature: parts.at(-1) } : jws
        // Each also under a verifier that holds a key of every kid named, so that no answer rests on an unknown kid.
        for (const keys of [published, holderOf(parts[0])]) {
          const { valid } = await verifyCard({ ...card, signatures: [entry] }, keys, sodiumPrimitives)
          assert.notEqual(valid, true, `${tcId}`)
          tried++
        }
      }
    }
    assert.ok(tried > 0)
  })
}

function holderOf(protectedPart: string | undefined): PublishedKeys {
  let kid: unknown
  try {
    kid = JSON.parse(Buffer.from(protectedPart ?? '', 'base64url').toString()).kid
  } catch {
    return published
  }
  return typeof kid === 'string' ? { ...published, keys: [{ ...published.keys[0]!, kid }] } : published
}
