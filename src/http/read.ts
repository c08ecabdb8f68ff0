import type { FastifyRequest } from 'fastify'
import { giveBack } from '../imaging/give-back.ts'
import { Refusal } from '../kernel/refusal.ts'
import { turn } from '../kernel/turns.ts'
import type { Invocation } from '../operation/invoke.ts'
import { type AnyRoute, bodyOf, type Call } from '../operation/route.ts'
import { exampleFix } from '../operation/validate.ts'
import { bodyType, parseJsonBody, readBody } from './body.ts'
import { gatherInput } from './input.ts'

/** From here on, parsing takes milliseconds. */
const LARGE = 64 * 1024

/** Reads what the route takes in. Nothing is promised where nothing waits: most requests are answered where they come in. */
export function readInvocation(
  route: AnyRoute,
  request: FastifyRequest,
  limit: number,
  call: Call,
  read: (invocation: Invocation) => void,
  refuse: (why: unknown) => void,
): void {
  const { raw } = request
  const kind = bodyOf(route)
  if (kind === 'bytes') {
    const declared = raw.headers['content-length']
    call.upload = {
      stream: raw,
      mediaType: raw.headers['content-type'] ?? 'application/octet-stream',
      bytes: declared === undefined ? null : Number(declared),
    }
  }
  if (kind === 'bytes' || kind === 'none') {
    read({ input: gathered(route, request, {}) })
    return
  }

  const declared = Number(raw.headers['content-length'] ?? 0)
  const whole = (body: Buffer) => {
    try {
      read(invocationOf(route, request, body))
    } catch (why) {
      refuse(why)
    }
  }
  const inTurn = (body: Buffer) => (body.length > LARGE ? void turn().then(() => whole(body)) : whole(body))
  readBody(raw, limit, declared > LARGE ? declared : null, inTurn, refuse)
}

function invocationOf(route: AnyRoute, request: FastifyRequest, body: Buffer): Invocation {
  const { headers } = request.raw
  refuseEncoded(headers['content-encoding'])
  if (body.length === 0) throw new Refusal('empty_body', 'the body is empty', { fix: exampleFix(route) })
  if (bodyType(route, headers['content-type']) === 'picture')
    return { input: gathered(route, request, {}), picture: { bytes: body, mediaType: headers['content-type']! } }
  const isLarge = body.length > LARGE
  const { members, pictureText } = parseJsonBody(route, body)
  const input = gathered(route, request, members)
  if (pictureText !== undefined) return { input, pictureText, letGo: () => giveBack(body), isLarge }
  if (isLarge) giveBack(body)
  return { input, isLarge }
}

function gathered(route: AnyRoute, { params, query }: FastifyRequest, body: Record<string, unknown>) {
  return gatherInput(route, params as Record<string, string>, query as Record<string, string>, body)
}

/** A small body can unpack to any size; callers here have nothing that compresses well enough to take that on. */
function refuseEncoded(encoding: string | undefined): void {
  if (encoding === undefined || encoding === 'identity') return
  throw new Refusal(
    'unsupported_media_type',
    `a body with Content-Encoding ${JSON.stringify(encoding)} is not read here`,
    {
      fix: { do: 'Send the body uncompressed, without a Content-Encoding header.' },
    },
  )
}
