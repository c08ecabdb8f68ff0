import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface DetectorModel {
  adapter: 'yolox' | 'nanodet'
  name: string
  file: string
  /** COCO's where none are given. */
  classes?: string[]
  threshold: number
}

export interface FolderModel<Adapter extends string> {
  adapter: Adapter
  name: string
  folder: string
  threshold?: number
}

/** `<name>@<hash over the weights and the code that shows them a picture and reads what they say>`. */
interface Identified {
  id: string
}

/** Travels in a job's input. */
export interface OperatorModels {
  detector: (DetectorModel & Identified) | null
  openVocabulary: (FolderModel<'owlvit' | 'owlv2'> & Identified) | null
  questions: (FolderModel<'florence2' | 'vlm'> & Identified) | null
}

export interface Named {
  detector?: DetectorModel | undefined
  openVocabulary?: FolderModel<'owlvit' | 'owlv2'> | undefined
  questions?: FolderModel<'florence2' | 'vlm'> | undefined
}

export async function withHashes({ detector, openVocabulary, questions }: Named): Promise<OperatorModels> {
  return {
    detector: detector ? { ...detector, id: await idOf(detector.name, detector, [detector.file]) } : null,
    openVocabulary: openVocabulary ? await inFolder(openVocabulary) : null,
    questions: questions ? await inFolder(questions) : null,
  }
}

async function inFolder<Adapter extends string>(
  model: FolderModel<Adapter>,
): Promise<FolderModel<Adapter> & Identified> {
  const files = readdirSync(model.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return { ...model, id: await idOf(model.name, { adapter: model.adapter }, files, model.folder) }
}

/** Weights can be larger than memory should hold, so they are read by the piece. */
async function idOf(name: string, terms: object, files: string[], folder = ''): Promise<string> {
  const { file: _, ...stated } = terms as { file?: string }
  const hash = createHash('sha256').update(`${JSON.stringify(stated)}\n`)
  for (const file of files) {
    hash.update(
      `${relative(folder, file)
        .split(sep)
        .join('/')
        .split('/')
        .slice(folder === '' ? -1 : 0)
        .join('/')}\n`,
    )
    await pipeline(createReadStream(file), async (pieces) => {
      for await (const piece of pieces) hash.update(piece)
    })
  }
  for (const source of readdirSync(import.meta.dirname).sort())
    hash.update(`${source}\n`).update(readFileSync(join(import.meta.dirname, source)))
  return `${name}@${hash.digest('hex').slice(0, 32)}`
}
