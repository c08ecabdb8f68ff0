import type { ReceiptLogMember, SignedTreeHead } from '../../evidence/tree-head.ts'
import type { DatabaseOptions } from '../database.ts'
import type { Appended, ConsistencyReply, LogEntry } from './replies.ts'
import type { HeadKey } from './signer.ts'

/** What the log's thread answers; LogCore is one, and so is the thread's near end. */
export interface LogEngine {
  appendBatch(entries: LogEntry[], now: string): Promise<Appended[]>
  latest(): Promise<SignedTreeHead | null>
  checkpoint(): Promise<string>
  proofByCid(cid: Uint8Array): Promise<ReceiptLogMember | null>
  receiptByCid(cid: Uint8Array): Promise<string | null>
  consistency(first: number, second: number): Promise<ConsistencyReply>
  tile(level: number, index: number, width: number): Promise<Uint8Array | null>
  entries(index: number, width: number): Promise<Uint8Array | null>
  rekey(key: HeadKey): Promise<void>
  close(): Promise<void>
}

export type EngineMethod = Exclude<keyof LogEngine, 'close'>

export interface LogIdentity {
  logId: string
  /** The first line of every checkpoint, and the name of the key that signs it. */
  origin: string
}

/** All that the thread is given; plain values, since they are copied into it. */
export interface EngineOptions extends LogIdentity {
  database: DatabaseOptions
  signHead: HeadKey
}
