import { type SampledRing, sampleRing } from '../../earth/sampling/sample-ring.ts'
import type { Corner } from '../../earth/sampling/segments.ts'

export interface RingAsked {
  corners: Corner[]
  count: number
}

/** A thousand corners in long teeth take half a second. */
export default function sampleRingAsked({ corners, count }: RingAsked): SampledRing {
  return sampleRing(corners, count)
}
