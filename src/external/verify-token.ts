import { canonicalize } from '../evidence/canonical.ts'
import { type Drift, driftBetween } from '../evidence/drift.ts'
import type { ExtToken } from '../evidence/tokens.ts'
import type { Json } from '../kernel/json.ts'
import type { Asked } from './asked.ts'
import type { Operator } from './operator.ts'

/** The reply of token verification. A null beside checked false: nobody was reached, nothing was checked. */
export interface TokenVerdict {
  /** True: the bytes behind the id were hashed here, lie where the token says, and agree with what was claimed. */
  matches: boolean | null
  checked: boolean
  value_verbatim: string | null
  drift: Drift | null
  /** Who vouches: `ext` when something signed by the pinned key cites it, else null. */
  signer: 'ext' | null
  reason: string | null
}

export interface TokenClaim {
  /** Undefined: nothing is claimed, and no drift is looked for. */
  claimedValue?: unknown
}

export function verifyToken(token: ExtToken, claim: TokenClaim, operator: Operator): Promise<TokenVerdict> {
  return token.kind === 'ext_bundle'
    ? verifyBundle(token.bundleCid, claim, operator)
    : verifyFact(token.factCid, token.kind === 'ext_fact' ? token.cell : null, claim, operator)
}

async function verifyFact(
  cid: string,
  citedCell: string | null,
  claim: TokenClaim,
  operator: Operator,
): Promise<TokenVerdict> {
  const asked = await operator.fact(cid)
  if (asked.holds !== true) return withoutValue(asked)
  const { cell, value, valueVerbatim } = asked.value
  if (citedCell !== null && citedCell !== cell) return mismatch('the fact lies in another cell than the token says')
  const resolution = await operator.resolve({ cell, factCid: cid })
  const spelled = resolution.holds === true ? resolution.value.valueVerbatim : null
  const verbatim = spelled !== null && spells(spelled, value) ? spelled : valueVerbatim
  return conclude(claim, value, verbatim, resolution.holds === true ? null : resolution.reason)
}

async function verifyBundle(cid: string, claim: TokenClaim, operator: Operator): Promise<TokenVerdict> {
  const asked = await operator.bundle(cid)
  if (asked.holds !== true) return withoutValue(asked)
  const citations = asked.value.citations as unknown as Json
  return conclude(claim, citations, canonicalize(citations), asked.value.unvouched)
}

function conclude(claim: TokenClaim, value: Json, verbatim: string, unvouched: string | null): TokenVerdict {
  const drift = claim.claimedValue === undefined ? null : driftBetween(claim.claimedValue, value, verbatim)
  const reasons: string[] = []
  if (drift?.drifted) reasons.push('the claimed value differs from the resolved one')
  if (unvouched !== null) reasons.push(`the bytes are those of the id, but no signature vouches for them: ${unvouched}`)
  return {
    matches: !drift?.drifted,
    checked: true,
    value_verbatim: verbatim,
    drift,
    signer: unvouched === null ? 'ext' : null,
    reason: reasons.length === 0 ? null : reasons.join('; '),
  }
}

function withoutValue(asked: Exclude<Asked<unknown>, { holds: true }>): TokenVerdict {
  const { checked, holds, reason } = asked
  return { matches: holds, checked, value_verbatim: null, drift: null, signer: null, reason }
}

function mismatch(reason: string): TokenVerdict {
  return { matches: false, checked: true, value_verbatim: null, drift: null, signer: null, reason }
}

/** The operator's spelling is passed on only where it says what its committed bytes say. */
function spells(text: string, value: Json): boolean {
  try {
    return !driftBetween(JSON.parse(text), value).drifted
  } catch {
    return text === value
  }
}
