import type { UnreadCause } from '../types.ts'

export type PixelRead =
  | { outcome: 'value'; value: number; row: number; col: number }
  | { outcome: 'outside' }
  | { outcome: 'unread'; why: string; cause: UnreadCause }

/** The stored numbers at points in the file's own UTM zone, in the order of the points. */
export type ReadPixels = (
  href: string,
  points: { x: number; y: number }[],
  options: { epsg: number; signal?: AbortSignal },
) => Promise<PixelRead[]>
