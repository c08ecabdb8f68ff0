import { setTimeout as sleep } from 'node:timers/promises'
import { getSystemErrorMessage } from 'node:util'
import { z } from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { Answer } from '../../operation/answer.ts'
import { defineRoute } from '../../operation/route.ts'

const Part = z.object({ ok: z.boolean(), reason: z.string().nullable() })
const Health = z.object({
  status: z.enum(['ok', 'failing']),
  version: z.string(),
  failing: z.array(z.string()),
  parts: z.object({ database: Part, blobs: Part, log: Part }),
  receipts: z.object({ issued: z.int(), logged: z.int() }),
  log: z.object({ tree_size: z.int().nullable() }),
  models: z.record(z.string(), z.enum(['ready', 'building', 'not_built'])),
})

export default defineRoute({
  method: 'GET',
  path: '/api/health',
  group: 'service',
  summary: 'Whether the database, the blobs and the log answer, each of them touched for this reply.',
  auth: 'none',
  input: z.strictObject({}),
  output: Health,
  alsoAnswers: { 503: { description: 'One of the three does not answer; `failing` names it.', schema: Health } },
  examples: [
    {
      name: 'all well',
      input: {},
      output: {
        status: 'ok',
        version: '2.1.0',
        failing: [],
        parts: {
          database: { ok: true, reason: null },
          blobs: { ok: true, reason: null },
          log: { ok: true, reason: null },
        },
        receipts: { issued: 12, logged: 12 },
        log: { tree_size: 12 },
        models: { nanodet: 'ready', ssdlite: 'ready', parts: 'not_built' },
      },
    },
  ],
  async handle(_input, { context }) {
    let treeSize: number | null = null
    const [database, blobs, log] = await Promise.all([
      probe(() => context.database.ping()),
      probe(() => context.blobs.ping()),
      probe(async () => {
        treeSize = (await context.log.latest())?.payload.tree_size ?? 0
      }),
    ])
    const parts = { database, blobs, log }
    const failing = Object.entries(parts)
      .filter(([, { ok }]) => !ok)
      .map(([name]) => name)
    const body = {
      status: failing.length === 0 ? ('ok' as const) : ('failing' as const),
      version: context.version,
      failing,
      parts,
      receipts: context.ledger.counts(),
      log: { tree_size: treeSize },
      // A missing model never makes the service unhealthy; it is listed so that an operator sees it.
      models: context.models.states(),
    }
    return failing.length === 0 ? body : new Answer(503, body)
  },
})

const ANSWER_WITHIN_MS = 3_000

async function probe(touch: () => Promise<unknown>): Promise<{ ok: boolean; reason: string | null }> {
  const enough = new AbortController()
  const late = sleep(ANSWER_WITHIN_MS, { ok: false, reason: `no answer within ${ANSWER_WITHIN_MS / 1000} s` }, enough)
  try {
    return await Promise.race([touch().then(() => ({ ok: true, reason: null })), late])
  } catch (error) {
    return { ok: false, reason: told(error) }
  } finally {
    enough.abort()
  }
}

/** What is wrong, without the paths and addresses of this machine: anyone may ask. */
function told(error: unknown): string {
  if (error instanceof Refusal) return error.reason
  const { errno, errstr, code } = error as { errno?: number; errstr?: string; code?: string }
  if (errno !== undefined) return getSystemErrorMessage(errno)
  return errstr ?? code ?? 'it does not answer'
}
