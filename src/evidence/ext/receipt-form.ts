import { isObject } from '../../kernel/json.ts'
import { decodeBase32, encodeBase32 } from '../encoding.ts'
import { parseCell } from './cell64.ts'
import { isFactCid } from './content-id.ts'
import { isUtcTime } from './time.ts'

export const PREIMAGE_VERSIONS = [0, 1, 2] as const
export type PreimageVersion = (typeof PREIMAGE_VERSIONS)[number]

export interface Scope {
  user_id?: string
  agent_id?: string
  run_id?: string
  org_id?: string
}

export interface AsOf {
  valid_time?: number
  transaction_time?: string
}

export interface BatchProof {
  leafIndex: number
  path: Uint8Array[]
  root: Uint8Array
  rule: number
}

/** The members of a receipt that a signature is made over or checked with, typed. */
export interface ExtReceipt {
  requestId: string
  servedAt: string
  primitive: string
  cells: string[]
  factCids: string[]
  edgeCids: string[]
  scope: Scope
  asOf: AsOf
  field: { aoiCid: string; derivationCid: string } | null
  proof: BatchProof | null
  sourceVersions: Record<string, string>
  responder: Uint8Array
  signature: Uint8Array
  version: PreimageVersion
}

export type ReceiptReading =
  /** Not the operator's kind of receipt: there is nothing to check, and nobody to accuse. */
  | { state: 'foreign'; reason: string }
  /** One of its receipts, of a kind this verifier cannot rebuild. */
  | { state: 'unknown'; reason: string }
  /** One of its receipts, with a member of the wrong type. */
  | { state: 'unreadable'; reason: string }
  | {
      state: 'read'
      receipt: ExtReceipt
      /** What strict reading refuses although the signed bytes can be rebuilt. */
      faults: string[]
      keyForms: Agreement
      signatureForms: Agreement
      /** Members outside the published shape: no signature covers them. */
      strangers: string[]
    }

export type Agreement = { agree: true } | { agree: false; reason: string }

const REQUIRED = [
  'request_id',
  'served_at',
  'primitive',
  'cells',
  'fact_cids',
  'schema_cid',
  'registry_cid',
  'responder',
  'signature',
  'source_versions',
]
const OPTIONAL = [
  'intent',
  'scope',
  'as_of',
  'edge_cids',
  'field',
  'merkle_proof',
  'responder_pubkey_b32',
  'responder_key_epoch',
  'signature_b32',
  'preimage_version',
  'cost',
]
const MEMBERS = new Set([...REQUIRED, ...OPTIONAL])

/** Enough to tell the operator's receipts from ours, which have an envelope with a payload. */
export function isExtReceipt(value: unknown): value is Record<string, unknown> {
  return isObject(value) && REQUIRED.every((name) => Object.hasOwn(value, name))
}

/** A signed member whose type is wrong: the bytes that were signed cannot be rebuilt from it. */
class WrongType extends Error {}
/** A member that newer receipts may carry rightly, and that this verifier cannot rebuild. */
class Unknown extends Error {}

export function readReceipt(value: unknown): ReceiptReading {
  if (!isObject(value)) return { state: 'foreign', reason: 'this is no object' }
  const missing = REQUIRED.filter((name) => !Object.hasOwn(value, name))
  if (missing.length > 0) {
    return { state: 'foreign', reason: `not a receipt of the external operator: it has no ${missing.join(', ')}` }
  }
  try {
    const receipt = read(value)
    return {
      state: 'read',
      receipt,
      faults: faults(receipt, value),
      keyForms: agreement(receipt.responder, value.responder_pubkey_b32, 'responder and responder_pubkey_b32'),
      signatureForms: agreement(receipt.signature, value.signature_b32, 'signature and signature_b32'),
      strangers: strangers(value, receipt),
    }
  } catch (error) {
    if (error instanceof WrongType) return { state: 'unreadable', reason: error.message }
    if (error instanceof Unknown) return { state: 'unknown', reason: error.message }
    throw error
  }
}

function read(value: Record<string, unknown>): ExtReceipt {
  return {
    version: version(value),
    requestId: text(value.request_id, 'request_id'),
    servedAt: text(value.served_at, 'served_at'),
    primitive: text(value.primitive, 'primitive'),
    cells: texts(value.cells, 'cells'),
    factCids: texts(value.fact_cids, 'fact_cids'),
    edgeCids: value.edge_cids === undefined ? [] : texts(value.edge_cids, 'edge_cids'),
    scope: scope(value.scope),
    asOf: asOf(value.as_of),
    field: field(value.field),
    proof: proof(value.merkle_proof),
    sourceVersions: sourceVersions(value.source_versions),
    responder: byteList(value.responder, 32, 'responder'),
    signature: byteList(value.signature, 64, 'signature'),
  }
}

function version(value: Record<string, unknown>): PreimageVersion {
  if (!Object.hasOwn(value, 'preimage_version')) return 0
  const stated = value.preimage_version
  if (!isUint(stated, 0xff)) throw new WrongType('preimage_version is no integer from 0 to 255')
  const known = PREIMAGE_VERSIONS.find((version) => version === stated)
  if (known === undefined) throw new Unknown(`preimage version ${stated} is not one of ${PREIMAGE_VERSIONS.join(', ')}`)
  return known
}

