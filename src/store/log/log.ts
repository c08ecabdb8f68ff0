import { isKeyName } from '../../evidence/checkpoint.ts'
import { HASH_BYTES } from '../../evidence/merkle.ts'
import type { ReceiptLogMember, SignedTreeHead } from '../../evidence/tree-head.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { Batches, type BatchLimits } from './batches.ts'
import { LogDamaged } from './damage.ts'
import type { EngineOptions, LogEngine } from './engine.ts'
import type { Appended, ConsistencyReply, LogEntry } from './replies.ts'
import type { HeadKey } from './signer.ts'
import { ThreadedEngine } from './threaded.ts'
import { TILE_WIDTH } from './tile-path.ts'

export interface LogOptions extends EngineOptions {
  clock?: Clock
  limits?: BatchLimits
}

export interface LogCounts {
  /** Answered with a leaf and a proof, the repeated ones included. */
  acknowledged: number
  /** Refused or failed: nothing was acknowledged. */
  rejected: number
  batches: number
  waiting: number
}

const LIMITS: BatchLimits = { batch: 1024, queue: 8192 }

/** Starts the log in a thread of its own; throws LogDamaged where the stored log is not what was signed. */
export async function openLog({ clock = systemClock, limits, ...options }: LogOptions): Promise<Log> {
  if (!isKeyName(options.origin)) throw new Error(`not an origin of a log: ${options.origin}`)
  return new Log(await ThreadedEngine.start(options, clock), clock, limits)
}

/** The transparency log: what is appended has its proof and the signed head that covers it in the answer. */
export class Log {
  readonly #engine: LogEngine
  readonly #batches: Batches<LogEntry, Appended>
  readonly #counts = { acknowledged: 0, rejected: 0, batches: 0 }
  #closing = false

  constructor(engine: LogEngine, clock: Clock, limits: BatchLimits = LIMITS) {
    this.#engine = engine
    this.#batches = new Batches((entries) => {
      this.#counts.batches += 1
      return engine.appendBatch(entries, clock().toISOString())
    }, limits)
  }

  /** Resolves once the leaf, the envelope and the head are on disk. The same cid again gives its first leaf. */
  async append(cid: Uint8Array, envelope: string | null): Promise<Appended> {
    try {
      if (this.#closing) throw new Refusal('stopping', 'The log is closing.')
      if (cid.length !== HASH_BYTES) throw new TypeError(`a content id has ${HASH_BYTES} bytes, not ${cid.length}`)
      if (envelope?.includes('\0')) throw new TypeError('an envelope holds no NUL')
      const appended = await this.#batches.add({ cid, envelope })
      this.#counts.acknowledged += 1
      return appended
    } catch (problem) {
      this.#counts.rejected += 1
      throw asRefusal(problem)
    }
  }

  latest(): Promise<SignedTreeHead | null> {
    return this.#ask(this.#engine.latest())
  }

  checkpoint(): Promise<string> {
    return this.#ask(this.#engine.checkpoint())
  }

  proofByCid(cid: Uint8Array): Promise<ReceiptLogMember | null> {
    return this.#ask(this.#engine.proofByCid(cid))
  }

  /** The envelope as it was appended: without its log member, which proofByCid gives for the latest head. */
  receiptByCid(cid: Uint8Array): Promise<string | null> {
    return this.#ask(this.#engine.receiptByCid(cid))
  }

  consistency(first: number, second: number): Promise<ConsistencyReply> {
    return this.#ask(this.#engine.consistency(first, second))
  }

  tile(level: number, index: number, width = TILE_WIDTH): Promise<Uint8Array | null> {
    return this.#ask(this.#engine.tile(level, index, width))
  }

  entries(index: number, width = TILE_WIDTH): Promise<Uint8Array | null> {
    return this.#ask(this.#engine.entries(index, width))
  }

  rekey(key: HeadKey): Promise<void> {
    return this.#ask(this.#engine.rekey(key))
  }

  counts(): LogCounts {
    return { ...this.#counts, waiting: this.#batches.waiting }
  }

  /** Finishes what was accepted, refuses what comes after. */
  async close(): Promise<void> {
    this.#closing = true
    await this.#batches.drained()
    await this.#engine.close()
  }

  async #ask<Reply>(reply: Promise<Reply>): Promise<Reply> {
    try {
      return await reply
    } catch (problem) {
      throw asRefusal(problem)
    }
  }
}

/** Whatever the database said, the caller learns one thing: nothing was stored for it, and asking again is safe. */
function asRefusal(problem: unknown): unknown {
  if (problem instanceof Refusal || problem instanceof TypeError) return problem
  const reason =
    problem instanceof LogDamaged
      ? 'The stored log does not agree with its signed head; an operator has to look at it.'
      : 'The log could not be read or written; nothing was stored for this request.'
  return new Refusal('unavailable', reason, {
    retryAfterS: 5,
    cause: problem,
    fix: { do: 'Send the request again later.' },
  })
}
