import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlockCache } from '../earth/block-cache.ts'

interface Entry {
  sha256: string
  bytes: number
}

const NAME = /^([0-9a-f]{64})\.([0-9a-f]{64})\.(\d+)$/

/**
 * Blocks lie once under the hash of their content, however many keys stand for them (oceans are alike everywhere); the
 * name of an empty file binds a key to its block. Both appear whole or not at all, so that a killed process leaves
 * nothing half written, and a block is hashed again when it is read. The least recently used make room.
 */
export async function openBlockCache(folder: string, limitBytes: number): Promise<BlockCache> {
  const blocks = join(folder, 'blocks')
  const names = join(folder, 'names')
  const incoming = join(folder, 'incoming')
  await rm(incoming, { recursive: true, force: true })
  for (const each of [blocks, names, incoming]) await mkdir(each, { recursive: true, mode: 0o700 })
  const entries = new Map<string, Entry>()
  /** In the order of their last use. */
  const keysOf = new Map<string, Set<string>>()
  let total = 0

  const nameOf = (key: string, { sha256, bytes }: Entry) => join(names, `${key}.${sha256}.${bytes}`)
  const known = new Set(await readdir(blocks))
  for (const name of await readdir(names)) {
    const [, key, sha256, bytes] = NAME.exec(name) ?? []
    if (known.has(sha256!) && !entries.has(key!)) bind(key!, { sha256: sha256!, bytes: Number(bytes) })
    else await rm(join(names, name), { force: true })
  }
  for (const sha256 of known) if (!keysOf.has(sha256)) await rm(join(blocks, sha256), { force: true })

  function bind(key: string, entry: Entry): void {
    entries.set(key, entry)
    const keys = keysOf.get(entry.sha256)
    if (keys === undefined) {
      keysOf.set(entry.sha256, new Set([key]))
      total += entry.bytes
    } else keys.add(key)
  }

  async function unbind(key: string): Promise<void> {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    const keys = keysOf.get(entry.sha256)!
    keys.delete(key)
    if (keys.size === 0) {
      keysOf.delete(entry.sha256)
      total -= entry.bytes
    }
    await rm(nameOf(key, entry), { force: true })
    if (keys.size === 0) await rm(join(blocks, entry.sha256), { force: true })
  }

  async function makeRoom(): Promise<void> {
    while (total > limitBytes && keysOf.size > 1) {
      const [oldest] = keysOf.values()
      for (const key of [...oldest!]) await unbind(key)
    }
  }

  return {
    async get(key) {
      const hashed = sha256Of(key)
      const entry = entries.get(hashed)
      if (entry === undefined) return undefined
      const keys = keysOf.get(entry.sha256)!
      keysOf.delete(entry.sha256)
      keysOf.set(entry.sha256, keys)
      const found = await readFile(join(blocks, entry.sha256)).catch(() => undefined)
      if (found !== undefined && sha256Of(found) === entry.sha256) return found
      await unbind(hashed)
      return undefined
    },

    async put(key, bytes) {
      const hashed = sha256Of(key)
      const entry = { sha256: sha256Of(bytes), bytes: bytes.byteLength }
      if (entries.get(hashed)?.sha256 === entry.sha256) return
      const temporary = join(incoming, randomBytes(16).toString('hex'))
      try {
        await unbind(hashed)
        if (!keysOf.has(entry.sha256)) {
          await writeFile(temporary, bytes, { mode: 0o600 })
          await rename(temporary, join(blocks, entry.sha256))
        }
        await writeFile(nameOf(hashed, entry), '', { mode: 0o600 })
        bind(hashed, entry)
        await makeRoom()
      } catch {
        await rm(temporary, { force: true }).catch(() => undefined)
      }
    },

    remove: (key) => unbind(sha256Of(key)),
  }
}

function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
