import { concat } from './cbor.ts'

const encoder = new TextEncoder()

/** A domain-separated message of tagged, length-prefixed segments: no two different field lists share their bytes. */
export class Preimage {
  readonly #parts: Uint8Array[]

  constructor(word: string, domain: string) {
    const name = encoder.encode(domain)
    this.#parts = [encoder.encode(`${word}.preimage.v1\0`), u32le(name.length), name]
  }

  segment(tag: number, content: string | Uint8Array): this {
    const bytes = typeof content === 'string' ? encoder.encode(content) : content
    this.#parts.push(Uint8Array.of(tag), u32le(bytes.length), bytes)
    return this
  }

  optional(tag: number, content: string | null): this {
    return content === null ? this : this.segment(tag, content)
  }

  list(tag: number, items: readonly string[]): this {
    this.#parts.push(Uint8Array.of(tag), u32le(items.length))
    for (const item of items) {
      const bytes = encoder.encode(item)
      this.#parts.push(u32le(bytes.length), bytes)
    }
    return this
  }

  bytes(): Uint8Array {
    return concat(this.#parts)
  }
}

export function u32le(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

export function u64be(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}
