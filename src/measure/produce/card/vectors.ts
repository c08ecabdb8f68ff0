export type Vector = readonly [number, number, number]
export type Matrix = readonly [Vector, Vector, Vector]

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

export function scaled([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by]
}

export function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

export function unit(vector: Vector): Vector {
  return scaled(vector, 1 / Math.hypot(...vector))
}

/** About an axis, by as many radians as it is long. */
export function rotation(axis: Vector): Matrix {
  const angle = Math.hypot(...axis)
  const [s, c] = angle < 1e-9 ? [1, 0.5] : [Math.sin(angle) / angle, (1 - Math.cos(angle)) / (angle * angle)]
  const [x, y, z] = axis
  return [
    [1 - c * (y * y + z * z), c * x * y - s * z, c * x * z + s * y],
    [c * x * y + s * z, 1 - c * (x * x + z * z), c * y * z - s * x],
    [c * x * z - s * y, c * y * z + s * x, 1 - c * (x * x + y * y)],
  ]
}

export function multiplied(a: Matrix, b: Matrix): Matrix {
  const row = ([x, y, z]: Vector): Vector => [
    x * b[0][0] + y * b[1][0] + z * b[2][0],
    x * b[0][1] + y * b[1][1] + z * b[2][1],
    x * b[0][2] + y * b[1][2] + z * b[2][2],
  ]
  return [row(a[0]), row(a[1]), row(a[2])]
}
