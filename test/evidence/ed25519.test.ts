import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { verifyEd25519 } from '../../src/evidence/ed25519.ts'
import type { Primitives } from '../../src/evidence/primitives.ts'
import { sodiumPrimitives } from '../../src/evidence/signatures/sodium.ts'
import { webcryptoPrimitives } from '../../src/evidence/signatures/webcrypto.ts'
import { needsShared, sharedData } from '../support/needs.ts'
import { cctvCases, rfc8032Cases, type SignatureCase, wycheproofCases } from './signature-cases.ts'

const IMPLEMENTATIONS: Record<string, Primitives> = { sodium: sodiumPrimitives, WebCrypto: webcryptoPrimitives }

async function disagreements(cases: SignatureCase[], primitives: Primitives): Promise<string[]> {
  const verdicts = await Promise.all(
    cases.map(async ({ publicKey, message, signature }) => verifyEd25519(publicKey, message, signature, primitives)),
  )
  return cases.filter(({ valid }, index) => verdicts[index] !== valid).map(({ name }) => name)
}

for (const [name, primitives] of Object.entries(IMPLEMENTATIONS)) {
  test(`${name} verifies what RFC 8032 signed`, needsShared('vectors/rfc8032'), async () => {
    const cases = rfc8032Cases()
    assert.ok(cases.length >= 4)
    assert.deepEqual(await disagreements(cases, primitives), [])
  })

  test(`${name} accepts and rejects as Wycheproof does`, needsShared('vectors/wycheproof'), async () => {
    const cases = wycheproofCases()
    assert.equal(cases.length, 151)
    assert.deepEqual(await disagreements(cases, primitives), [])
  })

  test(`${name} agrees with strict verification on all CCTV vectors`, needsShared('vectors/cctv-ed25519'), async () => {
    const cases = cctvCases()
    assert.equal(cases.length, 914)
    assert.ok(cases.some(({ valid }) => valid))
    assert.deepEqual(await disagreements(cases, primitives), [])
  })

  test(`${name}: every weak key and every weak R is refused`, needsShared('vectors/cctv-ed25519'), async () => {
    const encodings: string[] = JSON.parse(
      readFileSync(`${sharedData}vectors/cctv-ed25519/small-order-encodings.json`, 'utf8'),
    )
    assert.equal(encodings.length, 14)
    const identity = Buffer.from('01'.padEnd(64, '0'), 'hex')
    const zeroS = new Uint8Array(32)
    const message = new TextEncoder().encode('anything at all')
    for (const encoding of encodings) {
      const point = Buffer.from(encoding, 'hex')
      assert.equal(await verifyEd25519(point, message, Buffer.concat([identity, zeroS]), primitives), false)
      assert.equal(await verifyEd25519(point, message, Buffer.concat([point, zeroS]), primitives), false)
    }
  })
}

const L = (1n << 252n) + 27742317777372353535851937790883648493n
const littleEndian = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
const thirtyTwoBytes = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()

test('one signature has one form', needsShared('vectors/rfc8032'), async () => {
  const { publicKey, message, signature } = rfc8032Cases()[1]!
  const check = (key: Uint8Array, sig: Uint8Array) => verifyEd25519(key, message, sig, sodiumPrimitives)
  assert.equal(await check(publicKey, signature), true)

  const s = littleEndian(signature.subarray(32))
  assert.equal(
    await check(publicKey, Buffer.concat([signature.subarray(0, 32), thirtyTwoBytes(s + L)])),
    false,
    'S + L',
  )
  for (const length of [0, 63, 65, 96]) {
    const resized = Buffer.alloc(length)
    resized.set(signature.subarray(0, length))
    assert.equal(await check(publicKey, resized), false, `${length} bytes`)
  }
  for (const length of [0, 31, 33]) {
    const resized = Buffer.alloc(length)
    resized.set(publicKey.subarray(0, length))
    assert.equal(await check(resized, signature), false, `key of ${length} bytes`)
  }
  assert.equal(await check(new Uint8Array(32), new Uint8Array(64)), false, 'all zeros')
  for (let y = 0n; y < 19n; y++) {
    const beyondPrime = thirtyTwoBytes((1n << 255n) - 19n + y)
    assert.equal(await check(beyondPrime, signature), false, 'y >= p as key')
    assert.equal(await check(publicKey, Buffer.concat([beyondPrime, signature.subarray(32)])), false, 'y >= p as R')
  }
})
