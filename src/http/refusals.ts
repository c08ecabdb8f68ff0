import { Refusal } from '../kernel/refusal.ts'

/** The one error body, wherever the refusal came from. In a call, `$BASE` becomes the address it can be sent to. */
export function refusalBody(refusal: Refusal, requestId: string, baseUrl: string): Record<string, unknown> {
  const { fix } = refusal
  return {
    error: refusal.code,
    reason: refusal.reason,
    detail: refusal.detail,
    fix: fix?.call === undefined ? fix : { ...fix, call: fix.call.replaceAll('$BASE', () => baseUrl) },
    request_id: requestId,
  }
}

export function refusalHeaders(refusal: Refusal): Record<string, string> {
  const headers: Record<string, string> = { 'cache-control': 'no-store', ...refusal.headers }
  if (refusal.retryAfterS !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(refusal.retryAfterS)))
  return headers
}

/** What was not thrown as a refusal is either a fault of the request that fastify found first, or ours. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  if (statusCode === 414 || statusCode === 404)
    return new Refusal('no_such_path', 'there is no such path here', { fix: DOCS })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal('bad_request', `the request could not be read: ${message}`, { fix: DOCS })
  return new Refusal('internal', 'this is a fault of the service, not of the request; it is logged under request_id', {
    cause: error,
  })
}

export const DOCS = { do: 'Every path, with examples, is at /docs.', call: 'curl "$BASE/api/public-docs/openapi"' }
