export type NumberType = 'float32' | 'int32' | 'int64'

/** What flows along an edge of the graph; its whole content where that is known while converting. */
export interface Value {
  shape: readonly number[]
  type: NumberType
  constant?: readonly number[] | Float32Array
}

export function constant(content: readonly number[] | Float32Array, shape: readonly number[], type: NumberType): Value {
  if (content.length !== sizeOf(shape))
    throw new Error(`${content.length} numbers do not fill the shape ${shape.join(' x ')}`)
  return { shape, type, constant: content }
}

/** Shapes, axes and the like, which ONNX takes as 64-bit numbers. */
export function indices(content: readonly number[]): Value {
  return constant(content, [content.length], 'int64')
}

export function scalar(content: number): Value {
  return constant([content], [], 'float32')
}

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1)
}

export function numbersOf(value: Value): number[] {
  if (value.constant === undefined)
    throw new Error('a number that is only known at run time is needed while converting')
  return Array.from(value.constant)
}

/** `permuted(x, [2, 0, 1])` has the third axis of x first. */
export function permuted(value: Value, axes: readonly number[]): Value {
  const from = value.constant!
  const shape = axes.map((axis) => value.shape[axis]!)
  const strides = axes.map((axis) => sizeOf(value.shape.slice(axis + 1)))
  const content = new Float32Array(from.length)
  const position = axes.map(() => 0)
  for (let index = 0; index < content.length; index++) {
    let at = 0
    for (let axis = 0; axis < axes.length; axis++) at += position[axis]! * strides[axis]!
    content[index] = from[at]!
    for (let axis = axes.length - 1; axis >= 0 && ++position[axis]! === shape[axis]; axis--) position[axis] = 0
  }
  return constant(content, shape, value.type)
}

export function reshaped(value: Value, shape: readonly number[]): Value {
  return constant(value.constant!, shape, value.type)
}

export function broadcast(one: readonly number[], other: readonly number[]): number[] {
  const rank = Math.max(one.length, other.length)
  return Array.from({ length: rank }, (_, axis) => {
    const [a = 1, b = 1] = [one[axis - rank + one.length], other[axis - rank + other.length]]
    if (a !== b && a !== 1 && b !== 1) throw new Error(`shapes do not go together: ${one} and ${other}`)
    return Math.max(a, b)
  })
}
