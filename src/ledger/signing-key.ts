import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { chmod, link, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import sodium from 'sodium-native'

/** Where the private key comes from. A path is made on first start where it is missing; the environment's never is. */
export type KeySource = { from: 'file'; path: string; makeIfMissing: boolean } | { from: 'environment'; pem: string }

export interface SigningKey {
  /** PKCS#8: handed to the log's thread, and nowhere else. */
  pem: string
  publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

const SIGNATURE_BYTES = 64

/** The message names the setting or file, never the key. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError'
}

export async function loadSigningKey(source: KeySource): Promise<SigningKey> {
  if (source.from === 'environment') return signingKeyOf(source.pem, 'SIGNING_KEY')
  if (source.makeIfMissing) await makeIfMissing(source.path)
  await refuseReadableByOthers(source.path)
  return signingKeyOf(await readFile(source.path, 'utf8'), source.path)
}

export function signingKeyOf(pem: string, named: string): SigningKey {
  const key = parse(pem, named)
  const { d, x } = key.export({ format: 'jwk' })
  const publicKey = new Uint8Array(Buffer.from(x!, 'base64url'))
  const secret = Buffer.concat([Buffer.from(d!, 'base64url'), publicKey])
  return {
    pem: key.export({ format: 'pem', type: 'pkcs8' }) as string,
    publicKey,
    sign(message) {
      const signature = Buffer.alloc(SIGNATURE_BYTES)
      sodium.crypto_sign_detached(
        signature,
        Buffer.from(message.buffer, message.byteOffset, message.byteLength),
        secret,
      )
      return new Uint8Array(signature)
    },
  }
}

export function newPem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
}

/** Year and month of first publication, then enough of the key's own hash that two keys of one month differ. */
export function kidFor(publicKey: Uint8Array, published: Date): string {
  const month = published.toISOString().slice(0, 7)
  return `svc-${month}-${createHash('sha256').update(publicKey).digest('hex').slice(0, 8)}`
}

/** Replaces the key file in one step; the old private key is gone, its public half stays published. */
export async function replaceKeyFile(path: string, pem: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  await writeDurably(temporary, pem)
  await rename(temporary, path)
  await syncFolder(dirname(path))
}

/** `link` fails where the file exists, so of two first starts at once one makes the key and both read it. */
async function makeIfMissing(path: string): Promise<void> {
  if ((await stat(path).catch(() => null)) !== null) return
  const temporary = `${path}.${process.pid}.tmp`
  await writeDurably(temporary, newPem())
  await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(temporary, { force: true })
  await syncFolder(dirname(path))
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(path, 0o600)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

async function refuseReadableByOthers(path: string): Promise<void> {
  const found = await stat(path).catch(() => {
    throw new SigningKeyError(`${path}: no signing key can be read there`)
  })
  if ((found.mode & 0o077) !== 0)
    throw new SigningKeyError(`${path} can be read by others than its owner: run chmod 600 on it`)
}

function parse(pem: string, named: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519' && createPublicKey(key)) return key
  } catch {
    // Falls through: the parser's own message could quote the key.
  }
  throw new SigningKeyError(`${named} holds no ed25519 private key in PKCS#8 PEM`)
}
