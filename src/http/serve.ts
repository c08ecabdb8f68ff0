import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Answer } from '../operation/answer.ts'
import { authorise } from '../operation/authorise.ts'
import { type Invocation, invoke } from '../operation/invoke.ts'
import type { AnyRoute, Call } from '../operation/route.ts'
import { bodyLimit, tooLarge } from './body.ts'
import { HttpCall } from './call.ts'
import { KEYLESS_CORS } from './cors.ts'
import { giveHead, type Head, putAll } from './head.ts'
import { takeFromLimit } from './limits.ts'
import { readInvocation } from './read.ts'
import { responder } from './respond.ts'
import type { Tally } from './tally.ts'

export type Serve = (request: FastifyRequest, reply: FastifyReply, refuse: (why: Error) => void) => void

/**
 * One request through one route. The order of the steps is the order of refusals: 401, 403, 402, 429, 413, 415, 400.
 * No step is a promise where nothing waits: a promise costs more than many a step does.
 */
export function serve(route: AnyRoute, context: Context, tally: Tally): Serve {
  const limit = bodyLimit(route)
  const respond = responder(route, tally)
  const isKeyless = route.auth === 'none'
  const cors = Object.entries(KEYLESS_CORS).flat()
  return (request, reply, done) => {
    const { headers } = request.raw
    const head: Head = ['x-request-id', request.id]
    // What a cache may keep must carry them always; a reply for this caller alone only if a page asked.
    if (isKeyless && (route.cache !== undefined || headers.origin !== undefined)) head.push(...cors)

    if (isKeyless) admit(null)
    else authorise(route, authorizationHeaders(request), context).then(admit, refuse)

    function admit(key: Call['key']): void {
      try {
        if (route.limit !== undefined) putAll(head, takeFromLimit(route.limit, request.ip, context))
        if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
        const call = new HttpCall(context, request, reply, key)
        readInvocation(route, request, limit, call, (invocation) => run(invocation, call), refuse)
      } catch (why) {
        refuse(why)
      }
    }

    function run(invocation: Invocation, call: Call): void {
      const answer = invoke(route, invocation, call)
      if (answer instanceof Promise) answer.then(finish).catch(refuse)
      else finish(answer)?.catch(refuse)
    }

    function finish(answer: Answer): void | Promise<void> {
      return respond(answer, head, request, reply)
    }

    function refuse(why: unknown): void {
      giveHead(head, reply)
      done(why as Error)
    }
  }
}

/** Node joins or drops repeated headers; two Authorization headers are a question nobody should answer for the caller. */
function authorizationHeaders(request: FastifyRequest): string[] {
  if (request.headers.authorization === undefined) return []
  const raw = request.raw.rawHeaders
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]!.toLowerCase() === 'authorization')
}
