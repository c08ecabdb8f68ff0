/**
 * What JSON.parse hides: it keeps the last of two equal keys, rounds long integers, turns 1e400 into Infinity and lets
 * half surrogates through. JSON.parse does the parsing; this scan looks at the text for what parsing would lose, and
 * jumps over strings, so that a picture in base64 costs one search for its closing quote.
 */
export type JsonProblemCode =
  | 'malformed'
  | 'bom'
  | 'invalid_utf8'
  | 'duplicate_key'
  | 'too_deep'
  | 'unsafe_integer'
  | 'number_overflow'
  | 'lone_surrogate'
  | 'proto_name'

export interface JsonProblem {
  code: JsonProblemCode
  reason: string
  /** JSON pointer of the member at fault, where there is one. */
  path?: string
}

export interface JsonRules {
  maxDepth: number
  /** For what is signed or verified: numbers and strings must mean the same to every reader. */
  forSigning: boolean
  /** A member named __proto__ is copied by some readers and lost by others. */
  refusesProto?: boolean
}

export const SIGNING_RULES: JsonRules = { maxDepth: 64, forSigning: true }

export type Parsed = { value: unknown; problem?: undefined } | { value?: undefined; problem: JsonProblem }

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const BOM = 0xfeff
const QUOTE = 0x22
const SPACE = 0x20
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

export function parseStrict(input: Uint8Array | string, rules: JsonRules): Parsed {
  let text: string
  try {
    text = typeof input === 'string' ? input : decoder.decode(input)
  } catch {
    return refuse('invalid_utf8', 'the bytes are not UTF-8')
  }
  if (text.charCodeAt(0) === BOM) return refuse('bom', 'the text begins with a byte order mark')
  const value = parsed(text)
  if (value !== undefined && !rules.forSigning && isPlain(text, value, rules)) return { value }
  const problem = scan(text, rules)
  if (problem) return { problem }
  return value === undefined ? malformed(text) : { value }
}

/** Undefined is no JSON value, so it can stand for none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function malformed(text: string): { problem: JsonProblem } {
  try {
    JSON.parse(text)
  } catch (error) {
    if (error instanceof Error) return refuse('malformed', error.message)
  }
  return refuse('malformed', 'not JSON')
}

/** As many names in the text as members in the value: then no name stood twice. The usual case, and far the cheapest. */
function isPlain(text: string, value: unknown, rules: JsonRules): boolean {
  const members = countMembers(value, rules.maxDepth, rules.refusesProto === true)
  return members >= 0 && members === countNames(text)
}

/** Minus one where it is deeper than it may be, or has a member that is refused. */
function countMembers(value: unknown, depthLeft: number, refusesProto: boolean): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depthLeft === 0) return -1
  let count = 0
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const inside = countMembers(value[i], depthLeft - 1, refusesProto)
      if (inside < 0) return -1
      count += inside
    }
    return count
  }
  for (const name in value) {
    if (refusesProto && name === '__proto__') return -1
    const inside = countMembers((value as Record<string, unknown>)[name], depthLeft - 1, refusesProto)
    if (inside < 0) return -1
    count += inside + 1
  }
  return count
}

/** Of text that is JSON: a string with a colon after it is a name, and nothing else is. */
function countNames(text: string): number {
  let count = 0
  for (let open = text.indexOf('"'); open >= 0; ) {
    let next = closingQuote(text, open + 1) + 1
    while (text.charCodeAt(next) <= SPACE) next++
    if (text.charCodeAt(next) === COLON) count++
    open = text.indexOf('"', next)
  }
  return count
}

/** The problem alone. A caller who also wants the value uses parseStrict, which reads the text once. */
export function scanJson(input: Uint8Array | string, rules: JsonRules): JsonProblem | undefined {
  return parseStrict(input, rules).problem
}

function refuse(code: JsonProblemCode, reason: string): { problem: JsonProblem } {
  return { problem: { code, reason } }
}

interface Frame {
  /** The first names are compared in a list, further ones through a set; null in an array. */
  names: string[] | null
  seen: Set<string> | null
  expectsName: boolean
  index: number
}

const FEW_NAMES = 12

