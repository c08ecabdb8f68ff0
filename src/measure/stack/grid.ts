import type { Box } from './boxes.ts'

/** Columns and rows between four outer lines. */
export interface Grid extends Box {
  across: number
  down: number
  /** How far the middle lies from where equal parts would have it, as a share of the whole: the stand was read a little wrong. */
  sagAcross: number
  sagDown: number
}

export function plainGrid({ left, right, top, bottom }: Box, across: number, down: number): Grid {
  return { left, right, top, bottom, across, down, sagAcross: 0, sagDown: 0 }
}

/** Where a share of the whole lies, as a share of the whole; below 0 and over 1 it is outside. */
export function sagged(share: number, sag: number): number {
  return share + 4 * sag * share * (1 - share)
}

/** Where the lines between columns are, outer ones included. */
export function columnLines({ left, right, across, sagAcross }: Grid): number[] {
  return Array.from({ length: across + 1 }, (_, line) => left + (right - left) * sagged(line / across, sagAcross))
}

export function rowLines({ top, bottom, down, sagDown }: Grid): number[] {
  return Array.from({ length: down + 1 }, (_, line) => top + (bottom - top) * sagged(line / down, sagDown))
}

export function cellSize({ left, right, top, bottom, across, down }: Grid): [wide: number, tall: number] {
  return [(right - left) / across, (bottom - top) / down]
}
