import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type FolderModel, type OperatorModels, withHashes } from './weights.ts'

/** In MODELS_DIR; its presence is the switch. */
export const MANIFEST = 'operator.json'

const Name = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'lower case letters, digits, dots, dashes')
const Threshold = z.number().min(0).max(1).describe('The default of confidence_threshold.')
const Folder = z.string().min(1).describe('Below MODELS_DIR, as the model hub lays it out: config.json, onnx/….')

const Manifest = z
  .strictObject({
    detector: z
      .strictObject({
        adapter: z.enum(['yolox', 'nanodet']),
        name: Name,
        file: z.string().min(1).describe('An ONNX file below MODELS_DIR.'),
        classes: z
          .array(z.string().trim().min(1).max(100))
          .min(1)
          .max(1000)
          .optional()
          .describe("The model's labels in its own order; left out, they are COCO's 80."),
        threshold: Threshold,
      })
      .optional(),
    open_vocabulary: z
      .strictObject({ adapter: z.enum(['owlvit', 'owlv2']), name: Name, folder: Folder, threshold: Threshold })
      .optional(),
    questions: z.strictObject({ adapter: z.enum(['florence2', 'vlm']), name: Name, folder: Folder }).optional(),
  })
  .refine((manifest) => Object.values(manifest).some((part) => part !== undefined), 'it names no model')

export type Manifest = z.output<typeof Manifest>

/** What an operator can mend before the service starts. */
export class OperatorModelsError extends Error {
  override readonly name = 'OperatorModelsError'
}

/** The operator's own models with the hashes of their weights; null where there is no manifest. */
export async function readOperatorModels(folder: string): Promise<OperatorModels | null> {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) return null
  const { detector, open_vocabulary, questions } = parsed(path)
  for (const place of [detector?.file, open_vocabulary?.folder, questions?.folder])
    if (place !== undefined && !existsSync(join(folder, place)))
      throw new OperatorModelsError(`${path}: ${place} is not in ${folder}`)
  const at = (part: { folder: string } | undefined) => part && { ...part, folder: join(folder, part.folder) }
  return withHashes({
    detector: detector && { ...detector, file: join(folder, detector.file) },
    openVocabulary: at(open_vocabulary) as FolderModel<'owlvit' | 'owlv2'> | undefined,
    questions: at(questions) as FolderModel<'florence2' | 'vlm'> | undefined,
  })
}

function parsed(path: string): Manifest {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new OperatorModelsError(`${path}: ${(error as Error).message}`)
  }
  const result = Manifest.safeParse(json)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new OperatorModelsError(`${path}: ${issue!.path.join('.') || 'the manifest'}: ${issue!.message}`)
}
