import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { tfjsToOnnx } from '../convert/tfjs/convert.ts'
import { tfliteToOnnx } from '../convert/tflite/convert.ts'
import { MODELS, type ModelName } from '../models.ts'

/** `files` by their name in the package. Refuses what does not come out as pinned. */
export function convertModel(name: ModelName, files: Map<string, Uint8Array>): Uint8Array {
  const { sha256 } = MODELS[name]
  const onnx = converted(name, files)
  const hash = createHash('sha256').update(onnx).digest('hex')
  if (hash !== sha256) throw new Error(`${name} came out with the SHA-256 ${hash}, where ${sha256} is pinned`)
  return onnx
}

function converted(name: ModelName, packed: Map<string, Uint8Array>): Uint8Array {
  const { files, conversion } = MODELS[name]
  const main = packed.get(files[0]!)!
  switch (conversion.from) {
    case 'onnx':
      return main
    case 'tflite':
      return tfliteToOnnx(main, conversion)
    case 'tfjs':
      return tfjsToOnnx(main, new Map(files.map((file) => [basename(file), packed.get(file)!])), conversion)
  }
}
