import type { Transaction } from 'kysely'
import { encodeHex } from '../../evidence/encoding.ts'
import { leafHash } from '../../evidence/merkle.ts'
import { type Database, openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { LogDamaged } from './damage.ts'
import { foldRange, RightEdge } from './edge.ts'
import type { EngineOptions, LogEngine, LogIdentity } from './engine.ts'
import { sha256 } from './hash.ts'
import { LOG_PART, logMigrations } from './migrations.ts'
import { inclusionPaths, type LeafRange } from './ranges.ts'
import { LogReads, logMember, proveInclusion } from './reads.ts'
import { latestHead, readEdge, type StoredHead } from './recover.ts'
import type { Appended, LogEntry } from './replies.ts'
import { type HeadKey, type LogSigner, logSigner } from './signer.ts'
import type { LogTables } from './tables.ts'
import { TileReader } from './tiles.ts'
import { type LogWrites, logWrites } from './writes.ts'

type LogTransaction = Transaction<LogTables>

/** The log itself, in whichever thread: one append batch is one transaction, and a head is handed out only once it is committed. */
export class LogCore extends LogReads implements LogEngine {
  readonly #database: Database
  readonly #identity: LogIdentity
  readonly #writes: LogWrites
  #signer: LogSigner
  #end: { edge: RightEdge; head: StoredHead } | undefined

  private constructor(database: Database, identity: LogIdentity, signer: LogSigner) {
    super(database.db.withTables<LogTables>())
    this.#database = database
    this.#identity = identity
    this.#signer = signer
    this.#writes = logWrites(database.kind)
  }

  static async open(database: Database, identity: LogIdentity, key: HeadKey, now: string): Promise<LogCore> {
    await migrate(database, logMigrations, LOG_PART)
    const core = new LogCore(database, identity, logSigner(key))
    await core.db.transaction().execute((tx) => core.#start(tx, now))
    return core
  }

  /** A cid that is already logged, before or in the same batch, is answered with its first leaf. */
  async appendBatch(entries: LogEntry[], now: string): Promise<Appended[]> {
    try {
      return await this.db.transaction().execute((tx) => this.#append(tx, entries, now))
    } catch (problem) {
      this.#end = undefined
      throw problem
    }
  }

  /** Heads from the next one on are signed with this key; a size that was signed keeps its head. */
  async rekey(key: HeadKey): Promise<void> {
    this.#signer = logSigner(key)
  }

  close(): Promise<void> {
    return this.#database.close()
  }

  async #start(tx: LogTransaction, now: string): Promise<void> {
    const { logId, origin } = this.#identity
    await tx
      .insertInto('log_state')
      .values({ id: 1, log_id: logId, origin, tree_size: 0 })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const state = await this.#lock(tx)
    if (state.log_id !== logId || state.origin !== origin) {
      const stored = `${state.log_id} of ${state.origin}`
      throw new LogDamaged('another_log', `the database holds ${stored}, the settings name ${logId} of ${origin}`)
    }
    if (state.tree_size === 0 && !(await latestHead(tx))) await this.#sign(tx, new RightEdge(), now)
    const { head } = await this.#endOf(tx, state.tree_size)
    this.#signer.verifyOwn(head.head)
  }

  async #append(tx: LogTransaction, entries: LogEntry[], now: string): Promise<Appended[]> {
    const { tree_size: before } = await this.#lock(tx)
    let { edge, head } = await this.#endOf(tx, before)
    const names = entries.map(({ cid }) => encodeHex(cid))
    const known = await this.#writes.findLeaves(tx, unique(entries, names))
    const places = new Map(known.map(({ cid, leaf_index }) => [encodeHex(cid), leaf_index]))
    const fresh: Array<LogEntry & { leaf_index: number }> = []
    for (const [at, entry] of entries.entries()) {
      if (places.has(names[at]!)) continue
      places.set(names[at]!, edge.size)
      fresh.push({ ...entry, leaf_index: edge.size })
      edge.append(leafHash(entry.cid, sha256))
    }
    if (fresh.length > 0) {
      await this.#writes.addLeaves(tx, fresh)
      await this.#writes.addReceipts(tx, fresh.filter(hasEnvelope))
      await this.#writes.putTiles(tx, edge.changed())
      head = await this.#sign(tx, edge, later(now, head.head.payload.timestamp))
    }
    const freshProofs = proveFresh(edge, before, head)
    // Tiles read before the commit may never be true, so they are not kept with the others.
    const uncommitted = new TileReader()
    const appended: Appended[] = []
    for (const [at, { cid }] of entries.entries()) {
      const leafIndex = places.get(names[at]!)!
      const log =
        leafIndex < before
          ? await proveInclusion(tx, uncommitted, cid, leafIndex, head)
          : freshProofs[leafIndex - before]!
      appended.push({ leafIndex, log })
    }
    edge.settle()
    this.#end = { edge, head }
    return appended
  }

  /** SQLite's transactions begin with the write lock; PostgreSQL's take it here, so that two instances append in turn. */
  #lock(tx: LogTransaction): Promise<LogTables['log_state']> {
    return tx
      .selectFrom('log_state')
      .selectAll()
      .where('id', '=', 1)
      .$if(this.#database.kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirstOrThrow()
  }

  async #endOf(tx: LogTransaction, size: number): Promise<{ edge: RightEdge; head: StoredHead }> {
    if (this.#end?.edge.size !== size) {
      const head = await latestHead(tx)
      if (!head) throw new LogDamaged('head_missing', `no signed head is stored for ${size} leaves`)
      this.#end = { edge: await readEdge(tx, size, head), head }
    }
    return this.#end!
  }

  async #sign(tx: LogTransaction, edge: RightEdge, timestamp: string): Promise<StoredHead> {
    const { logId, origin } = this.#identity
    const treeSize = edge.size
    const root = edge.root()
    const payload = { log_id: logId, tree_size: treeSize, root_sha256: encodeHex(root), timestamp }
    const head = this.#signer.signHead(payload)
    const checkpoint = this.#signer.signCheckpoint({ origin, treeSize, root })
    await tx
      .insertInto('log_head')
      .values({ tree_size: treeSize, root, head: JSON.stringify(head), checkpoint })
      .execute()
    await tx.updateTable('log_state').set({ tree_size: treeSize }).where('id', '=', 1).execute()
    return { treeSize, root, head, checkpoint }
  }
}

export async function openCore({ database, logId, origin, signHead }: EngineOptions, now: string): Promise<LogCore> {
  const opened = await openDatabase(database)
  try {
    return await LogCore.open(opened, { logId, origin }, signHead, now)
  } catch (problem) {
    await opened.close()
    throw problem
  }
}

function unique(entries: LogEntry[], names: string[]): Uint8Array[] {
  return [...new Map(entries.map(({ cid }, at) => [names[at]!, cid])).values()]
}

function hasEnvelope<Entry extends LogEntry>(entry: Entry): entry is Entry & { envelope: string } {
  return entry.envelope !== null
}

/** The leaves of a batch are proven from the edge in memory, where all their tiles still are. */
function proveFresh(edge: RightEdge, before: number, { treeSize, head }: StoredHead): Appended['log'][] {
  const hashOf = (range: LeafRange) => encodeHex(foldRange(range, (node) => edge.node(node)!))
  return inclusionPaths({ start: before, end: treeSize }, treeSize, hashOf).map((path, at) =>
    logMember(before + at, hashOf({ start: before + at, end: before + at + 1 }), path, head),
  )
}

/** Heads never go back in time, even when the machine's clock does. */
function later(now: string, last: string): string {
  return now > last ? now : last
}
