import { readFileSync } from 'node:fs'
import type { ExtHead } from '../../src/evidence/ext/log.ts'
import { needsShared, sharedData } from '../support/needs.ts'

/** The operator's real receipts, facts and cells, with mutations and a synthetic log. */
export const needsVectors = needsShared('vectors/ext/receipts.json')

const loaded = new Map<string, unknown>()

export function vectors<Shape>(name: string): Shape {
  if (!loaded.has(name)) loaded.set(name, JSON.parse(readFileSync(`${sharedData}vectors/ext/${name}.json`, 'utf8')))
  return loaded.get(name) as Shape
}

export interface FactVectors {
  facts: {
    fact_cid: string
    token: string
    upstream_token: string
    canonical_cbor_hex: string
    json: Record<string, unknown>
  }[]
}

export interface LogVectors {
  log_seed_hex: string
  witness_seed_hex: string
  empty_root_b32: string
  entry_hashes_b32: string[]
  sths: ExtHead[]
  inclusion: {
    leaf_index: number
    tree_size: number
    entry_hash_b32: string
    leaf_hash_b32: string
    audit_path_b32: string[]
  }[]
  consistency: {
    first_size: number
    second_size: number
    first_root_b32: string
    second_root_b32: string
    consistency_proof_b32: string[]
  }[]
  witness: Record<string, unknown>[]
}
