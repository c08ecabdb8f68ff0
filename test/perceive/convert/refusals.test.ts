import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { halfFloats } from '../../../src/perceive/convert/half-float.ts'
import { Message } from '../../../src/perceive/convert/onnx/message.ts'
import { tfjsToOnnx } from '../../../src/perceive/convert/tfjs/convert.ts'
import { tfliteToOnnx } from '../../../src/perceive/convert/tflite/convert.ts'

function graph(nodes: object[], weights: object[] = [], bytes = new Uint8Array(0)) {
  const description = { modelTopology: { node: nodes }, weightsManifest: [{ paths: ['w.bin'], weights }] }
  const files = new Map<string, Uint8Array>([['w.bin', bytes]])
  const json = Buffer.from(JSON.stringify(description))
  return (outputs: Record<string, string>, cut = 'x') =>
    tfjsToOnnx(json, files, { input: { node: cut, shape: [1, 4] }, outputs })
}
const x = { name: 'x', op: 'Placeholder', attr: { dtype: { type: 'DT_FLOAT' } } }

describe('a graph that is not understood is refused by name, never converted in part', () => {
  test('an operator that is not known', () => {
    const convert = graph([x, { name: 'y', op: 'Erf', input: ['x'] }])
    assert.throws(() => convert({ y: 'y' }), /y: the operator Erf is not converted/)
  })

  test('a node that is not there', () => {
    const convert = graph([x])
    assert.throws(() => convert({ y: 'z' }), /no node z/)
    assert.throws(() => convert({ y: 'x' }, 'z'), /no node z/)
  })

  test('weights of another length than their shapes say, in a form that is not read, or from a file that is not there', () => {
    const weight = { name: 'w', shape: [4], dtype: 'float32' }
    assert.throws(() => graph([x], [weight], new Uint8Array(20))({ y: 'x' }), /take 16 of 20 bytes/)
    const packed = { ...weight, quantization: { dtype: 'uint8', scale: 1, min: 0 } }
    assert.throws(() => graph([x], [packed], new Uint8Array(4))({ y: 'x' }), /w are stored as uint8/)
    const description = { modelTopology: { node: [x] }, weightsManifest: [{ paths: ['other.bin'], weights: [] }] }
    const convert = () =>
      tfjsToOnnx(Buffer.from(JSON.stringify(description)), new Map(), {
        input: { node: 'x', shape: [1] },
        outputs: {},
      })
    assert.throws(convert, /lie in other.bin/)
  })

  test('shapes that do not go together', () => {
    const weight = { name: 'w', shape: [3], dtype: 'float32' }
    const nodes = [x, { name: 'w', op: 'Const' }, { name: 'y', op: 'AddV2', input: ['x', 'w'] }]
    assert.throws(() => graph(nodes, [weight], new Uint8Array(12))({ y: 'y' }), /do not go together/)
  })

  test('a file that is no TensorFlow Lite', () => {
    const names = { input: 'input', outputs: ['y'] }
    assert.throws(() => tfliteToOnnx(new Uint8Array(100), names), /no TensorFlow Lite file/)
  })
})

test('the same graph gives the same bytes', () => {
  const nodes = [x, { name: 'w', op: 'Const' }, { name: 'y', op: 'Mul', input: ['x', 'w'] }]
  const convert = graph(nodes, [{ name: 'w', shape: [4], dtype: 'float32' }], new Uint8Array(16).fill(63))
  assert.deepEqual(convert({ y: 'y' }), convert({ y: 'y' }))
})

test('numbers of half precision are read exactly', () => {
  const bits = [0x0000, 0x8000, 0x3c00, 0xc000, 0x3555, 0x7bff, 0x0001, 0x03ff, 0x0400, 0x7c00, 0xfc00]
  const values = [0, -0, 1, -2, 0.333251953125, 65504, 2 ** -24, 1023 * 2 ** -24, 2 ** -14, Infinity, -Infinity]
  assert.deepEqual([...halfFloats(new Uint8Array(Uint16Array.from(bits).buffer))], values)
  assert.ok(Number.isNaN(halfFloats(Uint8Array.from([1, 0x7c]))[0]))
})

test('messages are written as protobuf reads them', () => {
  const message = new Message()
    .int(1, 150)
    .int(2, -1)
    .text(3, 'testing')
    .float(4, 1)
    .message(5, new Message().int(1, 300))
  const hex = '089601' + '10ffffffffffffffffff01' + '1a0774657374696e67' + '250000803f' + '2a0308ac02'
  assert.equal(Buffer.from(message.encoded()).toString('hex'), hex)
})
