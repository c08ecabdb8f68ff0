/** Why nothing usable came back from another machine. */
export type UnreachableCode =
  | 'bad_address'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_failed'
  | 'tls_failed'
  | 'malformed_answer'
  | 'timed_out'
  | 'too_large'
  | 'cancelled'

export interface UnreachableReason {
  readonly code: UnreachableCode
  readonly sentence: string
  /** A part of the answer had come by then. */
  readonly brokeOff: boolean
}

/** Nothing was learnt from the other side: callers turn this into "could not be read", never into a reading. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly reason: UnreachableReason

  constructor(code: UnreachableCode, sentence: string, cause?: unknown, brokeOff = false) {
    super(sentence, cause === undefined ? undefined : { cause })
    this.reason = { code, sentence, brokeOff }
  }
}

export function unreachableFrom(error: unknown, host: string): Unreachable {
  if (error instanceof Unreachable) return error
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? '')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA')
    return new Unreachable('name_not_resolved', `The name ${host} could not be resolved.`, error)
  if (code === 'ECONNREFUSED') return new Unreachable('connection_refused', `${host} refused the connection.`, error)
  if (code === 'ERR_INVALID_URL' || code === 'ERR_INVALID_PROTOCOL')
    return new Unreachable('bad_address', 'The address is not an http or https address.', error)
  if (code.startsWith('HPE_'))
    return new Unreachable('malformed_answer', `${host} answered with something that is not HTTP.`, error)
  if (TLS_FAILURE.test(code))
    return new Unreachable('tls_failed', `No trusted TLS connection to ${host} could be made (${code}).`, error)
  return new Unreachable('connection_failed', `The connection to ${host} failed${code ? ` (${code})` : ''}.`, error)
}

const TLS_FAILURE = /CERT|^ERR_(TLS|SSL)|^EPROTO$|^UNABLE_TO_|SIGNATURE|CRL/
