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

/** Bytes to be kept for their owner. */
export interface Wanted {
  /** Given where something else that is kept has to name it. */
  id?: string
  owner: string
  kind: StoredKind
  bytes: Uint8Array
  label: string
}

export interface Recorded {
  id?: string
  owner: string
  kind: StoredKind
  bytes: number
  /** Of bytes that were put before; they are deleted again if the record is refused. */
  sha256?: string
  label: string
}
