import { type Attributes, modelBytes, type OnnxNode, type OnnxTensor } from './encode.ts'
import type { NumberType, Value } from './value.ts'

export const TO_CHANNELS_FIRST = [0, 3, 1, 2]
export const TO_CHANNELS_LAST = [0, 2, 3, 1]

/**
 * An ONNX graph while it grows. TensorFlow keeps channels last and ONNX first; a value can have a twin in the other
 * order, and the transposition between the two is written only where something really asks for it.
 */
export class Graph {
  #nodes: OnnxNode[] = []
  #initializers: { name: string; value: Value }[] = []
  #inputs: OnnxTensor[] = []
  #outputs: OnnxTensor[] = []
  #names = new Map<Value, string>()
  #firsts = new Map<Value, Value>()
  #lasts = new Map<Value, Value>()

  input(name: string, shape: readonly number[], type: NumberType): Value {
    const value: Value = { shape, type }
    this.#names.set(value, name)
    this.#inputs.push({ name, value })
    return value
  }

  output(name: string, value: Value): void {
    this.#nodes.push({ op: 'Identity', inputs: [this.#nameOf(value)], outputs: [name], attributes: {} })
    this.#outputs.push({ name, value })
  }

  /** One node with one result, of the first input's type unless another is named. */
  emit(
    op: string,
    inputs: (Value | null)[],
    attributes: Attributes,
    shape: readonly number[],
    type?: NumberType,
  ): Value {
    const result: Value = { shape, type: type ?? inputs[0]!.type }
    this.emitMany(op, inputs, attributes, [result])
    return result
  }

  emitMany(op: string, inputs: (Value | null)[], attributes: Attributes, results: Value[]): void {
    const names = inputs.map((value) => (value === null ? '' : this.#nameOf(value)))
    const outputs = results.map((value) => this.#nameAnew(value))
    this.#nodes.push({ op, inputs: names, outputs, attributes })
  }

  channelsFirst(value: Value): Value {
    const known = this.#firsts.get(value)
    if (known !== undefined) return known
    const first = this.emit('Transpose', [value], { perm: TO_CHANNELS_FIRST }, pick(value.shape, TO_CHANNELS_FIRST))
    this.#pair(first, value)
    return first
  }

  /** The same value as TensorFlow means it; nothing is written until it is used in that order. */
  channelsLast(first: Value): Value {
    const known = this.#lasts.get(first)
    if (known !== undefined) return known
    const last: Value = { shape: pick(first.shape, TO_CHANNELS_LAST), type: first.type }
    this.#pair(first, last)
    return last
  }

  hasChannelsFirst(value: Value): boolean {
    return this.#firsts.has(value)
  }

  bytes(): Uint8Array {
    return modelBytes(this.#nodes, this.#initializers, this.#inputs, this.#outputs)
  }

  #pair(first: Value, last: Value): void {
    this.#firsts.set(last, first)
    this.#lasts.set(first, last)
  }

  #nameOf(value: Value): string {
    const known = this.#names.get(value)
    if (known !== undefined) return known
    if (value.constant !== undefined) {
      const name = this.#nameAnew(value)
      this.#initializers.push({ name, value })
      return name
    }
    const first = this.#firsts.get(value)
    if (first === undefined) throw new Error('a value is used before anything makes it')
    this.emitMany('Transpose', [first], { perm: TO_CHANNELS_LAST }, [value])
    return this.#names.get(value)!
  }

  #nameAnew(value: Value): string {
    const name = `v${this.#names.size}`
    this.#names.set(value, name)
    return name
  }
}

function pick(shape: readonly number[], axes: number[]): number[] {
  return axes.map((axis) => shape[axis]!)
}
