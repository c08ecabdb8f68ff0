import { functionId, sourcesIn } from '../function-id.ts'
import type { ModelName } from '../models.ts'

export type Mode = 'fast' | 'thorough'

/** What both modes open. */
export const DETECTORS: ModelName[] = ['nanodet', 'ssdlite']

interface ModeTerms {
  /** The detectorFnId: two of them are never mixed in one count. */
  detector: string
  /** The default, chosen on other pictures than those the published accuracy was measured on. */
  threshold: number
  tiled: boolean
}

export const DETECTING: string[] = [...sourcesIn('perceive/detect'), 'perceive/session.ts', 'imaging/decode.ts']

export const MODES: Record<Mode, ModeTerms> = {
  fast: { detector: functionId('coco-fast', DETECTORS, DETECTING), threshold: 0.28, tiled: false },
  thorough: { detector: functionId('coco-thorough', DETECTORS, DETECTING), threshold: 0.3, tiled: true },
}
