import { randomUUID } from 'node:crypto'
import { turn } from './turns.ts'

/** Stands where the bytes will; nobody outside this process can have written it. */
const MARK = randomUUID()
/** Below this, text is made as quickly as it is written. */
const WORTH_IT = 48 * 1024
/** Whole groups of three, so that the pieces of base64 join to one text. */
const PIECE = 192 * 1024

let lifted: Uint8Array[] | null = null

class InBase64 {
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  toJSON(): string {
    if (lifted === null || this.#bytes.length < WORTH_IT) return base64(this.#bytes)
    lifted.push(this.#bytes)
    return MARK
  }
}

/**
 * A member of a reply that is base64 once it is JSON. Until then it stays bytes: as text, a picture of forty megabytes
 * would hold the thread that answers for half a second.
 */
export function inBase64(bytes: Uint8Array): string {
  return new InBase64(bytes) as unknown as string
}

/** The JSON of a value, with large bytes still to be written as base64 between the texts. */
export function jsonParts(value: unknown): [string, ...(string | Uint8Array)[]] {
  const found: Uint8Array[] = []
  lifted = found
  try {
    const text = JSON.stringify(value)
    if (found.length === 0) return [text]
    const [first, ...rest] = text.split(MARK)
    return [first!, ...rest.flatMap((text, index) => [found[index]!, text])]
  } finally {
    lifted = null
  }
}

export function lengthOf(parts: readonly (string | Uint8Array)[]): number {
  return parts.reduce(
    (sum, part) => sum + (typeof part === 'string' ? Buffer.byteLength(part) : Math.ceil(part.length / 3) * 4),
    0,
  )
}

/** Piece by piece; others get their turn in between. */
export async function* written(parts: readonly (string | Uint8Array)[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (typeof part === 'string') yield Buffer.from(part)
    else
      for (let at = 0; at < part.length; at += PIECE) {
        await turn()
        yield Buffer.from(base64(part.subarray(at, at + PIECE)), 'latin1')
      }
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
