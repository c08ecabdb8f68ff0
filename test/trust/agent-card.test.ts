import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { canonical } from './plain-verifier.ts'
import { type Stand, startStand } from './stand.ts'

const ROUTE = '/api/world-model/verify/agent-card'

let stand: Stand
// biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
let card: any
before(async () => {
  stand = await startStand()
  ;({ body: card } = await stand.get('/.well-known/agent-card.json'))
})
after(() => stand.stop())

const judged = async (body: unknown) => {
  const reply = await stand.post(ROUTE, body)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

const header = (protectedHeader: unknown) => Buffer.from(JSON.stringify(protectedHeader)).toString('base64url')

test('our own card holds, in its wrapper and bare', async () => {
  for (const body of [{ card }, card]) {
    const verdict = await judged(body)
    assert.deepEqual([verdict.valid, verdict.signed, verdict.alg], [true, true, 'EdDSA'])
    assert.equal(verdict.kid, (await stand.get('/api/verify/pubkey')).body.kid)
    assert.ok(verdict.does_not_establish.length > 0)
  }
})

test('the GET answers the recipe, the keys and our own check', async () => {
  const { body } = await stand.get(ROUTE)
  assert.equal(body.self_check.valid, true)
  assert.ok(body.recipe.length >= 4)
  assert.equal(body.jwks.keys[0].kid, body.self_check.kid)
})

test('by hand: a detached JWS over the canonical card, under the key of the jwks', async () => {
  const { body } = await stand.get(ROUTE)
  const { signatures, ...unsigned } = card
  const [{ protected: text, signature }] = signatures
  const { alg, kid, typ } = JSON.parse(Buffer.from(text, 'base64url').toString())
  assert.deepEqual([alg, typ], ['EdDSA', 'JOSE'])
  const jwk = body.jwks.keys.find((key: { kid: string }) => key.kid === kid)
  const message = `${text}.${Buffer.from(canonical(unsigned)).toString('base64url')}`
  const key = createPublicKey({ format: 'jwk', key: jwk })
  assert.ok(verify(null, Buffer.from(message), key, Buffer.from(signature, 'base64url')))
  assert.equal(signatures.length, 2)
})

const SPOILED: [string, (copy: typeof card) => unknown][] = [
  ['another name', (copy) => (copy.name = 'Mallory')],
  ['another address', (copy) => (copy.documentationUrl = 'https://mallory.example')],
  ['a member added', (copy) => (copy.skills = [{ id: 'everything' }])],
  ['a member taken away', (copy) => delete copy.description],
  ['one bit of a signature', ({ signatures: [first] }) => (first.signature = flipped(first.signature))],
  ['padding on a signature', ({ signatures: [first] }) => (first.signature += '==')],
  ['no algorithm', (copy) => reheaded(copy, { alg: 'none' })],
  ['HS256', (copy) => reheaded(copy, { alg: 'HS256' })],
  ['a crit nobody knows', (copy) => reheaded(copy, { crit: ['x'] })],
  ['an unencoded payload', (copy) => reheaded(copy, { b64: false, crit: ['b64'] })],
]

for (const [what, spoil] of SPOILED)
  test(`our card with ${what} is false`, async () => {
    const copy = structuredClone(card)
    spoil(copy)
    const verdict = await judged({ card: copy })
    assert.deepEqual([verdict.valid, verdict.signed], [false, true], verdict.reason)
  })

test('a card signed by another is not judged: its jku is shown, and never fetched', async (t) => {
  let visits = 0
  const server = createServer((_, response) => {
    visits += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const jku = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const text = header({ alg: 'EdDSA', kid: 'other-2026', typ: 'JOSE', jku, jwk: publicKey.export({ format: 'jwk' }) })
  const unsigned = { name: 'Another agent', version: '1.0.0' }
  const message = `${text}.${Buffer.from(canonical(unsigned)).toString('base64url')}`
  const signature = sign(null, Buffer.from(message), privateKey).toString('base64url')
  for (const spoiled of [signature, flipped(signature), '']) {
    const verdict = await judged({ ...unsigned, signatures: [{ protected: text, signature: spoiled }] })
    assert.deepEqual([verdict.valid, verdict.signed, verdict.jku, verdict.kid], [null, true, jku, 'other-2026'])
  }
  assert.equal(visits, 0)
})

test('a card of another that names our kid was not signed by us, and is false', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { kid } = headerOf(card)
  const text = header({ alg: 'EdDSA', kid, typ: 'JOSE' })
  const unsigned = { name: 'Another agent', version: '1.0.0' }
  const message = `${text}.${Buffer.from(canonical(unsigned)).toString('base64url')}`
  const signature = sign(null, Buffer.from(message), privateKey).toString('base64url')
  assert.equal((await judged({ ...unsigned, signatures: [{ protected: text, signature }] })).valid, false)
})

test('an unsigned card, and what is hardly one, is null', async () => {
  for (const odd of [
    { name: 'x' },
    { signatures: [] },
    { signatures: 'x' },
    { signatures: [null] },
    { signatures: [{}] },
  ]) {
    const verdict = await judged({ card: odd })
    assert.equal(verdict.valid, null)
    assert.ok(verdict.reason)
  }
})

test('what is no card at all is refused', async () => {
  for (const body of [{ card: null }, { card: [] }, { card: 'x' }, {}])
    assert.equal((await stand.post(ROUTE, body)).status, 400)
})

function headerOf(signed: typeof card): Record<string, unknown> {
  return JSON.parse(Buffer.from(signed.signatures[0].protected, 'base64url').toString())
}

function reheaded(copy: typeof card, changes: object): void {
  copy.signatures[0].protected = header({ ...headerOf(copy), ...changes })
}

function flipped(b64url: string): string {
  const bytes = Buffer.from(b64url, 'base64url')
  bytes[0]! ^= 1
  return bytes.toString('base64url')
}
