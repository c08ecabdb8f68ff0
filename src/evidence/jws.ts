import { isObject } from '../kernel/json.ts'
import { decodeBase64url, encodeBase64url } from './encoding.ts'
import { parseStrict, SIGNING_RULES } from './strict-json.ts'

/** A detached JWS (RFC 7515 appendix F): the payload is not in it and is put back by who verifies. */
export interface DetachedSignature {
  protected: string
  signature: string
}

export interface ProtectedHeader {
  alg: unknown
  kid: unknown
  jku: unknown
  /** What the header asks of a reader that this one does not do. */
  refused: string | undefined
}

const encoder = new TextEncoder()

export function protectedText(kid: string): string {
  return encodeBase64url(encoder.encode(JSON.stringify({ alg: 'EdDSA', kid, typ: 'JOSE' })))
}

export function signingInput(protectedPart: string, payload: string): Uint8Array {
  return encoder.encode(`${protectedPart}.${encodeBase64url(encoder.encode(payload))}`)
}

/** undefined where there is no protected header that all readers would read alike. */
export function readProtected(text: unknown): ProtectedHeader | undefined {
  const bytes = typeof text === 'string' ? decodeBase64url(text) : undefined
  const header = bytes && parseStrict(bytes, SIGNING_RULES).value
  if (!isObject(header)) return undefined
  return { alg: header.alg, kid: header.kid, jku: header.jku, refused: refusal(header) }
}

/** Keys come from the key file alone: an embedded key is the signer vouching for himself. */
function refusal(header: Record<string, unknown>): string | undefined {
  if (header.alg !== 'EdDSA') return `alg is ${JSON.stringify(header.alg) ?? 'missing'}, and only EdDSA is verified`
  if (header.crit !== undefined) return 'crit asks for an extension that is not understood here'
  if (header.b64 !== undefined) return 'b64 changes what is signed, and is not understood here'
  for (const name of ['jwk', 'x5c']) if (header[name] !== undefined) return `${name} embeds a key, which is never used`
  return undefined
}
