import type { Lattice } from './lattice.ts'

const SURE_VALUE = 0.5
const SURE_VALUE_OF_ONE_ROW = 0.45
const SURE_VALUE_OF_TWO = 0.7

/** How alike faces must be to be believed: the fewer there are, the more. */
export function sureValue({ across, down }: Lattice): number {
  if (across * down === 2) return SURE_VALUE_OF_TWO
  return down === 1 ? SURE_VALUE_OF_ONE_ROW : SURE_VALUE
}
