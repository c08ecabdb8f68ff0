import type { ReceiptLogMember, SignedTreeHead } from '../../evidence/tree-head.ts'

/** Null logs a content id whose document is kept elsewhere. */
export interface LogEntry {
  cid: Uint8Array
  envelope: string | null
}

export interface Appended {
  leafIndex: number
  log: ReceiptLogMember
}

export interface ConsistencyReply {
  first_size: number
  second_size: number
  first_root: string
  second_root: string
  consistency_path: string[]
  /** The head signed for the second size where there was one, else the latest. */
  sth: SignedTreeHead
}
