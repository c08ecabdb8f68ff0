import type { StoredKind } from './tables.ts'

/** One thing that counts against its owner's quota until it is removed. */
export interface Stored {
  id: string
  kind: StoredKind
  bytes: number
  sha256: string | null
  label: string
  created_at: string
}

export interface Recorded {
  owner: string
  kind: StoredKind
  bytes: number
  /** Of bytes that were put before; they are deleted again if the record is refused. */
  sha256?: string
  label: string
}
