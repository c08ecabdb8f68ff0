/**
 * Every way this service says no, with the HTTP status it travels under.
 * The set is closed: docs/errors.md lists each code, and a test holds the two together.
 */
export const REFUSALS = {
  no_such_path: 404,
  not_found: 404,
  wrong_method: 405,
  key_required: 401,
  key_invalid: 401,
  key_scope: 403,
  forbidden: 403,
  quota_reached: 402,
  rate_limited: 429,
  too_large: 413,
  too_many_items: 413,
  unsupported_media_type: 415,
  empty_body: 400,
  malformed_json: 400,
  ambiguous_json: 400,
  invalid_input: 400,
  image_missing: 400,
  image_ambiguous: 400,
  image_undecodable: 400,
  image_too_large: 413,
  image_url_refused: 400,
  image_url_unreadable: 400,
  upload_aborted: 400,
  bad_request: 400,
  busy: 503,
  job_lost: 503,
  stopping: 503,
  unavailable: 503,
  model_building: 503,
  model_not_built: 503,
  internal: 500,
} as const

export type RefusalCode = keyof typeof REFUSALS

/** What the caller can do about it: a sentence, and wherever one can be given, a body or a call that works. */
export interface Fix {
  do: string
  body?: unknown
  /** Where it takes several requests, one body each. */
  bodies?: unknown[]
  call?: string
}

export interface RefusalOptions {
  detail?: Record<string, unknown> | null
  fix?: Fix | null
  /** Seconds after which the same request may succeed; becomes Retry-After. */
  retryAfterS?: number
  headers?: Record<string, string>
  cause?: unknown
}

/** Bad input, no key, no quota, no route: never an outcome of a measurement. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly detail: Record<string, unknown> | null
  readonly fix: Fix | null
  readonly retryAfterS: number | undefined
  readonly headers: Record<string, string>

  constructor(code: RefusalCode, reason: string, options: RefusalOptions = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.detail = options.detail ?? null
    this.fix = options.fix ?? null
    this.retryAfterS = options.retryAfterS
    this.headers = options.headers ?? {}
  }

  get reason(): string {
    return this.message
  }

  get status(): number {
    return REFUSALS[this.code]
  }
}
