/** Draws that are the same everywhere for the same seed: a scene must be repeatable to the byte. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  between(low: number, high: number): number
  gaussian(): number
  pick<Choice>(choices: readonly Choice[]): Choice
}

export function random(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    gaussian: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick: (choices) => choices[Math.floor(next() * choices.length)]!,
  }
}

/** Smooth noise between 0 and 1 over the plane, one feature a unit. */
export function grain(x: number, y: number, seed: number): number {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const right = ease(x - column)
  const down = ease(y - row)
  const top = lattice(column, row, seed) * (1 - right) + lattice(column + 1, row, seed) * right
  const bottom = lattice(column, row + 1, seed) * (1 - right) + lattice(column + 1, row + 1, seed) * right
  return top * (1 - down) + bottom * down
}

const ease = (t: number) => t * t * (3 - 2 * t)

function lattice(column: number, row: number, seed: number): number {
  let mixed = Math.imul(column, 374761393) + Math.imul(row, 668265263) + Math.imul(seed, 2246822519)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296
}
