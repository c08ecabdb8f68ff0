import { readdirSync } from 'node:fs'
import { functionId } from '../function-id.ts'
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

export const MODES: Record<Mode, ModeTerms> = {
  fast: { detector: idOf('coco-fast'), threshold: 0.28, tiled: false },
  thorough: { detector: idOf('coco-thorough'), threshold: 0.3, tiled: true },
}

function idOf(name: string): string {
  const detecting = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts'))
  const sources = [...detecting.map((file) => `perceive/detect/${file}`), 'perceive/session.ts', 'imaging/decode.ts']
  return functionId(name, DETECTORS, sources)
}
