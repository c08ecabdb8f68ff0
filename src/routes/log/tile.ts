import { z } from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { bytes } from '../../operation/answer.ts'
import { defineRoute } from '../../operation/route.ts'
import { parseTilePath } from '../../store/log/tile-path.ts'

/** A tile never changes, so it may be kept for ever; one that is not full yet has an address of its own. */
export default defineRoute({
  method: 'GET',
  path: '/log/tile/{tile*}',
  group: 'verify',
  summary: 'Hashes or entries of the log as C2SP tlog-tiles.',
  description: 'Such as `0/000`, `1/x001/234`, `0/000.p/17`, `entries/000`. An entry is the 32 bytes of a content id.',
  auth: 'none',
  cache: 'immutable',
  input: z.strictObject({ tile: z.string().max(100) }),
  output: { type: 'application/octet-stream', description: 'The hashes of the tile, or its length-prefixed entries.' },
  async handle({ tile }, { context }) {
    const wanted = parseTilePath(`/log/tile/${tile}`)
    const found =
      wanted === undefined
        ? null
        : wanted.kind === 'entries'
          ? await context.log.entries(wanted.index, wanted.width)
          : await context.log.tile(wanted.level, wanted.index, wanted.width)
    if (found === null)
      throw new Refusal(
        'not_found',
        wanted === undefined ? 'this is no address of a tile' : 'the log does not reach this tile yet',
        {
          fix: {
            do: 'Read the size from /log/checkpoint; tiles are addressed as C2SP tlog-tiles lays down.',
            call: 'curl "$BASE/log/checkpoint"',
          },
        },
      )
    return bytes('application/octet-stream', found)
  },
})
