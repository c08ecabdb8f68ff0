import type { Kysely } from 'kysely'
import { encodeHex } from '../../evidence/encoding.ts'
import { HASH_BYTES, isSize, leafHash, verifyConsistency, verifyInclusion } from '../../evidence/merkle.ts'
import type { ReceiptLogMember, SignedTreeHead } from '../../evidence/tree-head.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { LogDamaged } from './damage.ts'
import { sha256 } from './hash.ts'
import { consistencyRanges, inclusionRanges } from './ranges.ts'
import { headOfSize, latestHead, type StoredHead } from './recover.ts'
import type { ConsistencyReply } from './replies.ts'
import type { LogTables } from './tables.ts'
import { TILE_WIDTH } from './tile-path.ts'
import { TileReader } from './tiles.ts'

/** Everything a reader may ask; answers come from what is committed, never from an append that is under way. */
export class LogReads {
  protected readonly db: Kysely<LogTables>
  protected readonly tiles = new TileReader()

  protected constructor(db: Kysely<LogTables>) {
    this.db = db
  }

  async latest(): Promise<SignedTreeHead | null> {
    return (await latestHead(this.db))?.head ?? null
  }

  async checkpoint(): Promise<string> {
    return (await currentHead(this.db)).checkpoint
  }

  async proofByCid(cid: Uint8Array): Promise<ReceiptLogMember | null> {
    const leaf = await this.db.selectFrom('log_leaf').select('leaf_index').where('cid', '=', cid).executeTakeFirst()
    // The head is read after the leaf, so that it covers it.
    return leaf ? proveInclusion(this.db, this.tiles, cid, leaf.leaf_index, await currentHead(this.db)) : null
  }

  async receiptByCid(cid: Uint8Array): Promise<string | null> {
    const found = await this.db
      .selectFrom('log_receipt')
      .innerJoin('log_leaf', 'log_leaf.leaf_index', 'log_receipt.leaf_index')
      .select('envelope')
      .where('cid', '=', cid)
      .executeTakeFirst()
    return found?.envelope ?? null
  }

  async consistency(first: number, second: number): Promise<ConsistencyReply> {
    const latest = await currentHead(this.db)
    if (!isSize(first) || !isSize(second) || first < 1 || first > second || second > latest.treeSize) {
      throw new Refusal('invalid_input', `no consistency proof runs from ${first} to ${second}`, {
        detail: { first, second, tree_size: latest.treeSize },
        fix: {
          do:
            latest.treeSize === 0
              ? 'Ask again once something was logged: the log is empty.'
              : `Ask with 1 <= first <= second <= ${latest.treeSize}.`,
        },
      })
    }
    const ranges = consistencyRanges(first, second)
    const hashes = await this.tiles.hashRanges(this.db, [
      { start: 0, end: first },
      { start: 0, end: second },
      ...ranges,
    ])
    const [firstRoot, secondRoot, ...path] = hashes as [Uint8Array, Uint8Array, ...Uint8Array[]]
    if (!verifyConsistency({ first, second, firstRoot, secondRoot, path }, sha256)) {
      throw new LogDamaged('proof_mismatch', `the tiles do not prove ${first} consistent with ${second}`)
    }
    return {
      first_size: first,
      second_size: second,
      first_root: encodeHex(firstRoot),
      second_root: encodeHex(secondRoot),
      consistency_path: path.map(encodeHex),
      sth: ((await headOfSize(this.db, second)) ?? latest).head,
    }
  }

  /** Null where the log has not grown that far: a hash that no head covers is not shown. */
  async tile(level: number, index: number, width: number): Promise<Uint8Array | null> {
    const found = await this.db
      .selectFrom('log_tile')
      .select('hashes')
      .where('level', '=', level)
      .where('tile_index', '=', index)
      .executeTakeFirst()
    const bytes = width * HASH_BYTES
    return found && found.hashes.length >= bytes ? found.hashes.slice(0, bytes) : null
  }

  /** An entry bundle: each content id behind its length in two bytes. */
  async entries(index: number, width: number): Promise<Uint8Array | null> {
    const start = index * TILE_WIDTH
    const leaves = await this.db
      .selectFrom('log_leaf')
      .select('cid')
      .where('leaf_index', '>=', start)
      .where('leaf_index', '<', start + width)
      .orderBy('leaf_index')
      .execute()
    return leaves.length === width ? Buffer.concat(leaves.flatMap(({ cid }) => [ENTRY_LENGTH, cid])) : null
  }
}

const ENTRY_LENGTH = Uint8Array.of(0, HASH_BYTES)

async function currentHead(db: Kysely<LogTables>): Promise<StoredHead> {
  const head = await latestHead(db)
  if (!head) throw new LogDamaged('head_missing', 'no signed head is stored')
  return head
}

/** A proof is checked before it leaves: a damaged tile becomes a refusal here, never an accusation elsewhere. */
export async function proveInclusion(
  db: Kysely<LogTables>,
  tiles: TileReader,
  cid: Uint8Array,
  leafIndex: number,
  head: StoredHead,
): Promise<ReceiptLogMember> {
  const path = await tiles.hashRanges(db, inclusionRanges(leafIndex, head.treeSize))
  const hash = leafHash(cid, sha256)
  if (!verifyInclusion({ leafIndex, treeSize: head.treeSize, leafHash: hash, path, root: head.root }, sha256)) {
    throw new LogDamaged('proof_mismatch', `the tiles do not prove leaf ${leafIndex} in the head of ${head.treeSize}`)
  }
  return logMember(leafIndex, encodeHex(hash), path.map(encodeHex), head.head)
}

export function logMember(
  leafIndex: number,
  leaf_hash: string,
  audit_path: string[],
  sth: SignedTreeHead,
): ReceiptLogMember {
  return {
    leaf_index: leafIndex,
    tree_size: sth.payload.tree_size,
    leaf_hash,
    audit_path,
    root_sha256: sth.payload.root_sha256,
    sth,
  }
}
