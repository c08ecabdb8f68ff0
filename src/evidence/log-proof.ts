import { isObject } from '../kernel/json.ts'
import { encodeHex } from './encoding.ts'
import type { PublishedKeys } from './keys.ts'
import { type KnownTree, verifyInclusionIn } from './known-tree.ts'
import { isSize, leafHash } from './merkle.ts'
import type { Primitives } from './primitives.ts'
import { type HeadVerdict, type ReceiptLogMember, verifyTreeHead } from './tree-head.ts'
import type { Finding } from './verdict.ts'

/** What one proof has established and the next may use: a batch checks each distinct head once. */
export interface ProofMemory {
  heads: Map<string, HeadVerdict>
  trees: Map<string, KnownTree>
}

export function newProofMemory(): ProofMemory {
  return { heads: new Map(), trees: new Map() }
}

export const PROOF_MEMBERS = ['leaf_index', 'tree_size', 'leaf_hash', 'audit_path', 'root_sha256', 'sth']

/** Is this content id in the tree that a signed head commits to? What contradicts is false, what cannot be judged null. */
export function checkLogProof(
  cid: Uint8Array,
  proof: unknown,
  keys: PublishedKeys,
  primitives: Primitives,
  memory: ProofMemory = newProofMemory(),
): Finding | Promise<Finding> {
  if (isObject(proof) && proof.leaf_hash !== encodeHex(leafHash(cid, primitives.sha256))) {
    return { result: false, reason: 'leaf_hash is not the leaf of this content id' }
  }
  return checkLeafProof(proof, keys, primitives, memory)
}

/** Is leaf_hash in that tree? Which content id it stands for is not asked. */
export function checkLeafProof(
  proof: unknown,
  keys: PublishedKeys,
  primitives: Primitives,
  memory: ProofMemory = newProofMemory(),
): Finding | Promise<Finding> {
  const fault = shapeFault(proof)
  if (fault) return { result: false, reason: fault }
  const claim = proof as unknown as ReceiptLogMember
  const headText = JSON.stringify(claim.sth)
  const judged = memory.heads.get(headText)
  if (judged) return underHead(claim, judged, primitives, memory)
  return verifyTreeHead(claim.sth, keys, primitives).then((head) => {
    memory.heads.set(headText, head)
    return underHead(claim, head, primitives, memory)
  })
}

function underHead(
  { leaf_index, tree_size, leaf_hash, audit_path, root_sha256, sth }: ReceiptLogMember,
  head: HeadVerdict,
  { sha256 }: Primitives,
  memory: ProofMemory,
): Finding {
  if (head.valid === null) return { result: null, reason: `the head could not be judged: ${head.reason}` }
  if (!head.valid) return { result: false, reason: `the head does not hold: ${head.reason}` }
  const against = { log_id: sth.payload.log_id, leaf_index, tree_size, root_sha256 }
  if (sth.payload.tree_size !== tree_size || sth.payload.root_sha256 !== root_sha256) {
    return { result: false, reason: 'the proof leads to another root or size than the signed head', against }
  }
  const claim = { leafIndex: leaf_index, treeSize: tree_size, leafHash: leaf_hash, path: audit_path, root: root_sha256 }
  if (!verifyInclusionIn(knownTree(memory, root_sha256, tree_size), claim, sha256)) {
    return { result: false, reason: 'the audit path does not lead from the leaf to the root', against }
  }
  const length = `${audit_path.length} hashes to the signed root of size ${tree_size}`
  return { result: true, against, proof: `RFC 6962 inclusion: leaf ${leaf_index}, ${length}` }
}

function shapeFault(proof: unknown): string | undefined {
  if (!isObject(proof)) return 'the log member is no object'
  for (const name of Object.keys(proof)) {
    if (!PROOF_MEMBERS.includes(name)) return `the log member ${JSON.stringify(name)} is unknown`
  }
  if (!isSize(proof.leaf_index) || !isSize(proof.tree_size)) return 'leaf_index or tree_size is no count'
  if (!Array.isArray(proof.audit_path)) return 'audit_path is no list'
  if (!isObject(proof.sth)) return 'the proof carries no signed head'
  return undefined
}

function knownTree(memory: ProofMemory, root: string, size: number): KnownTree {
  const name = `${size}:${root}`
  const known = memory.trees.get(name) ?? []
  memory.trees.set(name, known)
  return known
}
