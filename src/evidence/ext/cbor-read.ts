import { type Parsed, parsed, refused } from './parsed.ts'

/** A float is told from an integer: the operator commits to 918.0, and JSON would show 918. */
export type CborValue =
  | { type: 'integer'; value: number | bigint }
  | { type: 'float'; value: number }
  | { type: 'text'; value: string }
  | { type: 'bytes'; value: Uint8Array }
  | { type: 'array'; items: CborValue[] }
  | { type: 'map'; entries: [string, CborValue][] }
  | { type: 'simple'; value: boolean | null }

const MAX_DEPTH = 32
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

class Malformed extends Error {}

/** Definite lengths, text keys, no tags: the shape of a committed fact. Anything else is refused, not guessed at. */
export function readCbor(bytes: Uint8Array): Parsed<CborValue> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0

  const take = (count: number): number => {
    if (count > bytes.length - at) throw new Malformed('the bytes end in the middle of an item')
    at += count
    return at - count
  }

  const argument = (info: number): number | bigint => {
    if (info < 24) return info
    if (info === 24) return view.getUint8(take(1))
    if (info === 25) return view.getUint16(take(2))
    if (info === 26) return view.getUint32(take(4))
    if (info === 27) return narrow(view.getBigUint64(take(8)))
    throw new Malformed('an item has no definite length')
  }

  const count = (info: number): number => {
    const value = argument(info)
    // Every item takes at least a byte: a larger count is a claim that cannot be true.
    if (value > bytes.length - at) throw new Malformed('an item claims more than there is')
    return Number(value)
  }

  const text = (info: number): string => {
    const length = count(info)
    const start = take(length)
    try {
      return decoder.decode(bytes.subarray(start, start + length))
    } catch {
      throw new Malformed('a text is not UTF-8')
    }
  }

  const item = (depth: number): CborValue => {
    if (depth > MAX_DEPTH) throw new Malformed(`nested deeper than ${MAX_DEPTH} levels`)
    const initial = view.getUint8(take(1))
    const info = initial & 0x1f
    switch (initial >> 5) {
      case 0:
        return { type: 'integer', value: argument(info) }
      case 1:
        return { type: 'integer', value: narrow(-1n - BigInt(argument(info))) }
      case 2: {
        const length = count(info)
        const start = take(length)
        return { type: 'bytes', value: bytes.slice(start, start + length) }
      }
      case 3:
        return { type: 'text', value: text(info) }
      case 4:
        return { type: 'array', items: Array.from({ length: count(info) }, () => item(depth + 1)) }
      case 5:
        return { type: 'map', entries: map(count(info), depth) }
      case 7:
        return simple(info)
      default:
        throw new Malformed('a fact holds no tagged item')
    }
  }

  const map = (length: number, depth: number): [string, CborValue][] => {
    const entries = new Map<string, CborValue>()
    for (let i = 0; i < length; i++) {
      const initial = view.getUint8(take(1))
      if (initial >> 5 !== 3) throw new Malformed('a member name is no text')
      const name = text(initial & 0x1f)
      if (entries.has(name)) throw new Malformed('a member stands twice')
      entries.set(name, item(depth + 1))
    }
    return [...entries]
  }

  const simple = (info: number): CborValue => {
    switch (info) {
      case 20:
        return { type: 'simple', value: false }
      case 21:
        return { type: 'simple', value: true }
      case 22:
        return { type: 'simple', value: null }
      case 25:
        return { type: 'float', value: view.getFloat16(take(2)) }
      case 26:
        return { type: 'float', value: view.getFloat32(take(4)) }
      case 27:
        return { type: 'float', value: view.getFloat64(take(8)) }
      default:
        throw new Malformed('an item is of a kind that facts do not hold')
    }
  }

  try {
    const value = item(0)
    return at === bytes.length ? parsed(value) : refused('bytes are left over after the fact')
  } catch (error) {
    if (error instanceof Malformed) return refused(error.message)
    throw error
  }
}

function narrow(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
