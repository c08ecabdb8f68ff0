import { readImage } from '../imaging/input.ts'
import { turn } from '../kernel/turns.ts'
import { Answer } from './answer.ts'
import { replySchema } from './reply-schema.ts'
import { type AnyRoute, bodyOf, type Call, isMedia } from './route.ts'
import { validate } from './validate.ts'

export interface Invocation {
  /** Path, query and body members in one object. */
  input: Record<string, unknown>
  /** The body itself, where the caller sent a picture and not JSON. */
  picture?: { bytes: Uint8Array; mediaType: string }
  /** The text of image_base64 as bytes, where it was too large to make a string of. */
  pictureText?: Uint8Array
  /** Told once the picture has been read: nobody needs its text any more. */
  letGo?: () => void
  /** Large enough that each step takes milliseconds: others get their turn in between. */
  isLarge?: boolean
}

/**
 * The one way into a route, whoever asks: validate, read the picture, handle, sign, store, answer. What needs no wait
 * is answered at once, and not as a promise.
 */
export function invoke(route: AnyRoute, invocation: Invocation, call: Call): Answer | Promise<Answer> {
  if (invocation.isLarge || bodyOf(route) === 'image') return takeIn(route, invocation, call)
  return handle(route, validate(route, invocation.input), call)
}

async function takeIn(
  route: AnyRoute,
  { input, picture, pictureText, letGo, isLarge }: Invocation,
  call: Call,
): Promise<Answer> {
  if (isLarge) await turn()
  const valid = validate(route, input)
  if (isLarge) await turn()
  if (bodyOf(route) === 'image') {
    call.image = await readImage({
      image_base64: valid.image_base64 as string | undefined,
      base64_bytes: pictureText,
      image_url: valid.image_url as string | undefined,
      raw: picture,
      fetchImage: (url) => call.context.fetchImage(url, call.signal),
    })
    letGo?.()
  }
  return handle(route, valid, call)
}

function handle(route: AnyRoute, valid: Record<string, unknown>, call: Call): Answer | Promise<Answer> {
  const reply = route.handle(valid, call)
  return reply instanceof Promise
    ? reply.then((settled) => complete(route, valid, settled, call))
    : complete(route, valid, reply, call)
}

function complete(
  route: AnyRoute,
  valid: Record<string, unknown>,
  reply: unknown,
  call: Call,
): Answer | Promise<Answer> {
  const answer = reply instanceof Answer ? reply : new Answer(200, reply)
  if (answer.status !== 200 || isMedia(route.output)) return answer
  if (route.receipt !== undefined || route.metered === 'result') return signAndStore(route, valid, answer, call)
  checkReply(route, answer, call)
  return answer
}

async function signAndStore(
  route: AnyRoute,
  valid: Record<string, unknown>,
  answer: Answer,
  call: Call,
): Promise<Answer> {
  const signed = route.receipt === undefined ? answer : await withReceipt(route, valid, answer, call)
  checkReply(route, signed, call)
  if (route.metered === 'result') await storeResult(route, signed, call)
  return signed
}

function checkReply(route: AnyRoute, { body }: Answer, { context }: Call): void {
  if (context.checkReplies) replySchema(route).parse(JSON.parse(JSON.stringify(body)))
}

async function withReceipt(
  route: AnyRoute,
  input: Record<string, unknown>,
  answer: Answer,
  call: Call,
): Promise<Answer> {
  const body = answer.body as Record<string, unknown>
  const { schema, payload } = route.receipt!
  const { receipt, verify } = await call.context.ledger.issue(schema, payload(input, body, call))
  return new Answer(answer.status, { ...body, receipt, verify }, answer.headers)
}

async function storeResult(route: AnyRoute, answer: Answer, { context, key, keeps = [] }: Call): Promise<void> {
  const json = Buffer.from(JSON.stringify(route.stored?.(answer.body) ?? answer.body))
  const result = { kind: 'result' as const, label: `${route.method} ${route.path}`, bytes: json }
  await context.storage.storeTogether(key!.owner, [...keeps, result])
}
