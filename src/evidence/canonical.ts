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
  return isInOrder(value, 0, true) ? JSON.stringify(value) : write(value, 0, true)
}

export function canonicalBytes(value: unknown): Uint8Array {
  return encoder.encode(canonicalize(value))
}

/** RFC 8785 as it stands, for documents whose rules are not ours (agent cards). */
export function rfc8785(value: unknown): string {
  return isInOrder(value, 0, false) ? JSON.stringify(value) : write(value, 0, false)
}

const encoder = new TextEncoder()

/** Receipts leave in canonical order; where that order is still kept, JSON.stringify writes the canonical text, and faster. */
function isInOrder(value: unknown, depth: number, exactIntegers: boolean): boolean {
  if (typeof value === 'string') {
    mustBeText(value)
    return true
  }
  if (typeof value === 'number') {
    mustBeNumber(value, exactIntegers)
    return true
  }
  if (!isNested(value, depth)) return true
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isInOrder(value[i], depth + 1, exactIntegers)) return false
    return true
  }
  const members = value as Record<string, unknown>
  const names = Object.keys(members)
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!
    if (i > 0 && names[i - 1]! > name) return false
    mustBeText(name)
    if (!isInOrder(members[name], depth + 1, exactIntegers)) return false
  }
  return true
}

function write(value: unknown, depth: number, exactIntegers: boolean): string {
  if (typeof value === 'string') {
    mustBeText(value)
    return JSON.stringify(value)
  }
  if (typeof value === 'number') {
    mustBeNumber(value, exactIntegers)
    return String(value)
  }
  if (!isNested(value, depth)) return String(value)
  if (Array.isArray(value)) {
    return `[${Array.from(value, (item) => write(item, depth + 1, exactIntegers)).join(',')}]`
  }
  const members = value as Record<string, unknown>
  // By UTF-16 code units, which is what sorting strings does here.
  const names = Object.keys(members).sort()
  const text = (name: string) =>
    `${write(name, depth, exactIntegers)}:${write(members[name], depth + 1, exactIntegers)}`
  return `{${names.map(text).join(',')}}`
}

function mustBeText(text: string): void {
  if (!text.isWellFormed()) throw new NotCanonical('lone_surrogate', 'a string holds half of a surrogate pair')
}

function mustBeNumber(value: number, exactIntegers: boolean): void {
  if (!Number.isFinite(value)) throw new NotCanonical('not_finite', `${value} has no JSON form`)
  if (exactIntegers && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new NotCanonical('unsafe_integer', `the integer ${value} is beyond 2^53: send it as a string`)
  }
}

/** A list or an object that may stand at this depth; false for the three literals; all else throws. */
function isNested(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'boolean') return false
  if (typeof value !== 'object') throw new NotCanonical('not_json', `${typeof value} has no JSON form`)
  if (depth === MAX_DEPTH) throw new NotCanonical('too_deep', `nested deeper than ${MAX_DEPTH} levels`)
  if (Array.isArray(value)) return true
  const prototype = Object.getPrototypeOf(value)
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return true
  throw new NotCanonical('not_json', 'an object of a class has no JSON form')
}
