import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'

/**
 * What an auditor would write in an afternoon from RFC 8785, RFC 8032 and RFC 9162: node:crypto and JSON, and nothing
 * of this service. It is the other half of every claim that an offline check needs no code of ours.
 */

/** RFC 8785: members by UTF-16 code units, numbers and strings as ECMAScript writes them. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

export function sha256(...parts: (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

export function rawKey(publicKey: Uint8Array): KeyObject {
  const x = Buffer.from(publicKey).toString('base64url')
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
}

const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n

export function signatureHolds(key: KeyObject, message: string, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false
  const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`)
  return s < GROUP_ORDER && verify(null, Buffer.from(message), key, signature)
}

const node = (left: Buffer, right: Buffer) => sha256(Uint8Array.of(1), left, right)

/** RFC 9162, 2.1.3.2. */
export function rootFrom(leafHash: Buffer, leafIndex: number, treeSize: number, path: Buffer[]): Buffer | undefined {
  let [fn, sn, root] = [leafIndex, treeSize - 1, leafHash]
  if (fn > sn) return undefined
  for (const sibling of path) {
    if (sn === 0) return undefined
    if (fn & 1 || fn === sn) {
      root = node(sibling, root)
      while (!(fn & 1) && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1]
    } else root = node(root, sibling)
    ;[fn, sn] = [fn >> 1, sn >> 1]
  }
  return sn === 0 ? root : undefined
}

/** RFC 9162, 2.1.4.2. */
export function isConsistent(reply: {
  first_size: number
  second_size: number
  first_root: string
  second_root: string
  consistency_path: string[]
}): boolean {
  const { first_size, second_size, first_root, second_root } = reply
  const path = reply.consistency_path.map((hash) => Buffer.from(hash, 'hex'))
  if (first_size === second_size) return path.length === 0 && first_root === second_root
  if (Number.isInteger(Math.log2(first_size))) path.unshift(Buffer.from(first_root, 'hex'))
  let [fn, sn] = [first_size - 1, second_size - 1]
  while (fn & 1) [fn, sn] = [fn >> 1, sn >> 1]
  let [first, second]: [Buffer, Buffer] = [path[0]!, path[0]!]
  for (const sibling of path.slice(1)) {
    if (sn === 0) return false
    if (fn & 1 || fn === sn) {
      first = node(sibling, first)
      second = node(sibling, second)
      while (!(fn & 1) && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1]
    } else second = node(second, sibling)
    ;[fn, sn] = [fn >> 1, sn >> 1]
  }
  return sn === 0 && first.toString('hex') === first_root && second.toString('hex') === second_root
}

export interface KeyFileText {
  keys: { kid: string; pubkey_b64: string }[]
  log: { log_id: string; origin: string; vkey: string }
}

export function keyNamed({ keys }: KeyFileText, kid: string): KeyObject | undefined {
  const found = keys.find((key) => key.kid === kid)
  return found && rawKey(Buffer.from(found.pubkey_b64, 'base64'))
}

/** A signed head: under a key of the file, of the log of the file. */
// biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
export function headHolds(sth: any, keyFile: KeyFileText): boolean {
  const key = keyNamed(keyFile, sth.kid)
  const signature = Buffer.from(sth.signature_b64, 'base64')
  return (
    key !== undefined &&
    sth.payload.log_id === keyFile.log.log_id &&
    sha256(canonical(sth.payload)).toString('hex') === sth.payload_sha256 &&
    signatureHolds(key, canonical(sth.payload), signature)
  )
}

/** An inclusion proof as the proof route and the receipt carry it. */
// biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
export function proofHolds(cid: string, log: any, keyFile: KeyFileText): boolean {
  const leaf = sha256(Uint8Array.of(0), Buffer.from(cid, 'hex'))
  const path = log.audit_path.map((hash: string) => Buffer.from(hash, 'hex'))
  return (
    leaf.toString('hex') === log.leaf_hash &&
    rootFrom(leaf, log.leaf_index, log.tree_size, path)?.toString('hex') === log.root_sha256 &&
    log.sth.payload.root_sha256 === log.root_sha256 &&
    log.sth.payload.tree_size === log.tree_size &&
    headHolds(log.sth, keyFile)
  )
}

/** A C2SP signed note under a vkey: name, key id, and the key with its type byte. */
export function checkpointHolds(text: string, vkey: string): { size: number; root: string } | undefined {
  // Base64 has plus signs of its own: only the first two part anything.
  const [, name, id, key64] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) as unknown as [string, string, string, string]
  const typedKey = Buffer.from(key64, 'base64')
  if (sha256(`${name}\n`, typedKey).subarray(0, 4).toString('hex') !== id || typedKey[0] !== 1) return undefined
  const [body, signatures] = [text.slice(0, text.indexOf('\n\n') + 1), text.slice(text.indexOf('\n\n') + 2)]
  const lines = signatures.split('\n').filter((line) => line.startsWith(`— ${name} `))
  const signed = lines
    .map((line) => Buffer.from(line.split(' ')[2]!, 'base64'))
    .find((bytes) => bytes.subarray(0, 4).toString('hex') === id)
  if (signed === undefined) return undefined
  if (!signatureHolds(rawKey(typedKey.subarray(1)), body, signed.subarray(4))) return undefined
  const [origin, size, root] = body.split('\n') as [string, string, string]
  return origin === name ? { size: Number(size), root: Buffer.from(root, 'base64').toString('hex') } : undefined
}
