import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

const BLOCK = 512
const REGULAR = new Set(['0', '\0'])

/** The named files of an npm tarball (all lie under `package/`), by their name. What is not named is passed over unread. */
export async function filesOf(tarball: string, names: Iterable<string>): Promise<Map<string, Uint8Array>> {
  const missing = new Set(names)
  const found = new Map<string, Uint8Array>()
  const source = createReadStream(tarball)
  const bytes = new Taking(source.pipe(createGunzip()))
  while (missing.size > 0) {
    const header = await bytes.take(BLOCK)
    if (header === null || header.every((byte) => byte === 0)) break
    const { name, size, isFile } = entry(header)
    const padded = Math.ceil(size / BLOCK) * BLOCK
    if (isFile && missing.delete(name)) found.set(name, (await bytes.take(padded))!.subarray(0, size))
    else await bytes.skip(padded)
  }
  source.destroy()
  if (missing.size > 0) throw new Error(`the package holds no ${[...missing].join(', ')}`)
  return found
}

function entry(header: Buffer): { name: string; size: number; isFile: boolean } {
  const text = (from: number, length: number) => header.toString('utf8', from, from + length).replace(/\0.*$/s, '')
  const prefix = text(345, 155)
  const path = prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`
  return {
    name: path.replace(/^package\//, ''),
    size: Number.parseInt(text(124, 12).trim() || '0', 8),
    isFile: REGULAR.has(String.fromCharCode(header[156]!)),
  }
}

/** Bytes of a stream, as many as are asked for. */
class Taking {
  #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** Null at the end. */
  async take(count: number): Promise<Buffer | null> {
    const parts: Buffer[] = []
    let missing = count
    while (missing > 0) {
      if (this.#rest.length === 0 && !(await this.#more())) {
        if (parts.length === 0) return null
        throw new Error('the tarball ends in the middle of a file')
      }
      const part = this.#rest.subarray(0, missing)
      parts.push(part)
      this.#rest = this.#rest.subarray(part.length)
      missing -= part.length
    }
    return Buffer.concat(parts)
  }

  async skip(count: number): Promise<void> {
    let missing = count
    while (missing > 0) {
      if (this.#rest.length === 0 && !(await this.#more())) throw new Error('the tarball ends in the middle of a file')
      const passed = Math.min(missing, this.#rest.length)
      this.#rest = this.#rest.subarray(passed)
      missing -= passed
    }
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (!done) this.#rest = value
    return !done
  }
}
