import { readFile, stat, writeFile } from 'node:fs/promises'
import { IMAGE_LIMITS, type ImageInput, readImage } from '../imaging/input.ts'
import { Refusal } from '../kernel/refusal.ts'
import { UsageError } from './command.ts'

/** A picture from a file, under the limits of the service. */
export async function pictureAt(path: string): Promise<ImageInput> {
  const { size } = await stat(path).catch(() => {
    throw new Refusal('not_found', `${path} cannot be read: there is no such file`)
  })
  if (size > IMAGE_LIMITS.maxBytes)
    throw new Refusal(
      'image_too_large',
      `${path} has ${size} bytes; at most ${IMAGE_LIMITS.maxBytes} are read as a picture`,
    )
  return readImage({
    raw: { bytes: await readFile(path), mediaType: '' },
    fetchImage: () => Promise.reject(new Error('nothing is fetched here')),
  })
}

export async function save(option: string, path: string, content: Uint8Array | string): Promise<void> {
  await writeFile(path, content).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--${option}: ${path} cannot be written: ${error.code}`)
  })
}
