import type { PublishedKeys } from '../../evidence/keys.ts'
import { sodiumPrimitives } from '../../evidence/signatures/sodium.ts'
import type { Verdict } from '../../evidence/verdict.ts'
import { verifyReceipts } from '../../evidence/verify-receipt.ts'

/** 256 signatures are 15 ms of one core: too long a block for the thread that answers everybody. */
export default function verifyReceiptsJob({
  receipts,
  keys,
}: {
  receipts: unknown[]
  keys: PublishedKeys
}): Promise<Verdict[]> {
  return verifyReceipts(receipts, { keys }, {}, sodiumPrimitives)
}
