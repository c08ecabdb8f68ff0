import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { tfjsToOnnx } from '../../../src/perceive/convert/tfjs/convert.ts'
import { openSession } from '../../../src/perceive/session.ts'
import { farthest, loadGraph, seeded, type Tensorflow, tensorflow } from './tensorflow.ts'

interface Case {
  /** Of the input, which every case calls x. */
  shape: number[]
  nodes: { name: string; op: string; input: string[]; attr?: Record<string, unknown> }[]
  weights?: Record<string, { shape: number[]; values?: number[] }>
  /** The node whose outputs are compared; the last one where none is named. */
  outputs?: string[]
}

const FLOAT = { type: 'DT_FLOAT' }
const text = (value: string) => ({ s: Buffer.from(value).toString('base64') })
const texts = (...values: string[]) => ({ list: { s: values.map((value) => text(value).s) } })
const integers = (...values: number[]) => ({ list: { i: values.map(String) } })
const window = (padding: string, stride: number, dilation = 1) => ({
  T: FLOAT,
  padding: text(padding),
  strides: integers(1, stride, stride, 1),
  dilations: integers(1, dilation, dilation, 1),
  data_format: text('NHWC'),
  explicit_paddings: { list: {} },
})
const one = (op: string, input: string[], attr: Record<string, unknown> = {}) => [
  { name: 'y', op, input, attr: { T: FLOAT, ...attr } },
]
const fused = (...names: string[]) => ({
  fused_ops: texts(...names),
  num_args: { i: String(names.filter((name) => /Bias|Prelu/.test(name)).length) },
  epsilon: { f: 0 },
})

const CASES: Record<string, Case> = {}
for (const padding of ['SAME', 'VALID'])
  for (const stride of [1, 2, 3])
    for (const size of [1, 2, 3, 5]) {
      CASES[`a convolution of ${size} by stride ${stride}, ${padding}`] = {
        shape: [1, 9, 12, 3],
        weights: { w: { shape: [size, size, 3, 4] } },
        nodes: one('Conv2D', ['x', 'w'], window(padding, stride)),
      }
      CASES[`a largest of ${size} by stride ${stride}, ${padding}`] = {
        shape: [1, 9, 12, 3],
        nodes: one('MaxPool', ['x'], { ...window(padding, stride), ksize: integers(1, size, size, 1) }),
      }
    }
