import { fourLetters } from './text.ts'

export interface Box {
  kind: string
  /** Where its content begins and ends. */
  from: number
  to: number
}

/** The boxes of an ISO base media file between two offsets; a box that leaves its parent ends the walk with an error. */
export function* boxes(view: DataView, from: number, to: number): Generator<Box> {
  for (let at = from; at < to; ) {
    let size = view.getUint32(at)
    let header = 8
    if (size === 1) {
      size = Number(view.getBigUint64(at + 8))
      header = 16
    } else if (size === 0) size = to - at
    if (size < header || at + size > to) throw new RangeError('a box is longer than what holds it')
    yield { kind: fourLetters(view, at + 4), from: at + header, to: at + size }
    at += size
  }
}

/** The brands of a file that begins with an `ftyp` box; empty for any other file. */
export function brands(view: DataView): string[] {
  if (view.byteLength < 16 || fourLetters(view, 4) !== 'ftyp') return []
  const end = Math.min(view.getUint32(0), view.byteLength)
  const found = [fourLetters(view, 8)]
  for (let at = 16; at + 4 <= end; at += 4) found.push(fourLetters(view, at))
  return found
}
