import { orAborted } from '../net/deadline.ts'
import { readPlaces } from './read-places.ts'
import { readWindow } from './read-window.ts'
import { describeLayer, LAYERS } from './registry/index.ts'
import { type LayerSettings, openSources } from './sources/sources.ts'
import type { Layers } from './types.ts'

/** A read that its caller gives up rejects, and still fills the caches for the next one. */
export function createLayers(settings: LayerSettings): Layers & { close(): void } {
  const { files, close } = openSources(settings)
  const never = new AbortController().signal
  return {
    read: (id, places, { signal = never } = {}) =>
      orAborted(readPlaces(files, LAYERS[id], places, { requests: 0 }), signal),
    window: (id, around, { signal = never } = {}) =>
      orAborted(readWindow(files, LAYERS[id], around, { requests: 0 }), signal),
    describe: describeLayer,
    close,
  }
}
