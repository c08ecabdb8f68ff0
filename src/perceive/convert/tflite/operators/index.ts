import type { Operator } from '../operator.ts'
import { ARITHMETIC } from './arithmetic.ts'
import { CONVOLUTION } from './convolution.ts'
import { SHAPING } from './shaping.ts'

/** By the operator's code in TensorFlow Lite's schema. */
export const OPERATORS: Record<number, Operator> = { ...ARITHMETIC, ...CONVOLUTION, ...SHAPING }
