import { verifyEd25519 } from './ed25519.ts'
import { decodeBase64, encodeBase64, encodeHex, sameBytes } from './encoding.ts'
import type { PublishedKeys } from './keys.ts'
import { HASH_BYTES, isSize, type Sha256 } from './merkle.ts'
import type { Primitives } from './primitives.ts'

/** A tree head as C2SP tlog-checkpoint writes it, so that readers and witnesses that are not ours understand it. */
export interface Checkpoint {
  origin: string
  treeSize: number
  root: Uint8Array
}

export interface NoteSignature {
  name: string
  keyId: Uint8Array
  signature: Uint8Array
}

export interface SignedNote {
  /** With its last newline: what is signed. */
  body: string
  checkpoint: Checkpoint
  signatures: NoteSignature[]
}

/** The byte before the key in a key id: what the signature is over. */
export const NOTE_ED25519 = 0x01
export const NOTE_COSIGNATURE_V1 = 0x04

const KEY_ID_BYTES = 4
const MOST_SIGNATURES = 64
const LONGEST_NOTE = 64 * 1024
const KEY_NAME = /^[^\s+\u0000-\u001f]+$/u
const encoder = new TextEncoder()

export function isKeyName(name: string): boolean {
  return KEY_NAME.test(name) && name.isWellFormed()
}

export function keyId(name: string, type: number, publicKey: Uint8Array, sha256: Sha256): Uint8Array {
  const prefix = encoder.encode(`${name}\n`)
  return sha256(Uint8Array.of(...prefix, type, ...publicKey)).slice(0, KEY_ID_BYTES)
}

/** The text by which a verifier pins a key: name, key id, and the key with its type. */
export function vkey(name: string, publicKey: Uint8Array, sha256: Sha256): string {
  const id = encodeHex(keyId(name, NOTE_ED25519, publicKey, sha256))
  return `${name}+${id}+${encodeBase64(Uint8Array.of(NOTE_ED25519, ...publicKey))}`
}

export function checkpointBody({ origin, treeSize, root }: Checkpoint): string {
  return `${origin}\n${treeSize}\n${encodeBase64(root)}\n`
}

export interface NoteSigner {
  publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

/** A log signs its checkpoints under its origin as the key's name. */
export function signCheckpoint(checkpoint: Checkpoint, signer: NoteSigner, sha256: Sha256): string {
  const body = checkpointBody(checkpoint)
  const id = keyId(checkpoint.origin, NOTE_ED25519, signer.publicKey, sha256)
  const signature = encodeBase64(Uint8Array.of(...id, ...signer.sign(encoder.encode(body))))
  return `${body}\n— ${checkpoint.origin} ${signature}\n`
}

/** Undefined when the text is no signed checkpoint; says nothing about its signatures. */
export function parseCheckpoint(text: string): SignedNote | undefined {
  if (text.length > LONGEST_NOTE || !text.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(text)) return undefined
  const split = text.lastIndexOf('\n\n')
  if (split === -1 || !text.endsWith('\n')) return undefined
  const body = text.slice(0, split + 1)
  const checkpoint = parseBody(body)
  const signatures = text
    .slice(split + 2, -1)
    .split('\n')
    .map(parseSignature)
  if (!checkpoint || signatures.length > MOST_SIGNATURES || !signatures.every((found) => found !== undefined)) {
    return undefined
  }
  return { body, checkpoint, signatures }
}

function parseBody(body: string): Checkpoint | undefined {
  const [origin, size, rootB64, ...extensions] = body.slice(0, -1).split('\n')
  if (!origin || !size || !rootB64 || extensions.includes('') || !/^(0|[1-9]\d{0,15})$/.test(size)) return undefined
  const treeSize = Number(size)
  const root = decodeBase64(rootB64)
  return isSize(treeSize) && root?.length === HASH_BYTES ? { origin, treeSize, root } : undefined
}

function parseSignature(line: string): NoteSignature | undefined {
  const [dash, name, encoded, ...more] = line.split(' ')
  if (dash !== '—' || !name || !encoded || more.length > 0 || !isKeyName(name)) return undefined
  const bytes = decodeBase64(encoded)
  if (!bytes || bytes.length <= KEY_ID_BYTES) return undefined
  return { name, keyId: bytes.slice(0, KEY_ID_BYTES), signature: bytes.slice(KEY_ID_BYTES) }
}

/** A witness as a verifier has pinned it: a name and its ed25519 key. */
export interface Witness {
  name: string
  publicKey: Uint8Array
}

export interface Cosigner {
  name: string
  /** Seconds since 1970, as the witness signed them. */
  time: number
}

export interface CheckpointVerdict {
  valid: boolean | null
  reason: string | null
  checkpoint: Checkpoint | null
  cosigners: Cosigner[]
  /** Names of signature lines by keys that nobody here has pinned. */
  unknown: string[]
}

/** The log's own line may be by any key it ever published; a line by a pinned key that fails spoils the whole note. */
export async function verifyCheckpoint(
  text: string,
  published: PublishedKeys,
  witnesses: readonly Witness[],
  primitives: Primitives,
): Promise<CheckpointVerdict> {
  const verdict = (valid: boolean | null, reason: string | null, rest: Partial<CheckpointVerdict> = {}) => ({
    ...{ valid, reason, checkpoint: null, cosigners: [], unknown: [] },
    ...rest,
  })
  const note = parseCheckpoint(text)
  if (!note) return verdict(false, 'the text is no signed checkpoint')
  const { checkpoint, body, signatures } = note
  const { origin } = published.log
  if (checkpoint.origin !== origin) return verdict(null, `the checkpoint is of ${checkpoint.origin}, not of ${origin}`)
  const message = encoder.encode(body)
  const cosigners: Cosigner[] = []
  const unknown: string[] = []
  let signedByLog = false
  for (const line of signatures) {
    const own = published.keys.find(({ publicKey }) => isBy(line, origin, NOTE_ED25519, publicKey, primitives.sha256))
    const witness = witnesses.find(({ name, publicKey }) =>
      isBy(line, name, NOTE_COSIGNATURE_V1, publicKey, primitives.sha256),
    )
    if (own) {
      if (!(await verifyEd25519(own.publicKey, message, line.signature, primitives))) {
        return verdict(false, "the log's own signature does not hold", { checkpoint })
      }
      signedByLog = true
    } else if (witness) {
      const time = await cosignatureTime(body, line, witness, primitives)
      if (time === undefined) return verdict(false, `the cosignature of ${line.name} does not hold`, { checkpoint })
      cosigners.push({ name: line.name, time })
    } else {
      unknown.push(line.name)
    }
  }
  const found = { checkpoint, cosigners, unknown }
  return signedByLog ? verdict(true, null, found) : verdict(null, 'no line is by a published key of the log', found)
}

function isBy(line: NoteSignature, name: string, type: number, publicKey: Uint8Array, sha256: Sha256): boolean {
  return line.name === name && sameBytes(line.keyId, keyId(name, type, publicKey, sha256))
}

/** cosignature/v1: eight bytes of time, then a signature over that time and the checkpoint. */
async function cosignatureTime(
  body: string,
  { signature }: NoteSignature,
  { publicKey }: Witness,
  primitives: Primitives,
): Promise<number | undefined> {
  if (signature.length !== 8 + 64) return undefined
  const time = Number(new DataView(signature.buffer, signature.byteOffset, 8).getBigUint64(0))
  const message = encoder.encode(`cosignature/v1\ntime ${time}\n${body}`)
  const holds = isSize(time) && (await verifyEd25519(publicKey, message, signature.slice(8), primitives))
  return holds ? time : undefined
}
