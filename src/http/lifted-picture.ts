import { randomUUID } from 'node:crypto'

/** Stands where the picture was; nobody outside this process can have written it. */
const MARK = randomUUID()
const NAME = Buffer.from('"image_base64"')
const WORTH_IT = 16 * 1024
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

export interface Lifted {
  /** The body with a short mark in place of the picture's text. */
  rest: Buffer
  /** The text of the picture, still as bytes of the body. */
  text: Buffer
  /** The other members, or undefined where the mark is not the top-level member. */
  others(value: Record<string, unknown>): Record<string, unknown> | undefined
}

/**
 * Takes the text of a large picture out of a JSON body before it is parsed: a parser would copy megabytes through its
 * own string only to hand them on, and the collector would have to find them again. Undefined where the body is not of that plain form; then it is parsed as it is.
 */
export function liftPicture(body: Buffer): Lifted | undefined {
  if (body.length < WORTH_IT) return undefined
  const name = body.indexOf(NAME)
  if (name < 0 || body[name - 1] === BACKSLASH) return undefined
  let at = skipSpace(body, name + NAME.length)
  if (body[at] !== COLON) return undefined
  at = skipSpace(body, at + 1)
  if (body[at] !== QUOTE) return undefined
  const start = at + 1
  const end = body.indexOf(QUOTE, start)
  if (end - start < WORTH_IT || body.subarray(start, end).includes(BACKSLASH)) return undefined
  return {
    rest: Buffer.concat([body.subarray(0, start), Buffer.from(MARK), body.subarray(end)]),
    text: body.subarray(start, end),
    others({ image_base64, ...others }) {
      return image_base64 === MARK ? others : undefined
    },
  }
}

function skipSpace(body: Buffer, at: number): number {
  while (body[at] === 0x20 || body[at] === 0x0a || body[at] === 0x0d || body[at] === 0x09) at++
  return at
}
