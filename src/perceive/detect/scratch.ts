const idle = new Map<number, Float32Array[]>()

/** Large arrays of zeros that are used again: fresh ones for every look cost a twentieth of the look. */
export async function withScratch<Result>(
  length: number,
  use: (numbers: Float32Array) => Promise<Result>,
): Promise<Result> {
  const shelf = idle.get(length) ?? []
  idle.set(length, shelf)
  const numbers = shelf.pop()?.fill(0) ?? new Float32Array(length)
  try {
    return await use(numbers)
  } finally {
    shelf.push(numbers)
  }
}
