import { z } from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { defineRoute } from '../../operation/route.ts'

const Stored = z.object({
  id: z.string(),
  kind: z.enum(['media', 'result', 'frame']),
  bytes: z.int(),
  sha256: z.string().nullable(),
  label: z.string(),
  created_at: z.string(),
})

export const list = defineRoute({
  method: 'GET',
  path: '/api/account/storage',
  group: 'account',
  summary: "What counts against the key owner's quota, newest first, a page at a time.",
  description: 'Works at the quota too. `next` of one page is the `cursor` of the following.',
  auth: 'key',
  input: z.strictObject({ cursor: z.string().max(200).optional() }),
  output: z.object({ used_bytes: z.int(), quota_bytes: z.int(), items: z.array(Stored), next: z.string().nullable() }),
  examples: [
    {
      name: 'one upload',
      input: {},
      output: {
        used_bytes: 5,
        quota_bytes: 1073741824,
        items: [
          {
            id: 'st_5cJrM0l8C0wA3m0B',
            kind: 'media',
            bytes: 5,
            sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
            label: 'text/plain',
            created_at: '2026-11-15T02:18:00.000Z',
          },
        ],
        next: null,
      },
    },
  ],
  async handle({ cursor }, { context, key }) {
    const { items, next } = await context.storage.list(key!.owner, cursor)
    return { ...(await context.storage.usage(key!.owner)), items, next }
  },
})

export const remove = defineRoute({
  method: 'DELETE',
  path: '/api/account/storage/{id}',
  group: 'account',
  summary: 'Delete one stored thing; its room is free at once. Receipts stay.',
  auth: 'key',
  input: z.strictObject({ id: z.string().max(100) }),
  output: z.object({ deleted: z.string(), used_bytes: z.int(), quota_bytes: z.int() }),
  async handle({ id }, { context, key }) {
    if (!(await context.storage.remove(key!.owner, id)))
      throw new Refusal('not_found', 'the owner of this key stores nothing under this id', {
        fix: {
          do: 'List the ids first.',
          call: `curl -H 'Authorization: Bearer on_…' "${context.config.baseUrl}/api/account/storage"`,
        },
      })
    return { deleted: id, ...(await context.storage.usage(key!.owner)) }
  },
})
