import { Refusal } from '../kernel/refusal.ts'

const SQLITE_FULL = 13
const FILE_SYSTEM = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** A full disk is ours to mend, not the caller's: 503, and nothing of the request is kept. */
export function noRoom(problem: unknown): Refusal | undefined {
  if (!(problem instanceof Error)) return undefined
  const full =
    ('code' in problem && FILE_SYSTEM.includes(problem.code as string)) ||
    ('errcode' in problem && ((problem.errcode as number) & 0xff) === SQLITE_FULL)
  if (!full) return undefined
  return new Refusal('unavailable', 'the disk of this service is full: nothing was kept of this request', {
    fix: { do: 'Send the same request again later; the operator has to free space on the disk first.' },
    retryAfterS: 60,
    cause: problem,
  })
}
