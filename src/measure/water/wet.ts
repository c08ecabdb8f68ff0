import { centreOf, type Pixels, pixelAt, SEEN, type WaterWindow } from './window.ts'

/** Transitions of water that was there and is no longer: permanent lost, seasonal lost. */
const LOST = new Set([3, 6])
const [DRY, WET, NO_DATA, UNREAD] = SEEN.map((_, index) => index) as [number, number, number, number]

/**
 * Wet is where water recurs and has not been lost since. Where the transitions could not be read, or are those of
 * another version, recurrence decides alone.
 */
export function waterWindow(recurrence: Pixels, transitions: Pixels | null): WaterWindow {
  const { west, north, pixelWidthDeg, pixelHeightDeg, columns, rows, values, outcomes } = recurrence
  const seen = new Uint8Array(values.length)
  const lost = new Uint8Array(values.length)
  const transitionAt = lookUp(recurrence, transitions)
  for (let at = 0; at < values.length; at++) {
    if (outcomes[at] !== 0) seen[at] = outcomes[at] === 1 ? NO_DATA : UNREAD
    else if (values[at]! === 0) seen[at] = DRY
    else if (LOST.has(transitionAt(at))) lost[at] = 1
    else seen[at] = WET
  }
  return { west, north, pixelWidthDeg, pixelHeightDeg, columns, rows, seen, recurrence: values, lost }
}

/** Whether water stands anywhere in the window on recurrence alone. */
export function restsOnRecurrenceAlone(recurrence: Pixels, transitions: Pixels | null): boolean {
  const transitionAt = lookUp(recurrence, transitions)
  return recurrence.values.some(
    (value, at) => recurrence.outcomes[at] === 0 && value > 0 && transitionAt(at) === UNKNOWN,
  )
}

const UNKNOWN = -1
const ALIGNED = ['west', 'north', 'pixelWidthDeg', 'pixelHeightDeg', 'columns', 'rows'] as const

/** Clips of two layers need not begin at the same pixel. */
function lookUp(recurrence: Pixels, transitions: Pixels | null): (at: number) => number {
  if (transitions === null || transitions.version !== recurrence.version) return () => UNKNOWN
  const isAligned = ALIGNED.every((member) => transitions[member] === recurrence[member])
  return (at) => {
    if (isAligned) return transitions.outcomes[at] === 0 ? transitions.values[at]! : UNKNOWN
    const centre = centreOf(recurrence, Math.floor(at / recurrence.columns), at % recurrence.columns)
    const pixel = pixelAt(transitions, centre)
    if (pixel === null) return UNKNOWN
    const there = pixel.row * transitions.columns + pixel.col
    return transitions.outcomes[there] === 0 ? transitions.values[there]! : UNKNOWN
  }
}
