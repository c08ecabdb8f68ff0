import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Whole or not at all, also across a power cut: whoever sees the name sees all of its bytes. */
export async function place(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.unfinished`
  try {
    await written(unfinished, bytes)
    await rename(unfinished, path)
  } catch (problem) {
    await rm(unfinished, { force: true })
    throw problem
  }
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

async function written(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o644)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
