import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { ImageInput } from '../imaging/input.ts'
import type { Call } from '../operation/route.ts'

/** What the route is told of the caller; the signal is only made for those who look at it. */
export class HttpCall implements Call {
  readonly context: Context
  readonly key: Call['key']
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #signal: AbortSignal | undefined
  image!: ImageInput
  upload!: Call['upload']
  keeps?: Call['keeps']

  constructor(context: Context, request: FastifyRequest, reply: FastifyReply, key: Call['key']) {
    this.context = context
    this.#request = request
    this.#reply = reply
    this.key = key
  }

  get requestId(): string {
    return this.#request.id
  }

  get address(): string {
    return this.#request.ip
  }

  get headers(): Call['headers'] {
    return this.#request.headers
  }

  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      const gone = new AbortController()
      const { raw } = this.#reply
      if (raw.destroyed) gone.abort()
      raw.once('close', () => {
        if (!raw.writableFinished) gone.abort()
      })
      this.#signal = gone.signal
    }
    return this.#signal
  }
}
