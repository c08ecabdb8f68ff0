import { blake3 } from '@noble/hashes/blake3.js'
import { isObject } from '../../kernel/json.ts'
import { verifyEd25519 } from '../ed25519.ts'
import { decodeBase32, encodeBase32, sameBytes } from '../encoding.ts'
import { HASH_BYTES, isSize, leafHash, verifyConsistency, verifyInclusion } from '../merkle.ts'
import type { Primitives } from '../primitives.ts'
import { Preimage, u64be } from './preimage.ts'
import type { ExtProfile } from './profile.ts'
import { isUtcTime } from './time.ts'

/** The operator's signed tree head, in its own member names. */
export type ExtHead = {
  tree_size: number
  root_b32: string
  signed_at: string
  responder_pubkey_b32: string
  signature_b32: string
}

/** True: it held. False: a step ran and failed. Null: nothing could be established. */
export type ExtFinding<Value> = { valid: true; reason: null; value: Value } | NotHeld

export interface NotHeld {
  valid: false | null
  reason: string
  value: null
}

export async function verifyExtHead(
  head: unknown,
  profile: ExtProfile,
  primitives: Primitives,
): Promise<ExtFinding<ExtHead>> {
  const read = readHead(head)
  if (read === undefined) return failed(null, 'this is no signed head of the external log')
  const key = decodeBase32(read.responder_pubkey_b32)!
  const message = new Preimage(profile.word, `${profile.word}.translog.sth.v1`)
    .segment(1, u64be(read.tree_size))
    .segment(2, decodeBase32(read.root_b32)!)
    .segment(3, read.signed_at)
    .segment(4, key)
    .bytes()
  const signed = await verifyEd25519(key, blake3(message), decodeBase32(read.signature_b32)!, primitives)
  if (!signed) return failed(false, 'the signature of the head does not hold')
  if (read.responder_pubkey_b32 !== profile.pubkeyB32) {
    return failed(null, 'the head is signed by a key that is not the pinned one')
  }
  return held(read)
}

export interface ExtWitness {
  tree_size: number
  root_b32: string
  witness_pubkey_b32: string
  signature_b32: string
}

/** A co-signature establishes that its key saw this root; whose key that is, the caller must know. */
export async function verifyExtWitness(
  witness: unknown,
  profile: ExtProfile,
  primitives: Primitives,
): Promise<ExtFinding<ExtWitness>> {
  if (!isObject(witness)) return failed(null, 'this is no co-signature')
  const { tree_size, root_b32, witness_pubkey_b32, signature_b32 } = witness
  const root = bytesOf(root_b32, HASH_BYTES)
  const key = bytesOf(witness_pubkey_b32, 32)
  const signature = bytesOf(signature_b32, 64)
  if (!isSize(tree_size) || !root || !key || !signature) return failed(null, 'this is no co-signature')
  const message = new Preimage(profile.word, `${profile.word}.translog.witness.v1`)
    .segment(1, u64be(tree_size))
    .segment(2, root)
    .segment(3, key)
    .bytes()
  return (await verifyEd25519(key, blake3(message), signature, primitives))
    ? held(witness as unknown as ExtWitness)
    : failed(false, 'the co-signature does not hold')
}

export interface ExtInclusion {
  leafIndex: number
  treeSize: number
  entryHashB32: string
}

/** Against a root that the caller has from a verified head: a proof under a root of its own proves nothing. */
export function verifyExtInclusion(proof: unknown, head: ExtHead): ExtFinding<ExtInclusion> {
  if (!isObject(proof)) return failed(null, 'this is no inclusion proof')
  const { leaf_index, tree_size, entry_hash_b32, leaf_hash_b32, audit_path_b32 } = proof
  const entry = bytesOf(entry_hash_b32, HASH_BYTES)
  const path = hashes(audit_path_b32)
  if (!isSize(leaf_index) || !isSize(tree_size) || !entry || !path) return failed(null, 'this is no inclusion proof')
  if (tree_size !== head.tree_size) return failed(null, 'the proof is for a tree of another size than the head')
  const leaf = leafHash(entry, blake3)
  if (leaf_hash_b32 !== undefined && leaf_hash_b32 !== encodeBase32(leaf)) {
    return failed(false, 'the leaf hash is not that of the entry')
  }
  const root = decodeBase32(head.root_b32)!
  const holds = verifyInclusion({ leafIndex: leaf_index, treeSize: tree_size, leafHash: leaf, path, root }, blake3)
  return holds
    ? held({ leafIndex: leaf_index, treeSize: tree_size, entryHashB32: entry_hash_b32 as string })
    : failed(false, 'the entry does not lie under the root of the head')
}

/** Between two roots that the caller holds: what the proof itself says of them must agree. */
export function verifyExtConsistency(
  proof: unknown,
  first: Pick<ExtHead, 'tree_size' | 'root_b32'>,
  second: Pick<ExtHead, 'tree_size' | 'root_b32'>,
): ExtFinding<{ first: number; second: number }> {
  if (!isObject(proof)) return failed(null, 'this is no consistency proof')
  const path = hashes(proof.consistency_proof_b32)
  const firstRoot = bytesOf(first.root_b32, HASH_BYTES)
  const secondRoot = bytesOf(second.root_b32, HASH_BYTES)
  if (!path || !firstRoot || !secondRoot) return failed(null, 'this is no consistency proof')
  if (proof.first_size !== first.tree_size || proof.second_size !== second.tree_size) {
    return failed(null, 'the proof is for other sizes than were asked for')
  }
  if (differs(proof.first_root_b32, firstRoot) || differs(proof.second_root_b32, secondRoot)) {
    return failed(false, 'the proof names another root than the head of that size')
  }
  const claim = { first: first.tree_size, second: second.tree_size, firstRoot, secondRoot, path }
  return verifyConsistency(claim, blake3)
    ? held({ first: first.tree_size, second: second.tree_size })
    : failed(false, 'the later tree does not continue the earlier one')
}

export function readHead(head: unknown): ExtHead | undefined {
  if (!isObject(head)) return undefined
  const { tree_size, root_b32, signed_at, responder_pubkey_b32, signature_b32, algorithm } = head
  const wellFormed =
    isSize(tree_size) &&
    bytesOf(root_b32, HASH_BYTES) !== undefined &&
    isUtcTime(signed_at) &&
    bytesOf(responder_pubkey_b32, 32) !== undefined &&
    bytesOf(signature_b32, 64) !== undefined &&
    (algorithm === undefined || typeof algorithm === 'string')
  return wellFormed ? ({ tree_size, root_b32, signed_at, responder_pubkey_b32, signature_b32 } as ExtHead) : undefined
}

function differs(text: unknown, bytes: Uint8Array): boolean {
  if (text === undefined) return false
  const stated = bytesOf(text, HASH_BYTES)
  return stated === undefined || !sameBytes(stated, bytes)
}

function bytesOf(text: unknown, length: number): Uint8Array | undefined {
  if (typeof text !== 'string') return undefined
  const bytes = decodeBase32(text)
  return bytes?.length === length ? bytes : undefined
}

function hashes(value: unknown): Uint8Array[] | undefined {
  if (!Array.isArray(value)) return undefined
  const decoded = value.map((item) => bytesOf(item, HASH_BYTES))
  return decoded.every((bytes) => bytes !== undefined) ? decoded : undefined
}

function held<Value>(value: Value): ExtFinding<Value> {
  return { valid: true, reason: null, value }
}

function failed(valid: false | null, reason: string): NotHeld {
  return { valid, reason, value: null }
}
