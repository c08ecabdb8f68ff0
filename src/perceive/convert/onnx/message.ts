/** A protobuf message being written: fields go out in the order in which they were added, so the bytes are always the same. */
export class Message {
  #parts: Uint8Array[] = []
  #length = 0

  int(field: number, value: number): this {
    this.#push(varint(field << 3))
    this.#push(varint(value))
    return this
  }

  float(field: number, value: number): this {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setFloat32(0, value, true)
    this.#push(varint((field << 3) | 5))
    this.#push(bytes)
    return this
  }

  bytes(field: number, value: Uint8Array): this {
    this.#push(varint((field << 3) | 2))
    this.#push(varint(value.length))
    this.#push(value)
    return this
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value))
  }

  message(field: number, value: Message): this {
    this.#push(varint((field << 3) | 2))
    this.#push(varint(value.#length))
    for (const part of value.#parts) this.#push(part)
    return this
  }

  encoded(): Uint8Array {
    const bytes = new Uint8Array(this.#length)
    let at = 0
    for (const part of this.#parts) {
      bytes.set(part, at)
      at += part.length
    }
    return bytes
  }

  #push(part: Uint8Array): void {
    this.#parts.push(part)
    this.#length += part.length
  }
}

/** Negative numbers take ten bytes, as protobuf's int64 does. */
function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}