/** Grammar is left to JSON.parse: on text that is not JSON this may find nothing, and must only come to an end. */
function scan(text: string, rules: JsonRules): JsonProblem | undefined {
  if (rules.forSigning && !text.isWellFormed()) {
    return { code: 'lone_surrogate', reason: 'the text holds half of a surrogate pair' }
  }
  const frames: Frame[] = []
  let frame: Frame | undefined
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = closingQuote(text, at + 1)
        if (end < 0) return { code: 'malformed', reason: 'a string is not closed' }
        const problem = frame?.expectsName
          ? noteName(frame, frames, text, at, end, rules)
          : rules.forSigning && checkString(frames, text, at, end)
        if (problem) return problem
        at = end
        break
      }
      case OPEN_OBJECT:
      case OPEN_ARRAY: {
        if (frames.length === rules.maxDepth) {
          return { code: 'too_deep', reason: `nested deeper than ${rules.maxDepth} levels` }
        }
        const isObject = text.charCodeAt(at) === OPEN_OBJECT
        frame = { names: isObject ? [] : null, seen: null, expectsName: isObject, index: 0 }
        frames.push(frame)
        break
      }
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        frames.pop()
        frame = frames.at(-1)
        break
      case COMMA:
        if (frame) {
          frame.index++
          frame.expectsName = frame.names !== null
        }
        break
      default:
        if (rules.forSigning && isNumeric(text.charCodeAt(at))) {
          const end = numberEnd(text, at)
          const problem = checkNumber(frames, text.slice(at, end))
          if (problem) return problem
          at = end - 1
        }
    }
  }
  return undefined
}

/** A quote is escaped when an odd run of backslashes stands before it. */
function closingQuote(text: string, from: number): number {
  let quote = text.indexOf('"', from)
  while (quote >= 0) {
    let before = quote
    while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before--
    if ((quote - before) % 2 === 0) return quote
    from = quote + 1
    quote = text.indexOf('"', from)
  }
  return -1
}

function unescaped(text: string, open: number, close: number): string | undefined {
  const raw = text.slice(open + 1, close)
  if (!raw.includes('\\')) return raw
  try {
    return JSON.parse(`"${raw}"`)
  } catch {
    return undefined
  }
}

function noteName(
  frame: Frame,
  frames: Frame[],
  text: string,
  open: number,
  close: number,
  rules: JsonRules,
): JsonProblem | undefined {
  frame.expectsName = false
  const names = frame.names!
  const name = unescaped(text, open, close)
  if (name === undefined) return { code: 'malformed', reason: 'a member name has a bad escape', path: pointer(frames) }
  if (rules.refusesProto && name === '__proto__') {
    return {
      code: 'proto_name',
      reason: 'a member is named __proto__, which readers of JSON lose',
      path: pointer(frames),
    }
  }
  if (names.length === FEW_NAMES) frame.seen = new Set(names)
  const repeated = frame.seen ? frame.seen.has(name) : names.includes(name)
  frame.seen?.add(name)
  names.push(name)
  if (repeated) {
    return { code: 'duplicate_key', reason: `the member ${JSON.stringify(name)} stands twice`, path: pointer(frames) }
  }
  return rules.forSigning && !name.isWellFormed() ? halfPair(frames) : undefined
}

function checkString(frames: Frame[], text: string, open: number, close: number): JsonProblem | undefined {
  const value = unescaped(text, open, close)
  return value === undefined || value.isWellFormed() ? undefined : halfPair(frames)
}

function halfPair(frames: Frame[]): JsonProblem {
  return { code: 'lone_surrogate', reason: 'a string holds half of a surrogate pair', path: pointer(frames) }
}

function isNumeric(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d
}

/** Digits, sign, point and exponent; what is not a number after all is JSON.parse's to refuse. */
function numberEnd(text: string, from: number): number {
  let at = from + 1
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const belongs = isNumeric(code) || code === 0x2b || code === 0x2e || code === 0x45 || code === 0x65
    if (!belongs) break
  }
  return at
}

/** An integer must be one that no other integer rounds to. */
function checkNumber(frames: Frame[], literal: string): JsonProblem | undefined {
  const value = Number(literal)
  if (Number.isNaN(value)) return { code: 'malformed', reason: 'a number is malformed', path: pointer(frames) }
  const shown = literal.length > 40 ? `${literal.slice(0, 40)}…` : literal
  if (!Number.isFinite(value)) {
    return { code: 'number_overflow', reason: `${shown} is beyond every double`, path: pointer(frames) }
  }
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return { code: 'unsafe_integer', reason: `the integer ${shown} is beyond 2^53`, path: pointer(frames) }
  }
  return undefined
}

function pointer(frames: Frame[]): string {
  return frames
    .map(({ names, index }) => (names ? (names.at(-1) ?? '') : String(index)))
    .map((step) => '/' + step.replaceAll('~', '~0').replaceAll('/', '~1'))
    .join('')
}
