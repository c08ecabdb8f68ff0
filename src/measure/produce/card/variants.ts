import type { Paper } from '../types.ts'

export const LEAST_DPI = 72
export const MOST_DPI = 600

/** In the order of a marker's place on the card. */
export const CORNERS = ['top_left', 'top_right', 'bottom_left', 'bottom_right'] as const
export type Corner = (typeof CORNERS)[number]

export type MarkerIds = readonly [topLeft: number, topRight: number, bottomLeft: number, bottomRight: number]

const PAPERS: readonly Paper[] = ['a4', 'letter']
const RESOLUTIONS = MOST_DPI - LEAST_DPI + 1

/** A prime, and its square exceeds the number of variants: two digits tell the variant, whichever two they are. */
const BASE = 37

export function markerIds(paper: Paper, dpi: number): MarkerIds {
  const number = PAPERS.indexOf(paper) * RESOLUTIONS + dpi - LEAST_DPI
  const [a, b, c, d] = digitsOf(Math.floor(number / BASE), number % BASE)
  return [a, BASE + b, 2 * BASE + c, 3 * BASE + d]
}

function digitsOf(high: number, low: number): MarkerIds {
  return [high, low, (high + low) % BASE, (high + 2 * low) % BASE]
}

/** Null for a marker of the dictionary that no card carries. */
export function cornerOf(id: number): Corner | null {
  return CORNERS[Math.floor(id / BASE)] ?? null
}

/** The only variant whose ids these could all be; null where they contradict each other or are fewer than two. */
export function variantOf(ids: readonly number[]): { paper: Paper; dpi: number } | null {
  if (new Set(ids).size < 2) return null
  for (const paper of PAPERS) {
    for (let dpi = LEAST_DPI; dpi <= MOST_DPI; dpi++) {
      const own = markerIds(paper, dpi)
      if (ids.every((id) => own.includes(id))) return { paper, dpi }
    }
  }
  return null
}
