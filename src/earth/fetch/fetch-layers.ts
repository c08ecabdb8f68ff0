import type { Sources } from '../sources/sources.ts'
import { Unreadable } from '../unreadable.ts'
import { fetchClip } from './fetch-clip.ts'
import type { PlannedTile } from './plan.ts'
import { verifyFile } from './verify-file.ts'

export interface FetchedTile {
  layer: string
  tile: string
  state: 'fetched' | 'here' | 'nothing' | 'failed'
  /** The file where there is one, else why there is none. */
  says: string
  bytes: number
}

export interface Progress {
  written: number
  total: number
  name: string
}

/** One file after the other; what fails is said, and leaves the others to be fetched. */
export async function fetchLayers(
  sources: Sources,
  plans: PlannedTile[],
  report: (progress: Progress) => void,
): Promise<FetchedTile[]> {
  const total = plans.reduce((sum, plan) => sum + (plan.state === 'to_fetch' ? plan.clip.size : 0), 0)
  const fetched: FetchedTile[] = []
  let before = 0
  for (const plan of plans) {
    const named = { layer: plan.layer.id, tile: plan.tile.name, bytes: 0 }
    if (plan.state === 'to_fetch') {
      const name = `${plan.layer.id} ${plan.tile.name}`
      fetched.push({
        ...named,
        ...(await fetchOne(sources, plan, (written) => report({ written: before + written, total, name }))),
      })
      before += plan.clip.size
    } else fetched.push({ ...named, state: plan.state, says: plan.state === 'here' ? plan.path : plan.why })
  }
  return fetched
}

async function fetchOne(
  sources: Sources,
  plan: PlannedTile & { state: 'to_fetch' },
  report: (written: number) => void,
): Promise<Pick<FetchedTile, 'state' | 'says' | 'bytes'>> {
  const { layer, version, tile, file, clip, path } = plan
  try {
    await fetchClip({
      clip,
      path,
      read: (offset, length) => sources.remote.bytes(layer, file, offset, length),
      verify: async (part) => void (await verifyFile(part, { layer, version, tile })),
      report,
    })
    return { state: 'fetched', says: path, bytes: clip.size }
  } catch (error) {
    if (error instanceof Unreadable) return { state: 'failed', says: error.message, bytes: 0 }
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { state: 'failed', says: `${path} cannot be written (${code})`, bytes: 0 }
  }
}
