import { type Bundle, bundleCid, readBundle } from '../evidence/ext/bundle.ts'
import { factCid } from '../evidence/ext/content-id.ts'
import { type CommittedFact, readFact } from '../evidence/ext/fact.ts'
import {
  type ExtHead,
  type ExtInclusion,
  readHead,
  verifyExtConsistency,
  verifyExtHead,
  verifyExtInclusion,
} from '../evidence/ext/log.ts'
import type { ExtProfile } from '../evidence/ext/profile.ts'
import { isExtReceipt } from '../evidence/ext/receipt-form.ts'
import type { TimeBound } from '../evidence/ext/time-bound.ts'
import { type ExtExpectations, type ExtVerdict, verifyExtReceipt } from '../evidence/ext/verify-receipt.ts'
import type { Primitives } from '../evidence/primitives.ts'
import { sodiumPrimitives } from '../evidence/signatures/sodium.ts'
import type { Clock } from '../kernel/clock.ts'
import { isObject } from '../kernel/json.ts'
import { type Asked, fails, holds, notHeld, open, unchecked } from './asked.ts'
import { keepHead } from './head.ts'
import { connect, type Reply } from './wire.ts'

export type { TimeBound } from '../evidence/ext/time-bound.ts'

export interface OperatorSettings extends ExtProfile {
  /** Null: there is nobody to ask, and everything that needs asking is unchecked. */
  url: string | null
}

export interface Resolution {
  /** The value in the operator's own spelling. */
  valueVerbatim: string | null
  provenance: unknown
  receipt: ExtVerdict
}

export interface ReceiptAnswer {
  /** Ours, made offline. It decides. */
  verdict: ExtVerdict
  checked: boolean
  /** The operator's own answer, to the letter; null where there is none. */
  ext_raw: Record<string, unknown> | null
  reason: string | null
}

export interface Operator {
  readonly profile: ExtProfile
  head(): Promise<Asked<ExtHead>>
  timeBound(): Promise<TimeBound>
  identity(): Promise<Asked<{ pubkeyB32: string }>>
  fact(cid: string): Promise<Asked<CommittedFact>>
  resolve(cited: { cell: string; factCid: string }): Promise<Asked<Resolution>>
  bundle(cid: string): Promise<Asked<Bundle & { unvouched: string | null }>>
  verifyReceipt(receipt: unknown, expected?: ExtExpectations): Promise<ReceiptAnswer>
  inclusion(entry: { entryHashB32: string } | { leafIndex: number }): Promise<Asked<ExtInclusion & { head: ExtHead }>>
  consistency(first: ExtHead, second: ExtHead): Promise<Asked<{ first: number; second: number }>>
  close(): void
}

export interface OperatorOptions {
  primitives?: Primitives
  timeoutMs?: number
}

