import { keyId, NOTE_ED25519, parseCheckpoint, signCheckpoint, vkey } from '../evidence/checkpoint.ts'
import { decodeBase64, decodeHex, sameBytes } from '../evidence/encoding.ts'
import type { TimeBound } from '../evidence/ext/time-bound.ts'
import { type KeyFile, keyFile, type PublishedKeys, pubkeyForms } from '../evidence/keys.ts'
import { type Receipt, sealReceipt } from '../evidence/receipt.ts'
import { sodiumPrimitives } from '../evidence/signatures/sodium.ts'
import type { Clock } from '../kernel/clock.ts'
import type { JsonObject } from '../kernel/json.ts'
import type { Database } from '../store/database.ts'
import type { Log } from '../store/log/log.ts'
import { publishedKeys, publishKey } from './published-keys.ts'
import { type Recipe, recipe } from './recipe.ts'
import { type KeySource, loadSigningKey, type SigningKey } from './signing-key.ts'

export const SIGNER = 'svc'

const ROOT_OF_TRUST =
  'The keys in this file, as you first fetched them and as you find them published elsewhere. No certificate authority stands behind them, ' +
  'and while no independent witness co-signs the log, nobody but this service vouches for its head.'

export interface LedgerParts {
  database: Database
  log: Log
  /** The one that was loaded to open the log; looked at again by `reload`. */
  key: SigningKey
  keySource: KeySource
  logName: string
  baseUrl: string
  clock: Clock
  timeBound: () => Promise<TimeBound>
}

/** The only issuer of receipts. What it returns is signed, and in the log on disk. */
export class Ledger {
  readonly #parts: LedgerParts
  #key: SigningKey
  #kid: string
  #trust: PublishedKeys
  #keyFile: KeyFile | undefined
  #issued = 0

  private constructor(parts: LedgerParts, kid: string, trust: PublishedKeys) {
    this.#parts = parts
    this.#key = parts.key
    this.#kid = kid
    this.#trust = trust
  }

  static async open(parts: LedgerParts, kid: string): Promise<Ledger> {
    return new Ledger(parts, kid, await trustFrom(parts.database, parts.logName, parts.key))
  }

  /** Durable before it returns. `members` are what is stated; the time bound and the stamp are added here. */
  async issue(schema: string, members: Record<string, unknown>): Promise<{ receipt: Receipt; verify: Recipe }> {
    const { log, clock, timeBound, baseUrl } = this.#parts
    const sealed = sealReceipt(
      {
        schema,
        signedAt: clock().toISOString(),
        members: { ...(members as JsonObject), time_bound: await timeBound() },
      },
      { kid: this.#kid, signer: SIGNER, sign: this.#key.sign },
      sodiumPrimitives.sha256,
    )
    const appended = await log.append(decodeHex(sealed.payload_sha256)!, JSON.stringify(sealed))
    this.#issued += 1
    return { receipt: { ...sealed, log: appended.log }, verify: recipe(baseUrl, sealed.payload_sha256) }
  }

  /** A stored receipt with a proof under the present head, or undefined where none was ever issued under that cid. */
  async find(cid: string): Promise<Receipt | undefined> {
    const bytes = decodeHex(cid)!
    const envelope = await this.#parts.log.receiptByCid(bytes)
    if (envelope === null) return undefined
    const log = await this.#parts.log.proofByCid(bytes)
    return { ...(JSON.parse(envelope) as Receipt), log }
  }

  /** Readers pin the vkey of the key file: until the next entry, a head from before a rotation gets its line by that key here. */
  async checkpoint(): Promise<string> {
    const text = await this.#parts.log.checkpoint()
    const { checkpoint, signatures } = parseCheckpoint(text)!
    const { sha256 } = sodiumPrimitives
    const id = keyId(checkpoint.origin, NOTE_ED25519, this.#key.publicKey, sha256)
    if (signatures.some((line) => sameBytes(line.keyId, id))) return text
    const signed = signCheckpoint(checkpoint, this.#key, sha256)
    return text + signed.slice(signed.lastIndexOf('\n\n') + 2)
  }

  /** Every key that ever signed here: what a verifier has to hold. */
  trust(): PublishedKeys {
    return this.#trust
  }

  published(): KeyFile {
    this.#keyFile ??= keyFile(this.#trust)
    return this.#keyFile
  }

  currentKey() {
    return pubkeyForms(this.#key.publicKey, this.#kid)
  }

  signer() {
    return { kid: this.#kid, sign: this.#key.sign }
  }

  /** Equal for as long as nothing leaves unlogged; both count since this process started. */
  counts(): { issued: number; logged: number } {
    return { issued: this.#issued, logged: this.#parts.log.counts().acknowledged }
  }

  /** Takes up a rotated key file without a restart. The new key is published before anything is signed with it. */
  async reload(): Promise<boolean> {
    const { database, keySource, log, clock, logName } = this.#parts
    const next = await loadSigningKey(keySource)
    if (Buffer.compare(next.publicKey, this.#key.publicKey) === 0) return false
    const { kid } = await publishKey(database, next.publicKey, clock)
    this.#trust = await trustFrom(database, logName, next)
    this.#keyFile = undefined
    await log.rekey({ kid, pkcs8Pem: next.pem })
    this.#key = next
    this.#kid = kid
    return true
  }
}

async function trustFrom(database: Database, logName: string, key: SigningKey): Promise<PublishedKeys> {
  const rows = await publishedKeys(database)
  return {
    keys: rows.map(({ kid, pubkey_b64, published_from, published_until }) => ({
      kid,
      publicKey: decodeBase64(pubkey_b64)!,
      from: published_from,
      until: published_until,
    })),
    rootOfTrust: ROOT_OF_TRUST,
    log: { logId: logName, origin: logName, vkey: vkey(logName, key.publicKey, sodiumPrimitives.sha256) },
  }
}
