/** The four shapes the operator hashes (RFC 8949, shortest heads), and nothing more. */
const encoder = new TextEncoder()

const UINT = 0
const TEXT = 3
const ARRAY = 4
const MAP = 5

export function cborUint(value: number): Uint8Array {
  return head(UINT, value)
}

export function cborText(text: string): Uint8Array {
  const bytes = encoder.encode(text)
  return concat([head(TEXT, bytes.length), bytes])
}

export function cborArray(items: readonly Uint8Array[]): Uint8Array {
  return concat([head(ARRAY, items.length), ...items])
}

/** Entries stay in the order given: the operator's order is its own, not the canonical one. */
export function cborMap(entries: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  return concat([head(MAP, entries.length), ...entries.flatMap(([name, value]) => [cborText(name), value])])
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function head(major: number, value: number): Uint8Array {
  const type = major << 5
  if (value < 24) return Uint8Array.of(type | value)
  if (value < 0x100) return Uint8Array.of(type | 24, value)
  const long = value >= 2 ** 32
  const bytes = new Uint8Array(value < 0x10000 ? 3 : long ? 9 : 5)
  bytes[0] = type | (value < 0x10000 ? 25 : long ? 27 : 26)
  const view = new DataView(bytes.buffer)
  if (value < 0x10000) view.setUint16(1, value)
  else if (long) view.setBigUint64(1, BigInt(value))
  else view.setUint32(1, value)
  return bytes
}
