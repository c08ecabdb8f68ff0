/**
 * One canonical text form of each encoding. Decoding gives undefined for every other spelling of the same bytes:
 * a second accepted spelling would be a second document with the first one's signature.
 */

const HEX = '0123456789abcdef'
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const NOT_A_DIGIT = 255

function digitValues(alphabet: string): Uint8Array {
  const values = new Uint8Array(128).fill(NOT_A_DIGIT)
  for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value
  return values
}

const HEX_VALUES = digitValues(HEX)
const BASE32_VALUES = digitValues(BASE32)
const BASE64_VALUES = digitValues(BASE64)
const BASE64URL_VALUES = digitValues(BASE64URL)
const HEX_BYTES = Array.from({ length: 256 }, (_, byte) => HEX[byte >> 4]! + HEX[byte & 15]!)

function encodeDigits(bytes: Uint8Array, alphabet: string, bitsPerDigit: number): string {
  const mask = (1 << bitsPerDigit) - 1
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff
    bits += 8
    while (bits >= bitsPerDigit) {
      bits -= bitsPerDigit
      text += alphabet[(held >> bits) & mask]
    }
  }
  return bits > 0 ? text + alphabet[(held << (bitsPerDigit - bits)) & mask] : text
}

/** Digits that could not have come from encoding, and trailing bits that are not zero, are refused. */
function decodeDigits(text: string, digits: number, values: Uint8Array, bitsPerDigit: number): Uint8Array | undefined {
  const length = (digits * bitsPerDigit) >> 3
  if (Math.ceil((length * 8) / bitsPerDigit) !== digits) return undefined
  const bytes = new Uint8Array(length)
  let held = 0
  let bits = 0
  let at = 0
  for (let i = 0; i < digits; i++) {
    const code = text.charCodeAt(i)
    const value = code < 128 ? values[code]! : NOT_A_DIGIT
    if (value === NOT_A_DIGIT) return undefined
    held = ((held << bitsPerDigit) | value) & 0xffff
    bits += bitsPerDigit
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = held >> bits
    }
  }
  return (held & ((1 << bits) - 1)) === 0 ? bytes : undefined
}

/** Lowercase. */
export function encodeHex(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i++) text += HEX_BYTES[bytes[i]!]
  return text
}

export function decodeHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0) return undefined
  const bytes = new Uint8Array(text.length / 2)
  return decodeHexInto(text, bytes, 0) ? bytes : undefined
}

/** Writes the bytes where they are wanted: a proof is many hashes, and each copy counts. */
export function decodeHexInto(text: string, target: Uint8Array, at: number): boolean {
  for (let i = 0; i < text.length; i += 2) {
    const high = hexValue(text.charCodeAt(i))
    const low = hexValue(text.charCodeAt(i + 1))
    if (high === NOT_A_DIGIT || low === NOT_A_DIGIT) return false
    target[at++] = (high << 4) | low
  }
  return true
}

function hexValue(code: number): number {
  return code < 128 ? HEX_VALUES[code]! : NOT_A_DIGIT
}

/** Standard alphabet, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  const text = encodeDigits(bytes, BASE64, 6)
  return text + '='.repeat((4 - (text.length % 4)) % 4)
}

export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return decodeDigits(text, text.length - padding, BASE64_VALUES, 6)
}

/** URL alphabet, unpadded. */
export function encodeBase64url(bytes: Uint8Array): string {
  return encodeDigits(bytes, BASE64URL, 6)
}

export function decodeBase64url(text: string): Uint8Array | undefined {
  return decodeDigits(text, text.length, BASE64URL_VALUES, 6)
}

/** RFC 4648 alphabet in lower case, unpadded. */
export function encodeBase32(bytes: Uint8Array): string {
  return encodeDigits(bytes, BASE32, 5)
}

export function decodeBase32(text: string): Uint8Array | undefined {
  return decodeDigits(text, text.length, BASE32_VALUES, 5)
}

/** A SHA-256 as it is written everywhere: 64 lowercase hex digits. */
export function isSha256Hex(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
