import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../kernel/refusal.ts'
import { chunksOf } from './chunks.ts'
import { noRoom } from './no-room.ts'

export interface Blob {
  sha256: string
  bytes: number
}

export interface PutOptions {
  /** One byte more is refused as too_large. */
  limit?: number
  /** A client that hangs up: the put ends with upload_aborted and leaves nothing. */
  signal?: AbortSignal
}

/** Bytes under the SHA-256 of their content. */
export interface Blobs {
  /** Once it resolves the bytes are on disk, whole, and survive loss of power; a part of them is never seen by anyone. */
  put(source: Uint8Array | AsyncIterable<Uint8Array>, options?: PutOptions): Promise<Blob>
  /** The bytes as they were put: they are hashed on the way out, and damage throws. */
  get(sha256: string): Promise<Uint8Array | undefined>
  has(sha256: string): Promise<boolean>
  /** Once it resolves the bytes are gone for good; deleting what is not there is no error. */
  delete(sha256: string): Promise<void>
  /** In order of name, a page at a time; what is put or deleted meanwhile may or may not be seen. */
  list(cursor?: string): Promise<{ sha256s: string[]; next: string | null }>
  /** Removes what interrupted puts left behind. Only for a process that has the folder to itself. */
  sweep(): Promise<void>
  /** Writes, syncs, reads back and removes; throws when any of it fails. */
  ping(): Promise<void>
}

const SHA256 = /^[0-9a-f]{64}$/
const LIST_PAGE = 1_000
const SHARDS = Array.from({ length: 256 }, (_, shard) => shard.toString(16).padStart(2, '0'))

export async function openBlobs(folder: string, listPage = LIST_PAGE): Promise<Blobs> {
  const temporaries = join(folder, 'incoming')
  for (const name of ['incoming', ...SHARDS]) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
  await syncFolder(folder)

  const shardOf = (sha256: string) => join(folder, sha256.slice(0, 2))
  const pathOf = (sha256: string) => {
    if (!SHA256.test(sha256)) throw new RangeError(`not a SHA-256 in lowercase hex: ${sha256}`)
    return join(shardOf(sha256), sha256)
  }

  /** Nothing is seen under its final name before it is whole and synced. */
  async function put(source: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<Blob> {
    const temporary = join(temporaries, randomBytes(16).toString('hex'))
    try {
      const blob = await writeSynced(temporary, source, options)
      await rename(temporary, pathOf(blob.sha256))
      await syncFolder(shardOf(blob.sha256))
      return blob
    } catch (problem) {
      await rm(temporary, { force: true })
      throw noRoom(problem) ?? problem
    }
  }

  return {
    put,

    async get(sha256) {
      const bytes = await readFile(pathOf(sha256)).catch(absent)
      if (bytes === undefined) return undefined
      const hash = createHash('sha256')
      for await (const chunk of chunksOf(bytes)) hash.update(chunk)
      if (hash.digest('hex') !== sha256) throw new Error(`the stored bytes of ${sha256} are damaged`)
      return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },

    async has(sha256) {
      return (await stat(pathOf(sha256)).catch(absent)) !== undefined
    },

    async delete(sha256) {
      await rm(pathOf(sha256), { force: true })
      await syncFolder(shardOf(sha256))
    },

    async list(cursor = '') {
      const sha256s: string[] = []
      for (const shard of SHARDS.slice(Math.max(0, SHARDS.indexOf(cursor.slice(0, 2))))) {
        const names = (await readdir(join(folder, shard))).filter((name) => SHA256.test(name) && name > cursor)
        sha256s.push(...names.sort())
        if (sha256s.length > listPage) return { sha256s: sha256s.slice(0, listPage), next: sha256s[listPage - 1]! }
      }
      return { sha256s, next: null }
    },

    async sweep() {
      await rm(temporaries, { recursive: true, force: true })
      await mkdir(temporaries, { mode: 0o700 })
    },

    async ping() {
      const probe = join(temporaries, `ping-${randomBytes(16).toString('hex')}`)
      const written = randomBytes(64)
      try {
        await writeSynced(probe, written, {})
        if (!written.equals(await readFile(probe)))
          throw new Error('the blob folder does not give back what was written')
      } finally {
        await rm(probe, { force: true })
      }
    },
  }
}

async function writeSynced(
  path: string,
  source: Uint8Array | AsyncIterable<Uint8Array>,
  { limit = Number.POSITIVE_INFINITY, signal }: PutOptions,
): Promise<Blob> {
  const file = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of chunksOf(source, signal)) {
      bytes += chunk.byteLength
      if (bytes > limit) throw new Refusal('too_large', `the body is larger than ${limit} bytes`, { detail: { limit } })
      hash.update(chunk)
      await writeAll(file, chunk)
    }
    await file.sync()
    return { sha256: hash.digest('hex'), bytes }
  } finally {
    await file.close()
  }
}

/** A nearly full disk takes a part of a write and says so only in the count. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength; ) {
    offset += (await file.write(chunk, offset)).bytesWritten
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function absent(problem: NodeJS.ErrnoException): undefined {
  if (problem.code !== 'ENOENT') throw problem
  return undefined
}
