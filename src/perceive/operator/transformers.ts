import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Refusal } from '../../kernel/refusal.ts'

/** Optional, and large: loaded where a model asks for it and nowhere else. */
export async function transformers(): Promise<typeof import('@huggingface/transformers')> {
  const loaded = await import('@huggingface/transformers').catch((cause: Error) => {
    throw new Refusal('model_not_built', 'the operator names a model that needs @huggingface/transformers', {
      cause,
      fix: { do: 'Its operator runs `npm install --no-save @huggingface/transformers@4.3.1` and starts it again.' },
    })
  })
  // Nothing is ever fetched for a caller: what is not in the folder does not exist.
  loaded.env.allowRemoteModels = false
  loaded.env.allowLocalModels = true
  return loaded
}

/** How a folder is named to the library, and what it is to run it as. */
export async function placeOf(folder: string, weights: string) {
  const { env } = await transformers()
  env.localModelPath = dirname(folder)
  const isWhole = existsSync(join(folder, 'onnx', `${weights}.onnx`))
  return {
    name: basename(folder),
    options: {
      local_files_only: true,
      dtype: isWhole ? ('fp32' as const) : ('q8' as const),
      device: 'cpu' as const,
      session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 },
    },
  }
}
