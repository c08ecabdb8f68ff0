import { z } from 'zod'
import { decodeHex } from '../../evidence/encoding.ts'
import { defineRoute } from '../../operation/route.ts'
import { Cid, Proof } from './shapes.ts'

export default defineRoute({
  method: 'GET',
  path: '/api/world-model/verify/log/proof/{cid}',
  group: 'verify',
  summary: 'The RFC 6962 inclusion proof of a receipt under the present head.',
  description: '`found: false` is an answer, not an error: nothing with this content id is in the log.',
  auth: 'none',
  input: z.strictObject({ cid: Cid }),
  output: Proof.extend({ found: z.boolean() }),
  examples: [
    {
      name: 'a content id that was never logged',
      input: { cid: '0'.repeat(64) },
      output: {
        found: false,
        leaf_index: null,
        tree_size: null,
        leaf_hash: null,
        audit_path: null,
        root_sha256: null,
        sth: null,
      },
    },
  ],
  async handle({ cid }, { context }) {
    const proof = await context.log.proofByCid(decodeHex(cid)!)
    if (proof !== null) return { found: true, ...proof }
    const sth = await context.log.latest()
    return {
      found: false,
      leaf_index: null,
      tree_size: sth?.payload.tree_size ?? 0,
      leaf_hash: null,
      audit_path: null,
      root_sha256: sth?.payload.root_sha256 ?? null,
      sth,
    }
  },
})
