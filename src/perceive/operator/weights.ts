import { createHash, type Hash } from 'node:crypto'
import { createReadStream, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { DETECTING } from '../detect/modes.ts'
import { idWithCode, LIBRARIES, sourcesIn } from '../function-id.ts'

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

/** Those that show an operator's model a picture and read what it says. */
export const OPERATOR_SOURCES: string[] = [...sourcesIn('perceive/operator'), ...DETECTING]

export async function withHashes({ detector, openVocabulary, questions }: Named): Promise<OperatorModels> {
  return {
    detector: detector ? { ...detector, id: await detectorId(detector) } : null,
    openVocabulary: openVocabulary ? { ...openVocabulary, id: await folderId(openVocabulary) } : null,
    questions: questions ? { ...questions, id: await folderId(questions) } : null,
  }
}

export async function detectorId({ adapter, name, file, classes, threshold }: DetectorModel): Promise<string> {
  const hash = createHash('sha256').update(`${JSON.stringify({ adapter, name, classes, threshold })}\n`)
  await addFile(hash, file)
  return idWithCode(name, hash, OPERATOR_SOURCES)
}

export async function folderId({ adapter, name, folder, threshold }: FolderModel<string>): Promise<string> {
  const hash = createHash('sha256').update(`${JSON.stringify({ adapter, name, threshold })}\n`)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort()) {
    hash.update(`${relative(folder, file).replaceAll(sep, '/')}\n`)
    await addFile(hash, file)
  }
  return idWithCode(name, hash, OPERATOR_SOURCES, [...LIBRARIES, '@huggingface/transformers'])
}

/** Weights can be larger than memory should hold, so they are read by the piece. */
async function addFile(hash: Hash, file: string): Promise<void> {
  for await (const piece of createReadStream(file)) hash.update(piece)
}
