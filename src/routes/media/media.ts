import { z } from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { defineRoute } from '../../operation/route.ts'
import { custody, MEDIA_SCHEMA, MediaReceipt } from './custody.ts'

const MOST_BYTES = 100 * 1000 * 1000
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, { error: 'a SHA-256 is 64 lower-case hex characters' })

export const upload = defineRoute({
  method: 'POST',
  path: '/api/world-model/media',
  group: 'verify',
  summary: 'Hand over a file and get a custody receipt for its bytes.',
  description:
    'The body is the file itself, 1 byte to 100 MB of any type. The same bytes again give the first receipt. Stored bytes are never served; the receipt stays when they are deleted.',
  auth: 'key',
  metered: 'upload',
  body: 'bytes',
  bodyLimit: MOST_BYTES,
  input: z.strictObject({}),
  output: MediaReceipt,
  async handle(_input, { context, key, upload, signal }) {
    const blob = await context.blobs.put(upload.stream, { limit: MOST_BYTES, signal }).catch(refuseTooLarge)
    if (blob.bytes === 0) {
      await context.blobs.delete(blob.sha256)
      throw new Refusal('empty_body', 'the body is empty: there are no bytes to hold', {
        fix: {
          do: 'Send the file as the body.',
          call: `curl -H 'Authorization: Bearer on_…' --data-binary @FILE "${context.config.baseUrl}/api/world-model/media"`,
        },
      })
    }
    const mediaType = upload.mediaType.split(';')[0]!.trim().toLowerCase() || 'application/octet-stream'
    const { media } = await context.storage.media.record({ owner: key!.owner, ...blob, mediaType, label: mediaType })
    if (media.receipt_cid !== null) return custody(media.receipt_cid, context)
    const { receipt } = await context.ledger.issue(MEDIA_SCHEMA, {
      media_sha256: media.sha256,
      bytes: media.bytes,
      media_type: media.media_type,
      received_at: media.created_at,
    })
    return custody(await context.storage.media.bindReceipt(media.sha256, receipt.payload_sha256), context)
  },
})

/** Closes the connection: a client that sends its whole body before it reads would otherwise wait on one nobody reads. */
function refuseTooLarge(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'too_large') throw error
  throw new Refusal('too_large', error.reason, {
    detail: { limit_bytes: MOST_BYTES },
    fix: { do: `Send at most ${MOST_BYTES} bytes.` },
    headers: { connection: 'close' },
  })
}

export const list = defineRoute({
  method: 'GET',
  path: '/api/world-model/media',
  group: 'verify',
  summary: "The key owner's uploads that are still stored, newest first.",
  auth: 'key',
  input: z.strictObject({ cursor: z.string().max(200).optional() }),
  output: z.object({
    items: z.array(
      z.object({
        sha256: z.string(),
        bytes: z.int(),
        media_type: z.string(),
        created_at: z.string(),
        receipt_cid: z.string().nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
  async handle({ cursor }, { context, key }) {
    const { items, next } = await context.storage.media.list(key!.owner, cursor)
    return {
      items: items.map(({ sha256, bytes, media_type, created_at, receipt_cid }) => ({
        sha256,
        bytes,
        media_type,
        created_at,
        receipt_cid,
      })),
      next,
    }
  },
})

export const remove = defineRoute({
  method: 'DELETE',
  path: '/api/world-model/media/{sha256}',
  group: 'verify',
  summary: 'Delete the bytes of an upload; its receipt stays, and its room is free at once.',
  auth: 'key',
  input: z.strictObject({ sha256: Sha256 }),
  output: z.object({ deleted: z.string(), receipt_stays_at: z.string() }),
  async handle({ sha256 }, { context, key }) {
    if (!(await context.storage.media.remove(key!.owner, sha256)))
      throw new Refusal('not_found', 'the owner of this key stores no upload with this SHA-256', {
        fix: {
          do: 'List the uploads first.',
          call: `curl -H 'Authorization: Bearer on_…' "${context.config.baseUrl}/api/world-model/media"`,
        },
      })
    return { deleted: sha256, receipt_stays_at: `${context.config.baseUrl}/api/world-model/media/receipt/${sha256}` }
  },
})
