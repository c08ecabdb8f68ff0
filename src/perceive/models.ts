import { join } from 'node:path'
import type { PACKAGES } from './pantry/packages.ts'

export type ModelName = 'nanodet' | 'ssdlite' | 'blazeface' | 'facemesh' | 'movenet' | 'handlandmark' | 'parts'

export type ModelState = 'ready' | 'building' | 'not_built'

/** Where the built models lie; travels in a job's input. */
export interface ModelsAt {
  folder: string
}

export interface Model {
  what: string
  source: keyof typeof PACKAGES
  /** In the package, the one that is converted first. */
  files: string[]
  licence: string
  conversion: Conversion
  /** Of the ONNX file, which comes out the same byte for byte wherever it is built. */
  sha256: string
}

export type Conversion =
  | { from: 'onnx' }
  | { from: 'tflite'; input: string; outputs: string[] }
  /** `outputs` names each output of the ONNX file, and the node of the graph it is taken from. */
  | { from: 'tfjs'; input: { node: string; shape: number[] }; outputs: Record<string, string> }

export const MODELS: Record<ModelName, Model> = {
  nanodet: {
    what: 'objects of 80 COCO classes, NanoDet-g at 416 x 416, BGR less mean over deviation, channels first',
    source: 'human-models',
    files: ['models/nanodet.json', 'models/nanodet.bin'],
    licence: 'Apache-2.0',
    conversion: {
      from: 'tfjs',
      input: { node: 'input_1', shape: [1, 3, 416, 416] },
      outputs: {
        classes_8: 'Identity',
        classes_16: 'Identity_1',
        classes_32: 'Identity_2',
        sides_8: 'Identity_3',
        sides_16: 'Identity_4',
        sides_32: 'Identity_5',
      },
    },
    sha256: '2670c70066d806532a622fe023312a4d58cee212bd2e7bd44c9707a4a49840e9',
  },
  ssdlite: {
    what: 'objects of 90 COCO ids, SSDLite-MobileNetV2 at 300 x 300, RGB from 0 to 255, channels last; boxes as y1, x1, y2, x2 from 0 to 1',
    source: 'coco-ssd',
    files: [
      'models/coco-ssd/model.json',
      'models/coco-ssd/group1-shard1of5',
      'models/coco-ssd/group1-shard2of5',
      'models/coco-ssd/group1-shard3of5',
      'models/coco-ssd/group1-shard4of5',
      'models/coco-ssd/group1-shard5of5',
    ],
    licence: 'Apache-2.0',
    conversion: {
      from: 'tfjs',
      input: { node: 'Preprocessor/map/TensorArrayStack/TensorArrayGatherV3', shape: [1, 300, 300, 3] },
      outputs: { boxes: 'Postprocessor/ExpandDims_1', scores: 'Postprocessor/Slice' },
    },
    sha256: '8d04c88538cbecc83b5a011612ce894480dba7be3af6eceea4cf54e04a91c757',
  },
  blazeface: {
    what: 'faces with six points, BlazeFace back camera at 256 x 256',
    source: 'blazeface',
    files: ['ONNX/face_detection_back_256x256_barracuda.onnx'],
    licence: 'Apache-2.0',
    conversion: { from: 'onnx' },
    sha256: '427cbbe0fc41448d09e1dc9cfabe2423d997cf2faaeab91fadd09a510b63b8e2',
  },
  facemesh: {
    what: '468 points of a face crop at 192 x 192, RGB from 0 to 1',
    source: 'human-models',
    files: ['models/facemesh.json', 'models/facemesh.bin'],
    licence: 'Apache-2.0',
    conversion: {
      from: 'tfjs',
      input: { node: 'input_1', shape: [1, 192, 192, 3] },
      outputs: { points: 'Identity_2', face: 'Identity_1' },
    },
    sha256: 'a95bbdf4e8604b4d906193c34e09c732dbffabafda0cd808157007a14693d2dd',
  },
  movenet: {
    what: '17 points of one person, MoveNet Thunder at 256 x 256, RGB as whole numbers from 0 to 255',
    source: 'human-models',
    files: ['models/movenet-thunder.json', 'models/movenet-thunder.bin'],
    licence: 'Apache-2.0',
    conversion: {
      from: 'tfjs',
      input: { node: 'input', shape: [1, 256, 256, 3] },
      outputs: { points: 'Identity' },
    },
    sha256: 'ad6a4620b3a89afccc4303ab33681a44e0ed1551e4ce063ca1c97e973dd43e56',
  },
  handlandmark: {
    what: '21 points of a hand crop at 224 x 224, RGB from 0 to 1',
    source: 'human-models',
    files: ['models/handlandmark-full.json', 'models/handlandmark-full.bin'],
    licence: 'Apache-2.0',
    conversion: {
      from: 'tfjs',
      input: { node: 'input_1', shape: [1, 224, 224, 3] },
      outputs: { points: 'Identity', hand: 'Identity_1', right: 'Identity_2' },
    },
    sha256: '239a8bc375bb3798d4404183f01c047589a68785aa62f1c9e4cba1a18108b1d4',
  },
  parts: {
    what: 'background, hair, body skin, face skin, clothes or other for each pixel of a person crop at 256 x 256, RGB from 0 to 1; the largest of the six is the class',
    source: 'video-filters',
    files: ['mediapipe/models/selfie_multiclass_256x256.tflite'],
    licence: 'Apache-2.0',
    conversion: { from: 'tflite', input: 'input', outputs: ['classes'] },
    sha256: '73c7eabcae24768f381f64264e14fc6a3d0edb5d8bb3c3b819c46877298a5621',
  },
}

export const MODEL_NAMES = Object.keys(MODELS) as ModelName[]

/** The name carries the hash, so that another version of us never opens a file it did not mean. */
export function modelFile({ folder }: ModelsAt, name: ModelName): string {
  return join(folder, `${name}-${MODELS[name].sha256.slice(0, 16)}.onnx`)
}