function scope(value: unknown): Scope {
  if (isAbsent(value)) return {}
  const members = closed(value, ['user_id', 'agent_id', 'run_id', 'org_id'], 'scope')
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, member]) => !isAbsent(member))
      .map(([name, member]) => [name, text(member, `scope.${name}`)]),
  )
}

function asOf(value: unknown): AsOf {
  if (isAbsent(value)) return {}
  const { valid_time, transaction_time } = closed(value, ['valid_time', 'transaction_time'], 'as_of')
  const bounds: AsOf = {}
  if (!isAbsent(valid_time)) {
    if (Number.isInteger(valid_time) && !Number.isSafeInteger(valid_time)) {
      throw new Unknown('as_of.valid_time is beyond 2^53 and was rounded on its way here')
    }
    if (!isUint(valid_time, Number.MAX_SAFE_INTEGER)) throw new WrongType('as_of.valid_time is no unsigned integer')
    bounds.valid_time = valid_time
  }
  if (!isAbsent(transaction_time)) bounds.transaction_time = text(transaction_time, 'as_of.transaction_time')
  return bounds
}

function field(value: unknown): ExtReceipt['field'] {
  if (isAbsent(value)) return null
  const { aoi_cid, derivation_cid } = closed(value, ['aoi_cid', 'derivation_cid'], 'field')
  return { aoiCid: text(aoi_cid, 'field.aoi_cid'), derivationCid: text(derivation_cid, 'field.derivation_cid') }
}

function proof(value: unknown): BatchProof | null {
  if (isAbsent(value)) return null
  const {
    leaf_index,
    path,
    root,
    version = 0,
  } = closed(value, ['leaf_index', 'path', 'root', 'version'], 'merkle_proof')
  if (!isUint(leaf_index, 0xffff_ffff)) throw new WrongType('merkle_proof.leaf_index is no unsigned 32-bit integer')
  if (!isUint(version, 0xff)) throw new WrongType('merkle_proof.version is no integer from 0 to 255')
  if (!Array.isArray(path)) throw new WrongType('merkle_proof.path is no list')
  return {
    leafIndex: leaf_index,
    path: path.map((node) => byteList(node, 32, 'a node of merkle_proof.path')),
    root: byteList(root, 32, 'merkle_proof.root'),
    rule: version,
  }
}

function sourceVersions(value: unknown): Record<string, string> {
  if (!isObject(value)) throw new WrongType('source_versions is no object')
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      text(name, 'a name in source_versions'),
      text(member, 'a value in source_versions'),
    ]),
  )
}

/** Version 0 joins its fields with | and , so a field that holds either could pass for two. */
function faults(receipt: ExtReceipt, value: Record<string, unknown>): string[] {
  const found: string[] = []
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(receipt.requestId)) found.push('request_id is no ULID')
  if (!isUtcTime(receipt.servedAt)) found.push('served_at is no UTC time')
  if (!/^[\x21-\x2b\x2d-\x7b\x7d\x7e]{1,128}$/.test(receipt.primitive)) found.push('primitive is no plain name')
  const cell = receipt.cells.findIndex((text) => !parseCell(text).ok)
  if (cell >= 0) found.push(`cells[${cell}] is no cell64`)
  const fact = receipt.factCids.findIndex((text) => !isFactCid(text))
  if (fact >= 0) found.push(`fact_cids[${fact}] is no content id`)
  for (const name of ['schema_cid', 'registry_cid'] as const) {
    const stated = value[name]
    const signed = receipt.sourceVersions[name]
    if (!isFactCid(stated)) found.push(`${name} is no content id`)
    else if (signed !== undefined && signed !== stated) found.push(`${name} differs from the signed source_versions`)
  }
  return found
}

function agreement(bytes: Uint8Array, text: unknown, names: string): Agreement {
  if (text === undefined || text === encodeBase32(bytes)) return { agree: true }
  const legible = typeof text === 'string' && decodeBase32(text) !== undefined
  return { agree: false, reason: legible ? `${names} disagree` : `the base32 form of ${names} is malformed` }
}

function strangers(value: Record<string, unknown>, receipt: ExtReceipt): string[] {
  const unknown = Object.keys(value).filter((name) => !MEMBERS.has(name))
  // Version 0 is older than fields and signs none: one that stands there was put there.
  return receipt.version === 0 && receipt.field !== null ? [...unknown, 'field'] : unknown
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

function isUint(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most && !Object.is(value, -0)
}

function closed(value: unknown, names: string[], where: string): Record<string, unknown> {
  if (!isObject(value)) throw new WrongType(`${where} is no object`)
  const stranger = Object.keys(value).find((name) => !names.includes(name))
  if (stranger !== undefined) throw new Unknown(`${where} has a member that this verifier does not know`)
  return value
}

/** Half a surrogate pair has no UTF-8 form: two different texts would be hashed as one. */
function text(value: unknown, where: string): string {
  if (typeof value !== 'string' || !value.isWellFormed()) throw new WrongType(`${where} is no text`)
  return value
}

function texts(value: unknown, where: string): string[] {
  if (!Array.isArray(value)) throw new WrongType(`${where} is no list`)
  return value.map((item) => text(item, `an item of ${where}`))
}

function byteList(value: unknown, length: number, where: string): Uint8Array {
  if (!Array.isArray(value) || value.length !== length || !value.every((byte) => isUint(byte, 0xff))) {
    throw new WrongType(`${where} is no list of ${length} bytes`)
  }
  return Uint8Array.from(value)
}
