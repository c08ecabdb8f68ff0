import { type WaterDistance, waterDistance } from './distance.ts'
import type { Place } from './geodesic.ts'
import { restsOnRecurrenceAlone, waterWindow } from './wet.ts'
import type { Pixels, WaterWindow } from './window.ts'

export interface WaterSearch {
  recurrence: Pixels
  /** Null where none of the same version was read. */
  transitions: Pixels | null
  pin: Place
  radiiM: number[]
  bearings: number
}

export interface WaterFound {
  found: WaterDistance
  window: WaterWindow
  /** Somewhere water stands on recurrence alone, and may have been lost since. */
  isRecurrenceAlone: boolean
}

export function searchWindow({ recurrence, transitions, pin, radiiM, bearings }: WaterSearch): WaterFound {
  const window = waterWindow(recurrence, transitions)
  return {
    found: waterDistance(window, pin, radiiM, bearings),
    window,
    isRecurrenceAlone: restsOnRecurrenceAlone(recurrence, transitions),
  }
}
