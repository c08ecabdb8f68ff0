import { open } from 'node:fs/promises'
import type { Bytes } from '../raster/bytes.ts'
import { Unreadable } from '../unreadable.ts'

export function localBytes(path: string, name: string): Bytes {
  return {
    name,
    async range(offset, length, orLess = false) {
      const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
        throw new Unreadable('unreachable', `${name} in the layer folder cannot be opened (${error.code})`, error)
      })
      try {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, offset)
        if (bytesRead < length && !orLess)
          throw new Unreadable('cut_short', `${name} in the layer folder ends too early`)
        return buffer.subarray(0, bytesRead)
      } catch (error) {
        if (error instanceof Unreadable) throw error
        const { code } = error as NodeJS.ErrnoException
        throw new Unreadable('unreachable', `${name} in the layer folder cannot be read (${code})`, error)
      } finally {
        await file.close()
      }
    },
  }
}
