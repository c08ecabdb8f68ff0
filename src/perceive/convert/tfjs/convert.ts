import { Graph } from '../onnx/graph.ts'
import type { Value } from '../onnx/value.ts'
import { numberType } from './attributes.ts'
import { OPERATORS } from './operators/index.ts'
import { readTfjs, type TfjsGraph, type TfjsNode } from './read.ts'

export interface TfjsConversion {
  /** The graph is cut here: what lies before it (resizing, loops over a batch) is ours to do. */
  input: { node: string; shape: readonly number[] }
  /** Name of the ONNX output -> node. */
  outputs: Record<string, string>
}

/** `files` by their name without a folder. */
export function tfjsToOnnx(
  description: Uint8Array,
  files: Map<string, Uint8Array>,
  { input, outputs }: TfjsConversion,
): Uint8Array {
  const tfjs = readTfjs(description, files)
  const graph = new Graph()
  const cut = tfjs.nodes.get(input.node)
  if (cut === undefined) throw new Error(`the graph has no node ${input.node}`)
  const type = cut.op === 'Placeholder' ? numberType(cut, 'dtype') : 'float32'
  const made = new Map<string, Value[]>([[input.node, [graph.input('input', input.shape, type)]]])
  for (const name of inOrder(tfjs, Object.values(outputs), input.node)) {
    const node = tfjs.nodes.get(name)!
    const inputs = dataOf(node).map((input) => taken(made, input))
    made.set(name, node.op === 'Const' ? [weight(tfjs, name)] : written(graph, inputs, node))
  }
  for (const [name, node] of Object.entries(outputs)) graph.output(name, taken(made, node))
  return graph.bytes()
}

function written(graph: Graph, inputs: Value[], node: TfjsNode): Value[] {
  const operator = OPERATORS[node.op]
  if (operator === undefined) throw new Error(`${node.name}: the operator ${node.op} is not converted`)
  return [operator(graph, inputs, node)].flat()
}

function weight({ weights }: TfjsGraph, name: string): Value {
  const value = weights.get(name)
  if (value === undefined) throw new Error(`${name} is a constant without weights`)
  return value
}

/** What the outputs need, each node after those it takes from. */
function inOrder({ nodes }: TfjsGraph, outputs: string[], cut: string): string[] {
  const order: string[] = []
  const seen = new Set([cut])
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const node = nodes.get(name)
    if (node === undefined) throw new Error(`the graph has no node ${name}`)
    for (const input of dataOf(node)) visit(sourceOf(input).name)
    order.push(name)
  }
  for (const output of outputs) visit(sourceOf(output).name)
  return order
}

/** `^name` is only an order in time. */
function dataOf({ input = [] }: TfjsNode): string[] {
  return input.filter((name) => !name.startsWith('^'))
}

/** `name:1` is the second output of a node. */
function sourceOf(edge: string): { name: string; port: number } {
  const [name, port = '0'] = edge.split(':')
  return { name: name!, port: Number(port) }
}

function taken(made: Map<string, Value[]>, edge: string): Value {
  const { name, port } = sourceOf(edge)
  return made.get(name)![port]!
}
