import { readFileSync } from 'node:fs'
import { sharedData } from '../support/needs.ts'

export interface SignatureCase {
  name: string
  publicKey: Uint8Array
  message: Uint8Array
  signature: Uint8Array
  valid: boolean
}

const vectors = (path: string) => JSON.parse(readFileSync(`${sharedData}vectors/${path}`, 'utf8'))
const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))

export function rfc8032Cases(): SignatureCase[] {
  return vectors('rfc8032/ed25519.json').map((v: Record<'name' | 'pk' | 'msg' | 'sig', string>) => ({
    name: v.name,
    publicKey: hex(v.pk),
    message: hex(v.msg),
    signature: hex(v.sig),
    valid: true,
  }))
}

interface WycheproofGroup {
  publicKey: { pk: string }
  tests: { tcId: number; comment: string; msg: string; sig: string; result: string }[]
}

export function wycheproofCases(): SignatureCase[] {
  return vectors('wycheproof/ed25519_test.json').testGroups.flatMap(({ publicKey, tests }: WycheproofGroup) =>
    tests.map(({ tcId, comment, msg, sig, result }) => ({
      name: `${tcId} ${comment}`,
      publicKey: hex(publicKey.pk),
      message: hex(msg),
      signature: hex(sig),
      valid: result === 'valid',
    })),
  )
}

/** Strict verification refuses small-order points, second encodings, and whatever only the cofactor would let pass. */
const STRICTLY_REFUSED = ['low_order_A', 'low_order_R', 'non_canonical_A', 'non_canonical_R', 'low_order_residue']

export function cctvCases(): SignatureCase[] {
  return vectors('cctv-ed25519/ed25519vectors.json').map(
    (v: { number: number; key: string; sig: string; msg: string; flags: string[] | null }) => ({
      name: `${v.number} ${v.flags?.join(' ')}`,
      publicKey: hex(v.key),
      message: new TextEncoder().encode(v.msg),
      signature: hex(v.sig),
      valid: !v.flags?.some((flag) => STRICTLY_REFUSED.includes(flag)),
    }),
  )
}
