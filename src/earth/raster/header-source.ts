import { Unreadable } from '../unreadable.ts'
import type { Bytes } from './bytes.ts'

interface Held {
  start: number
  bytes: Uint8Array
  reachesEnd: boolean
}

const BLOCK = 65_536
/** Tables further apart than this are asked for one by one. */
const ONE_REQUEST = 2 * 1024 * 1024
/** A header may name anything: neither memory nor requests are its to spend. */
const LARGEST_PIECE = 64 * 1024 * 1024
const MOST_PIECES = 8

/**
 * What geotiff reads headers through: whole blocks are asked for, kept until the header is parsed, and handed out to
 * their end, because what geotiff already holds it does not put off to further requests.
 */
export class HeaderSource {
  readonly #bytes: Bytes
  readonly #held: Held[] = []

  constructor(bytes: Bytes) {
    this.#bytes = bytes
  }

  async fetch(slices: { offset: number; length: number }[]): Promise<ArrayBufferLike[]> {
    const parts: ArrayBufferLike[] = []
    for (const { offset, length } of slices) parts.push(await this.#slice(offset, length))
    return parts
  }

  async hold(ranges: [start: number, end: number][]): Promise<void> {
    if (ranges.length === 0) return
    const start = Math.min(...ranges.map(([from]) => from))
    const end = Math.max(...ranges.map(([, until]) => until))
    if (end - start <= ONE_REQUEST) await this.#read(start, end - start)
    else for (const [from, until] of ranges) await this.#read(from, until - from)
  }

  async #slice(offset: number, length: number): Promise<ArrayBufferLike> {
    const { start, bytes } = await this.#read(offset, length)
    return new Uint8Array(bytes.subarray(offset - start)).buffer
  }

  async #read(offset: number, length: number): Promise<Held> {
    const held = this.#held.find(
      ({ start, bytes, reachesEnd }) => offset >= start && (reachesEnd || offset + length <= start + bytes.length),
    )
    if (held !== undefined) return held
    const wanted = Math.ceil(length / BLOCK) * BLOCK
    if (wanted > LARGEST_PIECE || this.#held.length >= MOST_PIECES)
      throw new Unreadable('malformed', `the header of ${this.#bytes.name} is larger than any that is read here`)
    const bytes = await this.#bytes.range(offset, wanted, true)
    const read = { start: offset, bytes, reachesEnd: bytes.length < wanted }
    this.#held.push(read)
    return read
  }
}
