import { isObject } from '../kernel/json.ts'
import { isSoundPublicKey } from './ed25519.ts'
import { decodeBase64, encodeBase32, encodeBase64, encodeBase64url } from './encoding.ts'

/** A key this service has published. A retired key keeps verifying what it signed. */
export interface PublishedKey {
  readonly kid: string
  readonly publicKey: Uint8Array
  readonly from: string
  readonly until: string | null
}

/** All that a verifier has to trust: read once from /.well-known/svc.json, then needed from nowhere else. */
export interface PublishedKeys {
  readonly keys: readonly PublishedKey[]
  readonly rootOfTrust: string
  readonly log: PublishedLog
}

export interface PublishedLog {
  readonly logId: string
  readonly origin: string
  readonly vkey: string
}

/** The key file as it is written. */
export interface KeyFile {
  keys: { kid: string; alg: 'ed25519'; pubkey_b64: string; pubkey_b32: string; from: string; until: string | null }[]
  root_of_trust: string
  log: { log_id: string; origin: string; vkey: string }
}

export class BadKeyFile extends Error {
  override readonly name = 'BadKeyFile'
}

export function findKey(published: PublishedKeys, kid: unknown): PublishedKey | undefined {
  return published.keys.find((key) => key.kid === kid)
}

export function keyFile(published: PublishedKeys): KeyFile {
  const { logId, origin, vkey } = published.log
  return {
    keys: published.keys.map(({ kid, publicKey, from, until }) => ({
      kid,
      alg: 'ed25519',
      pubkey_b64: encodeBase64(publicKey),
      pubkey_b32: encodeBase32(publicKey),
      from,
      until,
    })),
    root_of_trust: published.rootOfTrust,
    log: { log_id: logId, origin, vkey },
  }
}

/** Throws BadKeyFile: a verifier that trusts a file it misread is worse than one that stops. */
export function parseKeyFile(value: unknown): PublishedKeys {
  if (!isObject(value)) throw new BadKeyFile('the key file is not a JSON object')
  if (!Array.isArray(value.keys) || value.keys.length === 0) throw new BadKeyFile('the key file lists no keys')
  const keys = value.keys.map(parseKey)
  const kids = new Set(keys.map(({ kid }) => kid))
  if (kids.size !== keys.length) throw new BadKeyFile('two keys share one kid')
  const log = value.log
  if (!isObject(log)) throw new BadKeyFile('the key file does not name its log')
  return {
    keys,
    rootOfTrust: text(value.root_of_trust, 'root_of_trust'),
    log: {
      logId: text(log.log_id, 'log.log_id'),
      origin: text(log.origin, 'log.origin'),
      vkey: text(log.vkey, 'log.vkey'),
    },
  }
}

function parseKey(entry: unknown, index: number): PublishedKey {
  const at = `keys[${index}]`
  if (!isObject(entry)) throw new BadKeyFile(`${at} is not an object`)
  const kid = text(entry.kid, `${at}.kid`)
  if (entry.alg !== 'ed25519') throw new BadKeyFile(`${at}.alg is not ed25519`)
  const publicKey = decodeBase64(text(entry.pubkey_b64, `${at}.pubkey_b64`))
  if (!publicKey || !isSoundPublicKey(publicKey)) throw new BadKeyFile(`${at}.pubkey_b64 is no sound ed25519 key`)
  if (entry.pubkey_b32 !== encodeBase32(publicKey)) throw new BadKeyFile(`${at}.pubkey_b32 is another key`)
  const until = entry.until === null ? null : instant(entry.until, `${at}.until`)
  return { kid, publicKey, from: instant(entry.from, `${at}.from`), until }
}

function text(value: unknown, at: string): string {
  if (typeof value !== 'string' || value === '') throw new BadKeyFile(`${at} is missing`)
  return value
}

function instant(value: unknown, at: string): string {
  if (typeof value !== 'string' || !isInstant(value)) throw new BadKeyFile(`${at} is not a UTC time`)
  return value
}

/** ISO 8601 in UTC with Z, to the second or finer. */
export function isInstant(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}

const SPKI_PREFIX = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00)

/** One key in every form that a verifier elsewhere may ask for. */
export function pubkeyForms(publicKey: Uint8Array, kid: string) {
  const spki = new Uint8Array([...SPKI_PREFIX, ...publicKey])
  return {
    kid,
    b64: encodeBase64(publicKey),
    b32: encodeBase32(publicKey),
    pem: `-----BEGIN PUBLIC KEY-----\n${encodeBase64(spki)}\n-----END PUBLIC KEY-----\n`,
    jwk: { kty: 'OKP', crv: 'Ed25519', kid, alg: 'EdDSA', use: 'sig', x: encodeBase64url(publicKey) },
  }
}
