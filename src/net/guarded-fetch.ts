import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Refusal, type RefusalCode } from '../kernel/refusal.ts'
import { deadline, orAborted } from './deadline.ts'
import { exchange, type Head } from './exchange.ts'
import { checkAddresses, checkTarget, Forbidden, type GuardRules, type Target } from './guard.ts'
import { localResolver, publicResolver, type Resolve } from './resolve.ts'
import { Unreachable, unreachableFrom } from './unreachable.ts'
import { USER_AGENT } from './user-agent.ts'

export interface GuardedOptions extends GuardRules {
  maxBytes: number
  /** Over the whole visit, names and redirects included. */
  timeoutMs: number
  maxRedirects: number
  signal?: AbortSignal
  resolve?: Resolve
  /** Bytes from offset on, as many as length: the answer may be 206 with them, or 200 with the whole file. */
  range?: { offset: number; length: number }
  /** What the refusals are called; an image_url's unless told. */
  codes?: GuardedCodes
}

export interface GuardedCodes {
  refused: RefusalCode
  unreadable: RefusalCode
  tooLarge: RefusalCode
}

export interface Fetched {
  /** Where the last redirect led. */
  url: string
  status: number
  headers: Record<string, string>
  body: Uint8Array
}

const IMAGE_URL: GuardedCodes = {
  refused: 'image_url_refused',
  unreadable: 'image_url_unreadable',
  tooLarge: 'image_too_large',
}
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const agents = {
  'http:': new HttpAgent({ keepAlive: false }),
  'https:': new HttpsAgent({ keepAlive: false, maxCachedSessions: 0 }),
}

/** The one way to an address that a caller gave: each hop is judged, resolved once, and visited at what was resolved. */
export async function fetchGuarded(address: string, options: GuardedOptions): Promise<Fetched> {
  const limit = deadline(options.timeoutMs, options.signal)
  try {
    return await follow(address, options, limit.signal)
  } catch (error) {
    throw asRefusal(error, options.codes ?? IMAGE_URL, options.maxBytes)
  } finally {
    limit.clear()
  }
}

async function follow(address: string, options: GuardedOptions, signal: AbortSignal): Promise<Fetched> {
  let next = address
  for (let hop = 0; hop <= options.maxRedirects; hop++) {
    const target = checkTarget(next, options)
    const { status, headers, body } = await visit(target, options, signal)
    if (!REDIRECTS.has(status)) return { url: target.url.href, status, headers, body }
    const location = headers.location === undefined ? null : URL.parse(headers.location, target.url.href)
    if (!location) throw new Unusable('redirect', 'The address redirects to nowhere.')
    next = location.href
  }
  throw new Unusable('redirect', `The address redirects more than ${options.maxRedirects} times.`)
}

async function visit(target: Target, { resolve, maxBytes, range }: GuardedOptions, signal: AbortSignal) {
  const { url, vouched } = target
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const find = resolve ?? (vouched ? localResolver : publicResolver())
  const addresses = isIP(host)
    ? [host]
    : await orAborted(find(host), signal).catch((error: unknown) => {
        throw unreachableFrom(error, url.host)
      })
  checkAddresses(addresses, target)
  return exchange(url, {
    method: 'GET',
    headers: {
      'user-agent': USER_AGENT,
      accept: '*/*',
      'accept-encoding': 'identity',
      ...(range && { range: `bytes=${range.offset}-${range.offset + range.length - 1}` }),
    },
    maxBytes,
    signal,
    agent: agents[url.protocol as keyof typeof agents],
    lookup: pinned(addresses),
    wantsBody: (head) => isUsable(head, range === undefined ? [200] : [200, 206]),
  })
}

/** Answers with the addresses that were judged, whatever the name has come to mean since. */
function pinned(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_, options, callback) => {
    if (options.all) callback(null, all)
    else callback(null, all[0]!.address, all[0]!.family)
  }
}

function isUsable({ status, headers }: Head, usable: number[]): boolean {
  if (REDIRECTS.has(status)) return false
  if (!usable.includes(status)) throw new Unusable('status', `The address answered with status ${status}.`, status)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity')
    throw new Unusable('encoding', `The address answered in ${encoding}, although only plain bytes were asked for.`)
  return true
}

class Unusable extends Error {
  readonly why: 'status' | 'encoding' | 'redirect'
  readonly status: number | undefined

  constructor(why: Unusable['why'], sentence: string, status?: number) {
    super(sentence)
    this.why = why
    this.status = status
  }
}

function asRefusal(error: unknown, codes: GuardedCodes, maxBytes: number): unknown {
  if (error instanceof Forbidden)
    return new Refusal(codes.refused, error.message, { detail: { why: error.why }, fix: { do: error.mend } })
  if (error instanceof Unreachable && error.reason.code === 'too_large')
    return new Refusal(codes.tooLarge, error.message, {
      detail: { max_bytes: maxBytes },
      fix: { do: `Give the address of a file of at most ${maxBytes} bytes.` },
    })
  if (error instanceof Unreachable || error instanceof Unusable) {
    const why = error instanceof Unreachable ? error.reason.code : error.why
    const detail = error instanceof Unusable && error.status !== undefined ? { why, status: error.status } : { why }
    return new Refusal(codes.unreadable, error.message, { detail, fix: CHECK_IT, cause: error })
  }
  return error
}

const CHECK_IT = { do: 'Check that the address opens without signing in, or send the bytes instead of the address.' }
