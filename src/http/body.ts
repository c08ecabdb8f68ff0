import { isAscii } from 'node:buffer'
import type { Readable } from 'node:stream'
import { parseStrict } from '../evidence/strict-json.ts'
import { giveBack } from '../imaging/give-back.ts'
import { isObject } from '../kernel/json.ts'
import { Refusal } from '../kernel/refusal.ts'
import { type AnyRoute, bodyOf } from '../operation/route.ts'
import { exampleFix, shown } from '../operation/validate.ts'
import { liftPicture } from './lifted-picture.ts'

export const DEFAULT_BODY_LIMIT = 1024 ** 2
/** 20 MB of picture in base64, and the JSON around it. */
export const IMAGE_BODY_LIMIT = 28 * 1024 ** 2
const MAX_DEPTH = 64

export function bodyLimit(route: AnyRoute): number {
  return route.bodyLimit ?? (bodyOf(route) === 'image' ? IMAGE_BODY_LIMIT : DEFAULT_BODY_LIMIT)
}

export function tooLarge(limit: number): Refusal {
  return new Refusal('too_large', `the body is larger than the ${limit} bytes this route reads`, {
    detail: { limit_bytes: limit },
    fix: { do: `Send at most ${limit} bytes.` },
    headers: { connection: 'close' },
  })
}

/**
 * The whole body, or 413 as soon as it is known to be larger. A client that hangs up midway leaves nothing behind.
 * Where the length is declared, pieces are copied into place as they come: kept until the end, they would all be there
 * for the collector to find.
 */
export function readBody(
  stream: Readable,
  limit: number,
  declared: number | null,
  read: (body: Buffer) => void,
  refuse: (why: Refusal) => void,
): void {
  const gathered = declared === null ? new Pieces() : new Place(declared)
  let length = 0
  let isSettled = false
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= limit) return gathered.add(chunk)
    stream.pause()
    settle(tooLarge(limit))
  })
  stream.on('end', () => settle())
  stream.on('error', (error) =>
    settle(
      new Refusal('upload_aborted', 'the body ended before it was complete', {
        cause: error,
        fix: { do: 'Send it again.' },
      }),
    ),
  )
  /** Once: a client that was refused may still hang up. */
  function settle(why?: Refusal): void {
    if (isSettled) return
    isSettled = true
    if (why === undefined) read(gathered.whole())
    else refuse(why)
  }
}

class Pieces {
  readonly #pieces: Buffer[] = []

  add(piece: Buffer): void {
    this.#pieces.push(piece)
  }

  whole(): Buffer {
    return this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
  }
}

class Place {
  readonly #bytes: Buffer
  #filled = 0

  constructor(length: number) {
    this.#bytes = Buffer.allocUnsafe(length)
  }

  add(piece: Buffer): void {
    this.#filled += piece.copy(this.#bytes, this.#filled)
    giveBack(piece)
  }

  whole(): Buffer {
    return this.#bytes.subarray(0, this.#filled)
  }
}

/** The members of a JSON body. What JSON readers disagree on (a key twice, great depth) is refused, not guessed. */
export function parseJsonBody(route: AnyRoute, body: Buffer): JsonBody {
  const lifted = bodyOf(route) === 'image' ? liftPicture(body) : undefined
  const others = lifted?.others(parseObject(route, lifted.rest))
  if (others !== undefined) return { members: others, pictureText: lifted!.text }
  const value = parseObject(route, body)
  return { members: route.wrapper === undefined ? value : unwrapped(route.wrapper, value) }
}

export interface JsonBody {
  members: Record<string, unknown>
  /** The base64 of a large picture, which then is not among the members. */
  pictureText?: Uint8Array
}

function parseObject(route: AnyRoute, body: Buffer): Record<string, unknown> {
  const rules = { maxDepth: MAX_DEPTH, forSigning: route.signedBody === true, refusesProto: true }
  // Text that is ASCII needs no decoder that looks at every character.
  const { value, problem } = parseStrict(isAscii(body) ? body.toString('latin1') : body, rules)
  if (problem !== undefined) {
    const code = problem.code === 'malformed' ? 'malformed_json' : 'ambiguous_json'
    throw new Refusal(code, `the body is no JSON this service reads: ${shown(problem.reason)}`, {
      fix: exampleFix(route),
    })
  }
  if (isObject(value)) return value
  const kind = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`
  throw new Refusal('invalid_input', `body: expected an object, received ${kind}`, { fix: exampleFix(route) })
}

function unwrapped(
  { member, bare }: NonNullable<AnyRoute['wrapper']>,
  value: Record<string, unknown>,
): Record<string, unknown> {
  const names = Object.keys(value)
  if (names.length === 0) return value
  if (Object.hasOwn(value, member)) {
    if (names.length === 1 || bare === 'accepted' || !isObject(value[member])) return value
    throw new Refusal('invalid_input', `${member}: this looks like a whole reply; only its ${member} is wanted here`, {
      fix: { do: `Send its ${member} alone.`, body: { [member]: value[member] } },
    })
  }
  if (bare === 'accepted') return { [member]: value }
  throw new Refusal(
    'invalid_input',
    `${member}: missing: this looks like the ${member} itself, which belongs into a member of that name`,
    {
      fix: { do: 'Send it wrapped.', body: { [member]: value } },
    },
  )
}

export type BodyType = 'json' | 'picture'

/** What the body is by its own word. None said is JSON, as every example here is sent. */
export function bodyType(route: AnyRoute, contentType: string | undefined): BodyType {
  if (contentType === undefined || contentType === 'application/json') return 'json'
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  if (type === '' || type === 'application/json' || /^application\/[a-z0-9.+-]+\+json$/.test(type)) return 'json'
  if (bodyOf(route) === 'image' && type.startsWith('image/')) return 'picture'
  const takes = bodyOf(route) === 'image' ? 'application/json or image/*' : 'application/json'
  throw new Refusal(
    'unsupported_media_type',
    `a body of type ${JSON.stringify(shown(type))} is not read here: ${takes} is`,
    {
      detail: { takes },
      fix: {
        do: `Send the header Content-Type: ${takes === 'application/json' ? takes : 'application/json, or image/jpeg with the picture itself'}.`,
      },
    },
  )
}
