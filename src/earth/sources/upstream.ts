import type { Clock } from '../../kernel/clock.ts'
import { Breaker } from '../../net/breaker.ts'
import { type Answer, request, Unreachable } from '../../net/client.ts'
import type { UnreadCause } from '../types.ts'
import { Unreadable } from '../unreadable.ts'
import { Gate } from './gate.ts'

/** What tells one state of a file from the next under the same address. */
export interface Identity {
  etag: string | null
  modified: string | null
  size: number | null
}

export interface Piece {
  bytes: Uint8Array
  identity: Identity
}

const AT_ONCE = 16
const RETRIES = 2

export type Send = typeof request

/** Ranges of the files in one upstream folder; behind its breaker, so that a dead one costs a few time-outs and no more. */
export class Upstream {
  readonly #breaker: Breaker
  readonly #gate = new Gate(AT_ONCE)
  readonly #timeoutMs: number
  readonly #stop: AbortSignal
  readonly #send: Send
  #trial: Promise<Piece> | null = null

  constructor(clock: Clock, timeoutMs: number, stop: AbortSignal, send: Send = request) {
    this.#breaker = new Breaker(clock)
    this.#timeoutMs = timeoutMs
    this.#stop = stop
    this.#send = send
  }

  /** At most length bytes from the offset on: fewer only where the file ends. */
  range(url: string, offset: number, length: number): Promise<Piece> {
    return this.#gate.through(() => this.#ask(url, offset, length))
  }

  /** While one call tries whether upstream is back, the others wait for what it finds. */
  async #ask(url: string, offset: number, length: number): Promise<Piece> {
    while (!this.#breaker.admits()) {
      if (this.#trial === null)
        throw new Unreadable('paused', `${new URL(url).host} failed lately and is not asked again yet`)
      await this.#trial.catch(() => undefined)
    }
    if (!this.#breaker.isTrying()) return this.#piece(url, offset, length)
    const trial = this.#piece(url, offset, length).finally(() => {
      this.#trial = null
    })
    this.#trial = trial
    return trial
  }

  async #piece(url: string, offset: number, length: number): Promise<Piece> {
    const { host } = new URL(url)
    let answer: Answer
    try {
      answer = await this.#send(url, {
        headers: { range: `bytes=${offset}-${offset + length - 1}` },
        timeoutMs: this.#timeoutMs,
        maxBytes: length,
        signal: this.#stop,
        retries: RETRIES,
      })
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      const why = causeOf(error)
      if (why === 'cancelled') this.#breaker.abandoned()
      else if (why === 'refused') this.#breaker.answered()
      else this.#breaker.failed()
      throw new Unreadable(why, sentenceOf(error, why, host), error)
    }
    if (answer.status >= 500 || answer.status === 429) this.#breaker.failed()
    else this.#breaker.answered()
    return pieceOf(answer, url, offset, length)
  }
}

function causeOf({ reason }: Unreachable): UnreadCause {
  if (reason.brokeOff) return 'cut_short'
  if (reason.code === 'timed_out' || reason.code === 'cancelled') return reason.code
  if (reason.code === 'malformed_answer') return 'malformed'
  return reason.code === 'too_large' ? 'refused' : 'unreachable'
}

function sentenceOf({ message }: Unreachable, why: UnreadCause, host: string): string {
  if (why === 'timed_out') return `${host} did not answer in time`
  if (why === 'refused') return `${host} sends whole files instead of ranges`
  return message.replace(/\.$/, '')
}

function pieceOf(answer: Answer, url: string, offset: number, length: number): Piece {
  const { status, headers, body } = answer
  const name = url.slice(url.lastIndexOf('/') + 1)
  if (status !== 206 && status !== 200) throw new Unreadable(...refusal(status, name, new URL(url).host))
  if (status === 200) {
    // The whole of a file that is smaller than the range.
    return { bytes: body.subarray(offset), identity: identityOf(headers, body.length) }
  }
  const [, start, , total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? []
  if (Number(start) !== offset) throw new Unreadable('malformed', `${name} came as another range than was asked for`)
  const size = total === undefined || total === '*' ? null : Number(total)
  const expected = size === null ? length : Math.min(length, size - offset)
  if (body.length < expected)
    throw new Unreadable('cut_short', `${name} came with ${body.length} bytes instead of ${expected}`)
  return { bytes: body, identity: identityOf(headers, size) }
}

function identityOf(headers: Record<string, string>, size: number | null): Identity {
  return { etag: headers.etag ?? null, modified: headers['last-modified'] ?? null, size }
}

function refusal(status: number, name: string, host: string): [UnreadCause, string] {
  if (status === 404 || status === 410) return ['not_found', `${host} has no ${name} (status ${status})`]
  if (status === 401 || status === 403) return ['forbidden', `${host} forbids ${name} (status ${status})`]
  if (status === 416) return ['cut_short', `${name} is shorter than its own header says`]
  if (status >= 500 || status === 429) return ['upstream_error', `${host} failed over ${name} (status ${status})`]
  return ['refused', `${host} answered with status ${status} for ${name}`]
}
