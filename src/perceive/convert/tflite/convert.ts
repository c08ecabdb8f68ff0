import { Graph } from '../onnx/graph.ts'
import type { Value } from '../onnx/value.ts'
import { OPERATORS } from './operators/index.ts'
import { readTflite } from './read.ts'

export interface TfliteConversion {
  /** What the one input and the outputs, in their order in the file, are called. */
  input: string
  outputs: string[]
}

export function tfliteToOnnx(file: Uint8Array, names: TfliteConversion): Uint8Array {
  const { tensors, nodes, inputs, outputs } = readTflite(file)
  if (inputs.length !== 1 || outputs.length !== names.outputs.length)
    throw new Error(`the model has ${inputs.length} inputs and ${outputs.length} outputs`)
  const graph = new Graph()
  const made = new Map<number, Value>(tensors.flatMap(({ constant }, index) => (constant ? [[index, constant]] : [])))
  const { shape, type } = tensors[inputs[0]!]!
  made.set(inputs[0]!, graph.input(names.input, shape, type))
  for (const { code, inputs, outputs, options } of nodes) {
    const operator = OPERATORS[code]
    if (operator === undefined) throw new Error(`the operator ${code} is not converted`)
    const values = inputs.filter((index) => index >= 0).map((index) => made.get(index)!)
    const wanted = tensors[outputs[0]!]!.shape
    const value = operator(graph, values, { table: options, shape: wanted })
    if (String(value.shape) !== String(wanted))
      throw new Error(`the operator ${code} came out as ${value.shape}, where the file says ${wanted}`)
    made.set(outputs[0]!, value)
  }
  for (const [place, name] of names.outputs.entries()) graph.output(name, made.get(outputs[place]!)!)
  return graph.bytes()
}
