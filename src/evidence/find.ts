import { isObject } from '../kernel/json.ts'

export type EvidenceKind = 'receipt' | 'log proof' | 'consistency proof' | 'signed head' | 'agent card'

export interface Evidence {
  kind: EvidenceKind
  /** JSON pointer to where it stands; empty for the document itself. */
  at: string
  value: Record<string, unknown>
}

const DEEPEST = 16
const MOST = 1024

/** What in this document can be verified: a receipt alone, or one inside a reply, a batch, a bundle. */
export function findEvidence(document: unknown): Evidence[] {
  const found: Evidence[] = []
  collect(document, '', 0, found)
  return found
}

function collect(value: unknown, at: string, depth: number, found: Evidence[]): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST || found.length === MOST) return
  const kind = isObject(value) ? kindOf(value) : undefined
  if (kind) {
    found.push({ kind, at, value: value as Record<string, unknown> })
    return
  }
  for (const [name, inner] of Object.entries(value)) {
    collect(inner, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1, found)
  }
}

/** By what it claims to be, not by whether it is whole: what a forger left out must still be looked at. */
function kindOf(value: Record<string, unknown>): EvidenceKind | undefined {
  const has = (...names: string[]) => names.every((name) => Object.hasOwn(value, name))
  if (has('payload', 'kid') || has('payload', 'signature_b64') || has('payload', 'payload_sha256')) {
    const { payload } = value
    return isObject(payload) && Object.hasOwn(payload, 'tree_size') && Object.hasOwn(payload, 'root_sha256')
      ? 'signed head'
      : 'receipt'
  }
  if (has('audit_path', 'leaf_index')) return 'log proof'
  if (has('consistency_path')) return 'consistency proof'
  const { signatures } = value
  if (Array.isArray(signatures) && signatures.some((entry) => isObject(entry) && Object.hasOwn(entry, 'protected'))) {
    return 'agent card'
  }
  return has('name', 'skills', 'capabilities') ? 'agent card' : undefined
}
