const CLEAR = 256
const END = 257
const FIRST_FREE = 258
const NONE = 4096
/**
 * Of each code where its text was written, and how long it is: the output is the dictionary. Kept between calls, as
 * blocks are small and many; a code is never looked up before this call has made it.
 */
const at = new Int32Array(NONE)
const length = new Int32Array(NONE)

/** The LZW of TIFF: codes of 9 to 12 bits, highest bit first, one code earlier than in GIF. */
export function unpackLzw(packed: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size)
  let free = FIRST_FREE
  let bits = 9
  let previous = NONE
  let written = 0
  let held = 0
  let heldBits = 0
  let next = 0
  while (written < size) {
    while (heldBits < bits) {
      if (next >= packed.length) throw new RangeError('the packed block ends too early')
      held = ((held << 8) | packed[next++]!) & 0xffffff
      heldBits += 8
    }
    const code = (held >> (heldBits - bits)) & ((1 << bits) - 1)
    heldBits -= bits
    if (code === END) break
    if (code === CLEAR) {
      free = FIRST_FREE
      bits = 9
      previous = NONE
      continue
    }
    const start = written
    if (code < CLEAR) out[written++] = code
    else if (code < free) {
      const from = at[code]!
      const until = Math.min(from + length[code]!, from + size - written)
      for (let each = from; each < until; each++) out[written++] = out[each]!
    } else if (code === free && previous !== NONE) {
      const from = start - lengthOf(previous)
      const until = start
      for (let each = from; each < until && written < size; each++) out[written++] = out[each]!
      if (written < size) out[written++] = out[from]!
    } else throw new RangeError('the packed block holds a code that was never made')
    if (previous !== NONE && free < NONE) {
      at[free] = start - lengthOf(previous)
      length[free] = lengthOf(previous) + 1
      free += 1
      if (free + 1 >= 1 << bits && bits < 12) bits += 1
    }
    previous = code
  }
  if (written < size) throw new RangeError('the packed block is shorter than its pixels')
  return out
}

function lengthOf(code: number): number {
  return code < CLEAR ? 1 : length[code]!
}
