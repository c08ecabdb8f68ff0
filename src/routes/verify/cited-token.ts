import type { Context } from '../../context.ts'
import { parseToken, TOKEN_SHAPES } from '../../evidence/tokens.ts'
import { type TokenVerdict, verifyToken } from '../../external/verify-token.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type Cited, citedReceipt, nothing } from './cited-receipt.ts'

/** What a token names, found and judged; a token that cannot be read is the caller's to mend. */
export async function citedToken(text: string, claimed: unknown, context: Context): Promise<Cited> {
  const { token, refusal } = parseToken(text, context.operator.profile.word)
  if (refusal !== null)
    throw new Refusal('invalid_input', `token: ${refusal.reason}`, {
      detail: { code: refusal.code, shapes: TOKEN_SHAPES },
      fix: { do: `Send a token of one of these shapes: ${TOKEN_SHAPES.join(', ')}.`, body: { token: '0'.repeat(64) } },
    })
  switch (token.kind) {
    case 'receipt_cid':
      return byCid(token.cid, claimed, context)
    case 'moment':
      return reading(await byCid(token.clipReceiptCid, undefined, context))
    case 'card':
      return nothing(true, 'this service holds no place card with this id')
    case 'lineage':
      return nothing(true, 'this service holds no derivation with this id')
    default: {
      const verdict: TokenVerdict = await verifyToken(token, { claimedValue: claimed }, context.operator)
      return { ...verdict }
    }
  }
}

/** A moment is a reading of a frame; that its clip is on record says nothing about what was read in it. */
function reading(clip: Cited): Cited {
  if (clip.matches !== true) return clip
  return nothing(
    true,
    'the receipt of the clip holds, but this service has no reading of that frame by that detector on record',
  )
}

/** An outage is not an absence: only a log that answered can say that there is no such receipt. */
async function byCid(cid: string, claimed: unknown, context: Context): Promise<Cited> {
  try {
    const receipt = await context.ledger.find(cid)
    if (receipt === undefined) return nothing(true, 'this service holds no receipt with this content id')
    return await citedReceipt(receipt as unknown as Record<string, unknown>, undefined, claimed, context)
  } catch (error) {
    if (error instanceof Refusal && error.status === 503) return nothing(false, error.reason)
    throw error
  }
}
