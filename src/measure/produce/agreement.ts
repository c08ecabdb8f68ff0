/** Largest minus smallest over the median; null where there is nothing to compare. */
export function spreadShare(values: number[]): number | null {
  if (values.length < 2) return null
  return (Math.max(...values) - Math.min(...values)) / median(values)
}

export function median(values: number[]): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
