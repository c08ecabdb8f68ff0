/** Deeper values are refused: a reader's stack is not ours to test. */
export const MAX_DEPTH = 64

export type NotCanonicalCode = 'not_finite' | 'lone_surrogate' | 'too_deep' | 'unsafe_integer' | 'not_json'

/** A value that has no single canonical text, and therefore cannot be signed or verified. */
export class NotCanonical extends Error {
  override readonly name = 'NotCanonical'
  readonly code: NotCanonicalCode

  constructor(code: NotCanonicalCode, reason: string) {
    super(reason)
    this.code = code
  }
}

/**
 * RFC 8785, less the integers beyond 2^53: several texts parse to one such number, so a signature over it would
 * cover documents that say different things.
 */
export function canonicalize(value: unknown): string {
  return asItStands(value) ?? write(value, 0, true)
}

export function canonicalBytes(value: unknown): Uint8Array {
  return encoder.encode(canonicalize(value))
}

/** RFC 8785 as it stands, for documents whose rules are not ours (agent cards). */
export function rfc8785(value: unknown): string {
  return asItStands(value) ?? write(value, 0, false)
}

const encoder = new TextEncoder()

/**
 * Receipts leave in canonical order. Where that order is kept and nothing is unusual, JSON.stringify writes the canonical
 * text, and faster; a half surrogate shows in it as an escape.
 */
function asItStands(value: unknown): string | undefined {
  if (!isUsual(value, 0)) return undefined
  const text = JSON.stringify(value)
  return text.includes('\\ud') ? undefined : text
}

function isUsual(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
  if (typeof value !== 'object' || depth === MAX_DEPTH) return false
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isUsual(value[i], depth + 1)) return false
    return true
  }
  if (isOfClass(value)) return false
  const members = value as Record<string, unknown>
  const names = Object.keys(members)
  for (let i = 0; i < names.length; i++) {
    if (i > 0 && names[i - 1]! > names[i]!) return false
    if (!isUsual(members[names[i]!], depth + 1)) return false
  }
  return true
}

/** Anything but a plain object, of this realm or another. */
function isOfClass(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype !== null && Object.getPrototypeOf(prototype) !== null
}

function write(value: unknown, depth: number, exactIntegers: boolean): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return number(value, exactIntegers)
  if (typeof value === 'boolean' || value === null) return String(value)
  if (typeof value !== 'object') throw new NotCanonical('not_json', `${typeof value} has no JSON form`)
  if (depth === MAX_DEPTH) throw new NotCanonical('too_deep', `nested deeper than ${MAX_DEPTH} levels`)
  if (Array.isArray(value)) {
    return `[${Array.from(value, (item) => write(item, depth + 1, exactIntegers)).join(',')}]`
  }
  if (isOfClass(value)) throw new NotCanonical('not_json', 'an object of a class has no JSON form')
  const members = value as Record<string, unknown>
  // By UTF-16 code units, which is what sorting strings does here.
  const names = Object.keys(members).sort()
  return `{${names.map((name) => `${quote(name)}:${write(members[name], depth + 1, exactIntegers)}`).join(',')}}`
}

function quote(text: string): string {
  if (!text.isWellFormed()) throw new NotCanonical('lone_surrogate', 'a string holds half of a surrogate pair')
  return JSON.stringify(text)
}

function number(value: number, exactIntegers: boolean): string {
  if (!Number.isFinite(value)) throw new NotCanonical('not_finite', `${value} has no JSON form`)
  if (exactIntegers && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new NotCanonical('unsafe_integer', `the integer ${value} is beyond 2^53: send it as a string`)
  }
  return String(value)
}
