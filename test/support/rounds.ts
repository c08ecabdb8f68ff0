/** How often a test repeats: few rounds in every run, the full count in `npm run test:long`. */
export const isLong = process.env.TEST_LONG === '1'

export function rounds(few: number, many: number): number {
  return isLong ? many : few
}
