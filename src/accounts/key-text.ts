import { createHash } from 'node:crypto'

/** on_ + 8 characters that name the key + 32 that are its secret (160 random bits) + 6 that check the rest. */
const ID_BYTES = 5
const SECRET_BYTES = 20
const CHECK_CHARACTERS = 6
/** Crockford's base 32 in lower case: no i, l, o or u to be misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const SHAPE = new RegExp(`^on_[${ALPHABET}]{46}$`)

export type KeyText = { ok: true; id: string } | { ok: false; why: 'malformed' | 'checksum' }

export function composeKey(random: (bytes: number) => Uint8Array): { id: string; key: string } {
  const id = base32(random(ID_BYTES))
  const unchecked = `on_${id}${base32(random(SECRET_BYTES))}`
  return { id, key: unchecked + checkOf(unchecked) }
}

/** Tells a typing error from a wrong key without asking the database. */
export function readKey(presented: string): KeyText {
  if (!SHAPE.test(presented)) return { ok: false, why: 'malformed' }
  const unchecked = presented.slice(0, -CHECK_CHARACTERS)
  if (presented !== unchecked + checkOf(unchecked)) return { ok: false, why: 'checksum' }
  return { ok: true, id: presented.slice(3, 11) }
}

/** A fast hash is enough here: a slow one protects guessable passwords, and nobody guesses 160 random bits. */
export function hashOf(key: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(key).digest())
}

function checkOf(unchecked: string): string {
  return base32(createHash('sha256').update(`witnessmark key check ${unchecked}`).digest()).slice(0, CHECK_CHARACTERS)
}

function base32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return text
}
