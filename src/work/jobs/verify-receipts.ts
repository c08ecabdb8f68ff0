import { sodiumPrimitives } from '../../evidence/signatures/sodium.ts'
import type { Verdict } from '../../evidence/verdict.ts'
import { type AnyTrust, verifyAll } from '../../evidence/verify-any.ts'

/** 256 signatures are 15 ms of one core: too long a block for the thread that answers everybody. */
export default function verifyReceiptsJob({
  receipts,
  trust,
}: {
  receipts: unknown[]
  trust: AnyTrust
}): Promise<Verdict[]> {
  return verifyAll(receipts, trust, sodiumPrimitives)
}
