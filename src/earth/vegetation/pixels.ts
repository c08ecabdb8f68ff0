import type { Place, UnreadCause } from '../types.ts'

export type PixelRead =
  | { outcome: 'value'; value: number; row: number; col: number }
  | { outcome: 'outside' }
  | { outcome: 'unread'; why: string; cause: UnreadCause }

/** The stored numbers at places, in their order; where a file lies, it says itself. */
export type ReadPixels = (href: string, places: Place[]) => Promise<PixelRead[]>