Object.assign(CASES, {
  'a dilated convolution': {
    shape: [1, 9, 12, 3],
    weights: { w: { shape: [3, 3, 3, 4] } },
    nodes: one('Conv2D', ['x', 'w'], window('SAME', 1, 2)),
  },
  'a convolution with bias and ceiling': {
    shape: [1, 8, 8, 3],
    weights: { w: { shape: [3, 3, 3, 5] }, b: { shape: [5] } },
    nodes: one('_FusedConv2D', ['x', 'w', 'b'], { ...window('SAME', 2), ...fused('BiasAdd', 'Relu6') }),
  },
  'a convolution with bias and slopes': {
    shape: [1, 8, 8, 3],
    weights: { w: { shape: [3, 3, 3, 5] }, b: { shape: [5] }, a: { shape: [1, 1, 5] } },
    nodes: one('_FusedConv2D', ['x', 'w', 'b', 'a'], { ...window('SAME', 1), ...fused('BiasAdd', 'Prelu') }),
  },
  'a convolution of each channel': {
    shape: [1, 8, 7, 4],
    weights: { w: { shape: [3, 3, 4, 1] } },
    nodes: one('DepthwiseConv2dNative', ['x', 'w'], window('SAME', 2)),
  },
  'a convolution of each channel into two, with bias': {
    shape: [1, 8, 7, 4],
    weights: { w: { shape: [3, 3, 4, 2] }, b: { shape: [8] } },
    nodes: one('FusedDepthwiseConv2dNative', ['x', 'w', 'b'], { ...window('SAME', 1), ...fused('BiasAdd', 'Relu6') }),
  },
  'a norm over a batch': {
    shape: [1, 4, 5, 3],
    weights: {
      g: { shape: [3] },
      o: { shape: [3] },
      m: { shape: [3] },
      v: { shape: [3], values: [0.5, 2, 0.01] },
    },
    nodes: one('FusedBatchNorm', ['x', 'g', 'o', 'm', 'v'], { epsilon: { f: 0.001 }, is_training: { b: false } }),
  },
  'a chain whose sum meets a fresh value': {
    shape: [1, 6, 6, 4],
    weights: { w: { shape: [1, 1, 4, 4] }, c: { shape: [4] } },
    nodes: [
      { name: 'k', op: 'Conv2D', input: ['x', 'w'], attr: window('SAME', 1) },
      { name: 'p', op: 'AddV2', input: ['k', 'c'], attr: { T: FLOAT } },
      { name: 'y', op: 'AddV2', input: ['p', 'x'], attr: { T: FLOAT } },
    ],
  },
  'a factor along the rows after a convolution': {
    shape: [1, 6, 5, 4],
    weights: { w: { shape: [1, 1, 4, 4] }, c: { shape: [6, 1, 1] } },
    nodes: [
      { name: 'k', op: 'Conv2D', input: ['x', 'w'], attr: window('SAME', 1) },
      { name: 'y', op: 'Mul', input: ['k', 'c'], attr: { T: FLOAT } },
    ],
  },
  'a mean over height and width': {
    shape: [1, 6, 5, 4],
    weights: { a: { shape: [2], values: [1, 2] } },
    nodes: one('Mean', ['x', 'a'], { keep_dims: { b: false } }),
  },
  'a mean over the channels': {
    shape: [1, 6, 5, 4],
    weights: { w: { shape: [1, 1, 4, 4] }, a: { shape: [1], values: [3] } },
    nodes: [
      { name: 'k', op: 'Conv2D', input: ['x', 'w'], attr: window('SAME', 1) },
      { name: 'y', op: 'Mean', input: ['k', 'a'], attr: { T: FLOAT, keep_dims: { b: true } } },
    ],
  },
  'slopes below zero': { shape: [1, 3, 3, 2], nodes: one('LeakyRelu', ['x'], { alpha: { f: 0.1 } }) },
  'a squared difference': {
    shape: [1, 3, 3, 2],
    weights: { c: { shape: [2] } },
    nodes: one('SquaredDifference', ['x', 'c']),
  },
  'padding with a number of its own': {
    shape: [1, 3, 4, 2],
    weights: { a: { shape: [4, 2], values: [0, 0, 1, 2, 3, 0, 0, 1] }, n: { shape: [], values: [-7] } },
    nodes: one('PadV2', ['x', 'a', 'n']),
  },
  'padding after a convolution': {
    shape: [1, 3, 4, 2],
    weights: { w: { shape: [1, 1, 2, 3] }, a: { shape: [4, 2], values: [0, 0, 1, 2, 3, 0, 0, 1] } },
    nodes: [
      { name: 'k', op: 'Conv2D', input: ['x', 'w'], attr: window('SAME', 1) },
      { name: 'y', op: 'Pad', input: ['k', 'a'], attr: { T: FLOAT } },
    ],
  },
  'channels joined after convolutions': {
    shape: [1, 3, 4, 2],
    weights: { w: { shape: [1, 1, 2, 3] }, v: { shape: [1, 1, 2, 2] }, a: { shape: [], values: [3] } },
    nodes: [
      { name: 'k', op: 'Conv2D', input: ['x', 'w'], attr: window('SAME', 1) },
      { name: 'l', op: 'Conv2D', input: ['x', 'v'], attr: window('SAME', 1) },
      { name: 'y', op: 'ConcatV2', input: ['k', 'l', 'a'], attr: { T: FLOAT, N: { i: '2' } } },
    ],
  },
  'rows joined with what no convolution made': {
    shape: [1, 3, 4, 2],
    weights: { w: { shape: [1, 1, 2, 2] }, a: { shape: [], values: [-3] } },
    nodes: [
      { name: 'k', op: 'Conv2D', input: ['x', 'w'], attr: window('SAME', 1) },
      { name: 'y', op: 'ConcatV2', input: ['k', 'x', 'a'], attr: { T: FLOAT, N: { i: '2' } } },
    ],
  },
  'unequal parts along the channels': {
    shape: [1, 3, 4, 5],
    weights: { s: { shape: [2], values: [2, 3] }, a: { shape: [], values: [3] } },
    nodes: one('SplitV', ['x', 's', 'a'], { num_split: { i: '2' } }),
    outputs: ['y', 'y:1'],
  },
  'parts laid on another axis': {
    shape: [2, 3],
    nodes: [
      { name: 'u', op: 'Unpack', input: ['x'], attr: { T: FLOAT, num: { i: '2' }, axis: { i: '0' } } },
      { name: 'y', op: 'Pack', input: ['u:1', 'u'], attr: { T: FLOAT, N: { i: '2' }, axis: { i: '1' } } },
    ],
  },
  'a cut out of a block': {
    shape: [1, 5, 6],
    weights: { b: { shape: [3], values: [0, 1, 2] }, s: { shape: [3], values: [-1, 3, 2] } },
    nodes: one('Slice', ['x', 'b', 's'], { Index: { type: 'DT_INT32' } }),
  },
  'a shape taken from another value': {
    shape: [1, 4, 6],
    weights: {
      zero: { shape: [1], values: [0] },
      one: { shape: [1], values: [1] },
      rows: { shape: [], values: [-1] },
      wide: { shape: [], values: [8] },
    },
    nodes: [
      { name: 's', op: 'Shape', input: ['x'] },
      {
        name: 'n',
        op: 'StridedSlice',
        input: ['s', 'zero', 'one', 'one'],
        attr: { shrink_axis_mask: { i: '1' }, begin_mask: { i: '0' }, end_mask: { i: '0' } },
      },
      { name: 'p', op: 'Pack', input: ['n', 'rows', 'wide'], attr: { N: { i: '3' }, axis: { i: '0' } } },
      { name: 'y', op: 'Reshape', input: ['x', 'p'], attr: { T: FLOAT } },
    ],
  },
  'copies beside each other': {
    shape: [1, 4, 3],
    weights: { t: { shape: [3], values: [2, 1, 3] } },
    nodes: one('Tile', ['x', 't']),
  },
  'a layer of weights': {
    shape: [1, 6],
    weights: { w: { shape: [6, 4] }, b: { shape: [4] } },
    nodes: one('_FusedMatMul', ['x', 'w', 'b'], {
      ...fused('BiasAdd'),
      transpose_a: { b: false },
      transpose_b: { b: false },
    }),
  },
  'the numbers at places': {
    shape: [4, 5, 2],
    weights: { p: { shape: [3, 2], values: [0, 1, 3, 4, 2, 2] } },
    nodes: one('GatherNd', ['x', 'p'], { Tindices: { type: 'DT_INT32' } }),
  },
  'the place of the largest': {
    shape: [9, 4],
    weights: { a: { shape: [], values: [0] } },
    nodes: one('ArgMax', ['x', 'a'], { Tidx: { type: 'DT_INT32' }, output_type: { type: 'DT_INT32' } }),
  },
} satisfies Record<string, Case>)
for (const [name, flags] of Object.entries({
  'by pixel corners': { half_pixel_centers: { b: false }, align_corners: { b: false } },
  'by pixel centres': { half_pixel_centers: { b: true }, align_corners: { b: false } },
  'from edge to edge': { half_pixel_centers: { b: false }, align_corners: { b: true } },
}))
  for (const size of [
    [8, 10],
    [3, 2],
    [7, 11],
  ])
    CASES[`resizing to ${size.join(' x ')} ${name}`] = {
      shape: [1, 4, 5, 2],
      weights: { s: { shape: [2], values: size } },
      nodes: one('ResizeBilinear', ['x', 's'], flags),
    }

