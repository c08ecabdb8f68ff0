import type { Operator } from '../operator.ts'
import { ACTIVATION } from './activation.ts'
import { ARITHMETIC } from './arithmetic.ts'
import { CONVOLUTION } from './convolution.ts'
import { INDEXING } from './indexing.ts'
import { MATRIX } from './matrix.ts'
import { SAMPLING } from './sampling.ts'
import { SHAPING } from './shaping.ts'
import { SIZES } from './sizes.ts'

export const OPERATORS: Record<string, Operator> = {
  Identity: (_graph, [value]) => value!,
  ...ACTIVATION,
  ...ARITHMETIC,
  ...CONVOLUTION,
  ...INDEXING,
  ...MATRIX,
  ...SAMPLING,
  ...SHAPING,
  ...SIZES,
}
