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
  return write(value, 0, true)
}

export function canonicalBytes(value: unknown): Uint8Array {
  return encoder.encode(write(value, 0, true))
}

/** RFC 8785 as it stands, for documents whose rules are not ours (agent cards). */
export function rfc8785(value: unknown): string {
  return write(value, 0, false)
}

const encoder = new TextEncoder()
const NEEDS_CARE = /["\\\u0000-\u001f\ud800-\udfff]/

function write(value: unknown, depth: number, exactIntegers: boolean): string {
  switch (typeof value) {
    case 'string':
      return quote(value)
    case 'number':
      return number(value, exactIntegers)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      if (depth === MAX_DEPTH) throw new NotCanonical('too_deep', `nested deeper than ${MAX_DEPTH} levels`)
      return Array.isArray(value) ? array(value, depth, exactIntegers) : object(value, depth, exactIntegers)
    default:
      throw new NotCanonical('not_json', `${typeof value} has no JSON form`)
  }
}

function quote(text: string): string {
  if (!NEEDS_CARE.test(text)) return `"${text}"`
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

function array(items: unknown[], depth: number, exactIntegers: boolean): string {
  let text = '['
  for (let i = 0; i < items.length; i++) {
    if (i > 0) text += ','
    text += write(items[i], depth + 1, exactIntegers)
  }
  return `${text}]`
}

function object(members: object, depth: number, exactIntegers: boolean): string {
  const prototype = Object.getPrototypeOf(members)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new NotCanonical('not_json', `${members.constructor?.name ?? 'an object of a class'} has no JSON form`)
  }
  const names = sorted(Object.keys(members))
  let text = '{'
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!
    if (i > 0) text += ','
    text += `${quote(name)}:${write((members as Record<string, unknown>)[name], depth + 1, exactIntegers)}`
  }
  return `${text}}`
}

/** By UTF-16 code units, which is what comparing strings does here. */
function sorted(names: string[]): string[] {
  for (let i = 1; i < names.length; i++) if (names[i - 1]! > names[i]!) return names.sort()
  return names
}
