import { Message } from './message.ts'
import type { NumberType, Value } from './value.ts'

/** A number that is no whole one by its meaning is written as { float }. */
export type Attributes = Record<string, number | string | readonly number[] | { float: number } | undefined>

export interface OnnxNode {
  op: string
  inputs: string[]
  outputs: string[]
  attributes: Attributes
}

export interface OnnxTensor {
  name: string
  value: Value
}

const IR_VERSION = 8
const OPSET = 13
const TYPE_CODES: Record<NumberType, number> = { float32: 1, int32: 6, int64: 7 }

/** Field numbers are those of onnx.proto. */
export function modelBytes(
  nodes: OnnxNode[],
  initializers: OnnxTensor[],
  inputs: OnnxTensor[],
  outputs: OnnxTensor[],
): Uint8Array {
  const graph = new Message()
  for (const node of nodes) graph.message(1, nodeMessage(node))
  graph.text(2, 'witnessmark')
  for (const each of initializers) graph.message(5, tensorMessage(each))
  for (const each of inputs) graph.message(11, valueMessage(each))
  for (const each of outputs) graph.message(12, valueMessage(each))
  return new Message()
    .int(1, IR_VERSION)
    .text(2, 'witnessmark')
    .message(7, graph)
    .message(8, new Message().text(1, '').int(2, OPSET))
    .encoded()
}

function nodeMessage({ op, inputs, outputs, attributes }: OnnxNode): Message {
  const message = new Message()
  for (const name of inputs) message.text(1, name)
  for (const name of outputs) message.text(2, name)
  message.text(4, op)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) message.message(5, attributeMessage(name, value))
  return message
}

function attributeMessage(name: string, value: NonNullable<Attributes[string]>): Message {
  const message = new Message().text(1, name)
  if (typeof value === 'number') return message.int(3, value).int(20, 2)
  if (typeof value === 'string') return message.text(4, value).int(20, 3)
  if ('float' in value) return message.float(2, value.float).int(20, 1)
  for (const each of value) message.int(8, each)
  return message.int(20, 7)
}

function tensorMessage({ name, value }: OnnxTensor): Message {
  const message = new Message()
  for (const length of value.shape) message.int(1, length)
  return message.int(2, TYPE_CODES[value.type]).text(8, name).bytes(9, contentBytes(value))
}

function contentBytes({ type, constant }: Value): Uint8Array {
  const content = constant!
  const width = type === 'int64' ? 8 : 4
  const bytes = new Uint8Array(content.length * width)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < content.length; index++) {
    if (type === 'float32') view.setFloat32(4 * index, content[index]!, true)
    else if (type === 'int32') view.setInt32(4 * index, content[index]!, true)
    else view.setBigInt64(8 * index, BigInt(content[index]!), true)
  }
  return bytes
}

function valueMessage({ name, value }: OnnxTensor): Message {
  const shape = new Message()
  for (const length of value.shape) shape.message(1, new Message().int(1, length))
  const tensor = new Message().int(1, TYPE_CODES[value.type]).message(2, shape)
  return new Message().text(1, name).message(2, new Message().message(1, tensor))
}
