export type Decoded = { bytes: Uint8Array } | { wrong: string }

/**
 * Standard padded base64 in its one canonical form. Line breaks are let through, since `base64 photo.jpg` writes them.
 * Node's decoder skips what it does not know, so that anything skipped shows as bytes that are missing.
 */
export function decodeBase64(text: string): Decoded {
  const bytes = Buffer.from(text, 'base64')
  // As many bytes as the text can carry: then no line break is among it, and none needs to be counted.
  const isDense = text.length % 4 === 0 && bytes.length > (text.length / 4) * 3 - 3
  const length = isDense ? text.length : text.length - count(text, '\n') - count(text, '\r')
  const tail = text
    .slice(-MOST_TAIL)
    .replace(/[\r\n]/g, '')
    .slice(-4)
  const padding = tail.endsWith('==') ? 2 : tail.endsWith('=') ? 1 : 0
  const nothingSkipped = length % 4 === 0 && bytes.length === (length / 4) * 3 - padding
  const lastGroup = bytes.subarray(bytes.length - (bytes.length % 3 || 3)).toString('base64')
  if (nothingSkipped && lastGroup === tail && isPlain(text)) return { bytes }
  return { wrong: deviation(text, length) }
}

/** Whole groups, and small enough that the strings they pass through are young and soon gone. */
const AT_ONCE = 48 * 1024

/** Padded base64 without line breaks, decoded piece by piece from the bytes of its text; undefined for any other. */
export function decodePlainBase64(text: Buffer): Uint8Array | undefined {
  const { length } = text
  if (length === 0 || length % 4 !== 0) return undefined
  const padding = text[length - 2] === EQUALS ? 2 : text[length - 1] === EQUALS ? 1 : 0
  const bytes = Buffer.allocUnsafeSlow((length / 4) * 3 - padding)
  let written = 0
  for (let at = 0; at < length; at += AT_ONCE) {
    const piece = text.toString('latin1', at, Math.min(length, at + AT_ONCE))
    if (piece.includes('-') || piece.includes('_')) return undefined
    const added = bytes.write(piece, written, 'base64')
    const isLast = at + AT_ONCE >= length
    if (added !== (piece.length / 4) * 3 - (isLast ? padding : 0)) return undefined
    written += added
  }
  const lastGroup = bytes.subarray(bytes.length - (bytes.length % 3 || 3)).toString('base64')
  return lastGroup === text.toString('latin1', length - 4) ? bytes : undefined
}

const EQUALS = 0x3d

/** Enough to hold four characters, each with a line break before and after it. */
const MOST_TAIL = 20

/** The decoder also takes the URL alphabet, and reads the low byte of characters beyond ASCII. */
function isPlain(text: string): boolean {
  return !text.includes('-') && !text.includes('_') && Buffer.byteLength(text) === text.length
}

function count(text: string, character: string): number {
  let found = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found++
  return found
}

function deviation(text: string, length: number): string {
  const position = text.search(/[^A-Za-z0-9+/=\r\n]/)
  if (position >= 0) {
    const character = String.fromCodePoint(text.codePointAt(position)!)
    return `character ${position} is ${JSON.stringify(character)}, which base64 does not use`
  }
  const padding = text.search(/=(?![=\r\n]*$)/)
  if (padding >= 0) return `character ${padding} is "=", which may only stand at the end`
  if (length % 4 !== 0) return `its length without line breaks is ${length}, which is not a multiple of 4`
  return 'its last group of four characters is not padded as base64 pads'
}
