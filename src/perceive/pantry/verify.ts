import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { MODELS, type ModelName, type ModelsAt, modelFile } from '../models.ts'

/** The SHA-256 of the file as it lies there; null where there is none. */
export async function hashOnDisk(models: ModelsAt, name: ModelName): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(modelFile(models, name)), hash)
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw problem
  }
  return hash.digest('hex')
}

export async function isIntact(models: ModelsAt, name: ModelName): Promise<boolean> {
  return (await hashOnDisk(models, name)) === MODELS[name].sha256
}
