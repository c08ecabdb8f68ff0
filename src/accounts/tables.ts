import type { Transaction } from 'kysely'

export type Scope = 'public' | 'admin'
export type StoredKind = 'media' | 'result' | 'frame'

/** Times are ISO text in UTC, so that their order as text is their order in time. */
export type AccountTables = {
  owner: { email: string; quota_bytes: number | null; used_bytes: number; created_at: string }
  api_key: {
    id: string
    owner: string
    name: string
    scope: Scope
    key_hash: Uint8Array
    created_at: string
    expires_at: string | null
    revoked_at: string | null
    last_used_at: string | null
  }
  stored: {
    id: string
    owner: string
    kind: StoredKind
    bytes: number
    sha256: string | null
    label: string
    created_at: string
  }
  /** How many stored rows rest on the same bytes. */
  blob: { sha256: string; holders: number }
  /** Outlives the bytes: a custody receipt stays when they are deleted. */
  media: { sha256: string; bytes: number; media_type: string; created_at: string; receipt_cid: string | null }
}

export type Tx = Transaction<AccountTables>
