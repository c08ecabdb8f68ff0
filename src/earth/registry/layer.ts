import type { LayerId } from '../types.ts'
import type { Tiling } from './tiling.ts'
import type { LayerFamily } from './upstream.ts'

export interface Version {
  version: string
  year: number
  /** Where it differs from the layer's, which is that of the newest version. */
  attribution?: string
  /** Below the family's folder, such as recurrence/recurrence_0E_10N_v1_5_2024.tif. */
  path(tile: string): string
}

export interface Layer {
  id: LayerId
  family: LayerFamily
  title: string
  /** Newest first: the first is asked for upstream, older ones are read where they lie. */
  versions: [Version, ...Version[]]
  tiling: Tiling
  resolutionM: number
  attribution: string
  licence: string
  codes: Record<number, string>
  /** A value that the version cannot hold was not read from it. */
  isCode(value: number, version: Version): boolean
  noData: number[]
  /** Where upstream keeps no file, because the whole tile is open ocean. */
  absentTileIsNoData: boolean
}
