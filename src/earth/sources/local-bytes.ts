import { type FileHandle, open } from 'node:fs/promises'
import type { Bytes } from '../raster/bytes.ts'
import { Unreadable } from '../unreadable.ts'

/** Ranges that are asked for at the same time share one opened file, which the last of them closes. */
export function localBytes(path: string, name: string): Bytes {
  let opening: Promise<FileHandle> | null = null
  let readers = 0

  async function leave(file: Promise<FileHandle>): Promise<void> {
    readers -= 1
    if (readers > 0) return
    opening = null
    await (await file.catch(() => null))?.close()
  }

  return {
    name,
    async range(offset, length, orLess = false) {
      opening ??= open(path, 'r')
      const file = opening
      readers += 1
      try {
        const buffer = Buffer.allocUnsafeSlow(length)
        const { bytesRead } = await (await file).read(buffer, 0, length, offset)
        if (bytesRead < length && !orLess)
          throw new Unreadable('cut_short', `${name} in the layer folder ends too early`)
        return buffer.subarray(0, bytesRead)
      } catch (error) {
        if (error instanceof Unreadable) throw error
        const { code } = error as NodeJS.ErrnoException
        throw new Unreadable('unreachable', `${name} in the layer folder cannot be read (${code})`, error)
      } finally {
        await leave(file)
      }
    },
  }
}
