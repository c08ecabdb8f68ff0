/** How a region is shown in a square input, its shape kept. */
export interface Fitted {
  across: number
  down: number
  /** Pixels of the picture to a pixel of the input. */
  byX: number
  byY: number
}

export function fitted({ width, height }: { width: number; height: number }, side: number): Fitted {
  const scale = side / Math.max(width, height)
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  return { across, down, byX: width / across, byY: height / down }
}
