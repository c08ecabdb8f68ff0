export function median(values: number[]): number {
  return percentile(values, 50)
}

/** The value at or below which `percent` of them lie (nearest rank). */
export function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!
}
