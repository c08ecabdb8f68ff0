import type { Ring } from '../../earth/sampling/ring.ts'
import { type NotSampled, type SampledRing, sampleRing } from '../../earth/sampling/sample-ring.ts'
import type { Corner } from '../../earth/sampling/segments.ts'
import type { Place } from '../../earth/types.ts'
import type { Fix } from '../../kernel/refusal.ts'
import type { Call } from '../../operation/route.ts'
import type { RingAsked } from '../../work/jobs/sample-ring.ts'
import { refuse } from './land-use.ts'

export const A_RING: { coordinates: [number, number][]; sample_points: number } = {
  coordinates: [
    [0.3, 6.6],
    [0.3, 6.8],
    [0.4, 6.7],
  ],
  sample_points: 25,
}

/** Up to so many corners take less than a few milliseconds; with more, others would wait. */
const CORNERS_AT_ONCE = 100

/** [lat, lon] pairs as a ring with places inside, or the refusal that says why they are none. */
export async function sampledRing(
  pairs: [number, number][],
  sample_points: number,
  { context, address, signal }: Call,
  mended: (fix: Fix) => Fix,
): Promise<{ ring: Ring; places: Place[] }> {
  const asked: RingAsked = { corners: pairs.map(([lat, lon]): Corner => [lon, lat]), count: sample_points }
  const sampled =
    pairs.length > CORNERS_AT_ONCE
      ? await context.pool.run<SampledRing>('sample-ring', asked, { address, signal })
      : sampleRing(asked.corners, sample_points)
  return 'fault' in sampled ? refuseRing(sampled, sample_points, mended) : sampled
}

function refuseRing(fault: NotSampled, sample_points: number, mended: (fix: Fix) => Fix): never {
  const { reason, fix, detail } = refusalOf(fault, sample_points)
  return refuse(reason, mended(fix), detail)
}

interface RingRefusal {
  reason: string
  fix: Fix
  detail?: Record<string, unknown>
}

function refusalOf(fault: NotSampled, sample_points: number): RingRefusal {
  switch (fault.fault) {
    case 'crosses_itself':
      return {
        reason: `the ring crosses or touches itself: edges ${fault.edges[0]} and ${fault.edges[1]} meet`,
        fix: {
          do: 'Give the corners in order along the edge, each once; ask for parts that touch ring by ring.',
          body: A_RING,
        },
        detail: { edges: fault.edges },
      }
    case 'edge_too_wide': {
      const bodies = fault.eitherSide?.map((ring) => ({ coordinates: pairsOf(ring), sample_points }))
      return {
        reason: `edge ${fault.edge} spans more than 180 degrees of longitude: it could mean either way round the globe`,
        fix: {
          do: `${bodies ? 'Send one request for each of the rings either side of 180°.' : 'Cut the ring at 180° and send one request for each part.'} If the long way round is meant, put a corner in between.`,
          body: bodies?.[0] ?? A_RING,
          ...(bodies && { bodies }),
        },
        detail: { edge: fault.edge },
      }
    }
    case 'too_thin':
      return {
        reason: 'the ring is too thin to hold a point that can be told from its edge',
        fix: {
          do: 'Widen the ring, or ask for one point with GET /api/tool/satellite/lulc/analyze.',
          body: A_RING,
        },
      }
    case 'no_area':
      return { reason: 'the ring has no area: its corners lie on one line', fix: THREE_CORNERS }
    case 'too_few_corners':
      return { reason: 'fewer than three of the corners differ: that is no ring', fix: THREE_CORNERS }
  }
}

const THREE_CORNERS: Fix = { do: 'Give at least three corners that do not lie on one line.', body: A_RING }

function pairsOf(ring: Ring): number[][] {
  return ring.map(([lng, lat]) => [lat, lng])
}
