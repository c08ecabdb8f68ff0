import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { KeyRecord } from '../accounts/keys.ts'
import type { Wanted } from '../accounts/stored.ts'
import type { LimitName } from '../config.ts'
import type { Context } from '../context.ts'
import type { ImageInput } from '../imaging/input.ts'
import type { Answer } from './answer.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

export const GROUPS = {
  tools: 'Metered tools: a key is needed',
  measure: 'Measuring: keyless',
  world: 'The London bundle',
  verify: 'Verification: receipts, the log, cards, custody',
  open: 'Open tools',
  partner: 'Partners and operations',
  account: 'Keys and storage',
  'well-known': 'Well-known documents',
  service: 'The service itself',
} as const

export type Group = keyof typeof GROUPS

/** What a handler knows of the call beside its input. */
export interface Call {
  context: Context
  requestId: string
  /** Of the socket, or of a trusted proxy's header; only ever used to share the queue and count limits. */
  address: string
  signal: AbortSignal
  /** The bearer's key; null on keyless routes. */
  key: KeyRecord | null
  /** Routes with body `image` only. */
  image: ImageInput
  /** Routes with body `bytes` only: the request itself, unread. */
  upload: { stream: Readable; mediaType: string; bytes: number | null }
  /** Metered routes only: what is kept together with the reply, or not at all. */
  keeps?: Omit<Wanted, 'owner'>[]
  /** Request headers, lower case. */
  headers: Record<string, string | string[] | undefined>
}

export interface Example<Input, Output> {
  name: string
  input: Input
  output: Output
  /** The reply is a function of the request alone, so a test compares it member by member; otherwise by schema only. */
  exact?: boolean
}

/** A reply that is not JSON. */
export interface Media {
  type: string
  description: string
}

export interface ReceiptRule<Input, Output> {
  /** The kind of statement that is signed; inside the payload it is what a verifier may rely on. */
  schema: string
  /** What the signature binds: hashes of what was read, the numbers returned, the model. */
  payload(input: Input, output: Output, call: Call): Record<string, unknown>
}

/**
 * One route is one definition. The HTTP server, the OpenAPI document, the page at /docs and whatever else offers
 * the same skill read this and nothing else.
 */
export interface Route<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  method: Method
  /** Path parameters in braces, `{name*}` for the rest of the path; they are members of `input` like all others. */
  path: string
  group: Group
  summary: string
  description?: string
  auth: 'none' | 'key'
  /** Counts against the owner's quota: 402 once it is reached. `result` also stores the reply. */
  metered?: 'result' | 'upload'
  /** What of the reply is stored where not all of it is. */
  stored?(output: z.input<Output>): Record<string, unknown>
  /** Keys are scoped to the public API; a route may say so with 403. */
  refusesAdminKeys?: boolean
  limit?: LimitName
  input: Input
  /** POST only. `json` is the default. */
  body?: 'json' | 'image' | 'bytes' | 'none'
  /** How many bytes of body are read before 413. */
  bodyLimit?: number
  /** The body is one member in a wrapper, `{card: …}`. Sent bare it is accepted, or refused with the wrapped body as fix. */
  wrapper?: { member: string; bare: 'accepted' | 'refused' }
  /** The body carries something signed: numbers and text that JSON readers disagree on are refused. */
  signedBody?: boolean
  output: Output | Media
  /** Further statuses this route answers with a body of its own. */
  alsoAnswers?: Record<number, { description: string; schema: z.ZodType }>
  examples?: Example<z.input<Input>, z.input<Output>>[]
  cache?: 'immutable' | { maxAgeS: number }
  receipt?: ReceiptRule<z.output<Input>, z.input<Output>>
  /** Operational pages stay out of the public document. */
  undocumented?: boolean
  handle(input: z.output<Input>, call: Call): Reply<z.input<Output>> | Promise<Reply<z.input<Output>>>
}

export type Reply<Body> = Body | Answer

export function defineRoute<Input extends z.ZodObject, Output extends z.ZodType>(
  route: Route<Input, Output>,
): Route<Input, Output> {
  return route
}

/** Any route, once its types no longer matter. */
// biome-ignore lint/suspicious/noExplicitAny: a list of routes holds handlers of different inputs
export type AnyRoute = Route<any, any>

export function isMedia(output: AnyRoute['output']): output is Media {
  return (
    !('_zod' in output) &&
    typeof (output as Media).type === 'string' &&
    typeof (output as Media).description === 'string'
  )
}

export function bodyOf(route: AnyRoute): NonNullable<AnyRoute['body']> {
  return route.method === 'POST' ? (route.body ?? 'json') : 'none'
}

export function pathParameters(path: string): string[] {
  if (!path.includes('{')) return []
  return [...path.matchAll(/\{([^}*]+)\*?\}/g)].map((match) => match[1]!)
}
