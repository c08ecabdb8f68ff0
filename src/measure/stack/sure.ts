import type { Lattice } from './lattice.ts'

const SURE_VALUE = 0.5
const SURE_VALUE_OF_ONE_ROW = 0.45

/** How alike faces must be to be believed. Two alone repeat nothing: two of anything are alike by chance. */
export function sureValue({ across, down }: Lattice): number {
  if (across * down === 2) return Number.POSITIVE_INFINITY
  return down === 1 ? SURE_VALUE_OF_ONE_ROW : SURE_VALUE
}