export function createOperator(settings: OperatorSettings, clock: Clock, options: OperatorOptions = {}): Operator {
  const { primitives = sodiumPrimitives, timeoutMs } = options
  const profile: ExtProfile = { word: settings.word, pubkeyB32: settings.pubkeyB32 }
  const wire = connect(settings.url, clock, timeoutMs)
  const keeper = keepHead(wire, profile, primitives, clock)
  const verify = (receipt: unknown, expected?: ExtExpectations) =>
    verifyExtReceipt(receipt, profile, primitives, expected)

  return {
    profile,
    head: keeper.head,
    timeBound: async () => keeper.timeBound(),

    async identity() {
      const reply = await wire.json(`/.well-known/${profile.word}.json`)
      const body = objectOf(reply)
      if (!body.checked) return body
      if (body.holds === null || typeof body.value?.pubkey_b32 !== 'string')
        return unchecked('no key is published there')
      return body.value.pubkey_b32 === profile.pubkeyB32
        ? holds({ pubkeyB32: profile.pubkeyB32 })
        : open('the external operator publishes another key than the pinned one')
    },

    async fact(cid) {
      const reply = await wire.bytes(`/v1/facts/${cid}`, 'application/cbor')
      if (reply.state === 'silent') return unchecked(reply.reason)
      if (reply.status === 404) return open('the external operator does not know this fact')
      if (reply.status !== 200 || reply.mediaType.includes('json')) {
        return unchecked('the external operator did not send the committed bytes')
      }
      if (factCid(reply.body) !== cid)
        return fails('the bytes that the external operator sent are not those of this id')
      const fact = readFact(reply.body)
      return fact.ok ? holds(fact.value) : open(`the bytes are those of this id, but no fact: ${fact.reason}`)
    },

    async resolve(cited) {
      const token = `${profile.word}:fact:${cited.cell}:${cited.factCid}`
      const reply = await wire.json('/v1/memory_token/resolve', { token })
      if (reply.state === 'answered' && reply.status === 409) return fails('the fact belongs to another cell')
      const body = objectOf(reply)
      if (body.holds !== true) return body
      const { resolved, fact_cid, cell, value_verbatim, provenance = null } = body.value
      if (resolved !== true) return open('the external operator did not resolve the token')
      if (fact_cid !== cited.factCid || cell !== cited.cell) return fails('another fact came back than was asked for')
      const receipt = await verify(body.value.receipt)
      if (receipt.valid === false) return fails(`the receipt of the answer fails: ${receipt.reason}`)
      if (receipt.valid === null) return open(`nobody we know vouches for the answer: ${receipt.reason}`)
      if (!cites(body.value.receipt, { cell: cited.cell, fact_cid: cited.factCid }))
        return fails('the receipt of the answer is for something else')
      return holds({ valueVerbatim: typeof value_verbatim === 'string' ? value_verbatim : null, provenance, receipt })
    },

    async bundle(cid) {
      const body = objectOf(await wire.json(`/v1/memory_bundle/${profile.word}:bundle:${cid}`))
      if (body.holds !== true) return body
      const bundle = readBundle(body.value)
      if (!bundle.ok) return unchecked(bundle.reason)
      if (bundleCid(bundle.value, profile.word) !== cid) return fails('the bundle that came back has another id')
      const receipt = await verify(body.value.receipt)
      const isCited = bundle.value.citations.every((citation) => cites(body.value.receipt, citation))
      const unvouched = receipt.valid !== true ? receipt.reason : isCited ? null : 'its receipt is for something else'
      return holds({ ...bundle.value, unvouched })
    },

    async verifyReceipt(receipt, expected) {
      const verdict = await verify(receipt, expected)
      if (!isExtReceipt(receipt)) return { verdict, checked: false, ext_raw: null, reason: verdict.reason }
      const body = objectOf(await wire.json('/v1/verify_receipt', { receipt, pubkey_b32: profile.pubkeyB32 }))
      return body.holds === true
        ? { verdict, checked: true, ext_raw: body.value, reason: null }
        : { verdict, checked: false, ext_raw: null, reason: body.reason }
    },

    async inclusion(entry) {
      const asked = 'leafIndex' in entry ? `leaf_index=${entry.leafIndex}` : `entry_hash=${entry.entryHashB32}`
      const body = objectOf(await wire.json(`/v1/log/inclusion?${asked}`))
      if (body.holds !== true) return body
      const sth = readHead(body.value.sth)
      if (sth === undefined) return unchecked('the external operator sent a proof without a signed head')
      const head = await verifyExtHead(sth, profile, primitives)
      if (head.valid !== true) return notHeld(head, open)
      const proof = verifyExtInclusion(body.value, head.value)
      if (proof.valid !== true) return notHeld(proof, unchecked)
      const { leafIndex, entryHashB32 } = proof.value
      const isAsked = 'leafIndex' in entry ? leafIndex === entry.leafIndex : entryHashB32 === entry.entryHashB32
      return isAsked ? holds({ ...proof.value, head: head.value }) : fails('the proof is for another entry')
    },

    async consistency(first, second) {
      const path = `/v1/log/consistency?first=${first.tree_size}&second=${second.tree_size}`
      const body = objectOf(await wire.json(path))
      if (body.holds !== true) return body
      const proof = verifyExtConsistency(body.value, first, second)
      return proof.valid === true ? holds(proof.value) : notHeld(proof, unchecked)
    },

    close: wire.close,
  }
}

/** A 404 is an answer: the operator does not know. What is no object is garbage, and nothing was checked. */
function objectOf(reply: Reply<unknown>): Asked<Record<string, unknown>> {
  if (reply.state === 'silent') return unchecked(reply.reason)
  if (reply.status === 404) return open('the external operator does not know this')
  if (reply.status !== 200) return unchecked(`the external operator answered with status ${reply.status}`)
  return isObject(reply.body) ? holds(reply.body) : unchecked('the external operator answered with no object')
}

/** Whether a receipt that was read covers this citation; one that cites no fact is covered by its cell. */
function cites(receipt: unknown, { cell, fact_cid }: { cell: string; fact_cid: string | null }): boolean {
  if (!isExtReceipt(receipt)) return false
  const { cells, fact_cids } = receipt as { cells?: unknown; fact_cids?: unknown }
  const covers = (list: unknown, item: string) => Array.isArray(list) && list.includes(item)
  return covers(cells, cell) && (fact_cid === null || covers(fact_cids, fact_cid))
}