/** The files of a model whose whole numbers are those weights that were given as values. */
function filesOf({ shape, nodes, weights = {} }: Case, random: () => number): Map<string, Uint8Array> {
  const parts: Uint8Array[] = []
  const manifest = Object.entries(weights).map(([name, { shape, values }]) => {
    const count = shape.reduce((product, length) => product * length, 1)
    const isInteger = values !== undefined && nodes.every(({ op }) => op !== 'FusedBatchNorm') && name !== 'n'
    const numbers = values ?? Array.from({ length: count }, () => random() * 2 - 1)
    parts.push(new Uint8Array((isInteger ? Int32Array : Float32Array).from(numbers).buffer))
    return { name, shape, dtype: isInteger ? 'int32' : 'float32' }
  })
  const dim = shape.map((size) => ({ size: String(size) }))
  const node = [
    { name: 'x', op: 'Placeholder', attr: { dtype: FLOAT, shape: { shape: { dim } } } },
    ...manifest.map(({ name, dtype }) => ({
      name,
      op: 'Const',
      attr: { dtype: { type: dtype === 'int32' ? 'DT_INT32' : 'DT_FLOAT' } },
    })),
    ...nodes,
  ]
  const description = {
    format: 'graph-model',
    modelTopology: { node, versions: {} },
    weightsManifest: [{ paths: ['weights.bin'], weights: manifest }],
  }
  return new Map([
    ['model.json', Buffer.from(JSON.stringify(description))],
    ['weights.bin', Buffer.concat(parts)],
  ])
}

describe('an operator of TensorFlow.js comes out of its conversion as TensorFlow.js computes it', () => {
  let tf: Tensorflow
  before(async () => {
    tf = await tensorflow()
  })

  for (const [name, each] of Object.entries(CASES))
    test(name, async () => {
      const random = seeded(name.length)
      const files = filesOf(each, random)
      const outputs = Object.fromEntries((each.outputs ?? ['y']).map((node, place) => [`out${place}`, node]))
      const x = Float32Array.from({ length: each.shape.reduce((a, b) => a * b, 1) }, () => random() * 4 - 2)

      const model = await loadGraph(tf, files.get('model.json')!, files)
      const expected = [model.execute({ x: tf.tensor(x, each.shape) }, Object.values(outputs))].flat()
      const onnx = tfjsToOnnx(files.get('model.json')!, files, { input: { node: 'x', shape: each.shape }, outputs })
      const session = await openSession(onnx, '')
      const got = await session.run({ input: x })

      for (const [place, tensor] of expected.entries()) {
        assert.deepEqual(session.shapes.outputs[`out${place}`], tensor.shape)
        assert.ok(farthest(tensor.dataSync(), got[`out${place}`]!) < 1e-5)
      }
    })
})
