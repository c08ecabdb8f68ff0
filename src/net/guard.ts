import { isIP } from 'node:net'
import { reachOf } from './addresses.ts'

export type Scheme = 'http:' | 'https:'

export type ForbiddenWhy = 'malformed' | 'scheme' | 'credentials' | 'host' | 'port' | 'not_public'

/** The address is one that a caller may not make this service visit. */
export class Forbidden extends Error {
  override readonly name = 'Forbidden'
  readonly why: ForbiddenWhy
  readonly mend: string

  constructor(why: ForbiddenWhy, sentence: string, mend: string) {
    super(sentence)
    this.why = why
    this.mend = mend
  }
}

export interface GuardRules {
  schemes: readonly Scheme[]
  /** `host:port` that the operator vouches for: private addresses and other ports pass there, nothing else does. */
  allow: readonly string[]
}

export interface Target {
  url: URL
  vouched: boolean
}

const LONGEST = 2048
const PORTS = new Set(['80', '443'])
const NAME = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const METADATA_NAMES =
  /^(metadata|metadata\.goog|.*\.metadata\.goog|(.*\.)?metadata\.google\.internal|instance-data(\..*)?)$/
const INSIDE_NAMES =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa|test|example|invalid|onion|alt)$/

/** Everything that can be judged from the text; the addresses behind the name are judged by `checkAddresses`. */
export function checkTarget(text: string, { schemes, allow }: GuardRules): Target {
  const url = parse(text, schemes)
  const vouched = allow.some((entry) => isSamePlace(entry, url))
  if (url.username || url.password || authorityOf(text).includes('@'))
    throw new Forbidden(
      'credentials',
      'The address carries a user name or password.',
      'Leave out everything before the @.',
    )
  checkHost(url.hostname, authorityOf(text), vouched)
  if (url.port !== '' && !PORTS.has(url.port) && !vouched)
    throw new Forbidden('port', `Port ${url.port} is not visited.`, 'Serve the file on port 443.')
  return { url, vouched }
}

/** One address that is not public condemns the name: which of them would be used is the other side's choice. */
export function checkAddresses(addresses: readonly string[], { url, vouched }: Target): void {
  const passes = (address: string) => {
    const reach = reachOf(address)
    return reach === 'public' || (reach === 'private' && vouched)
  }
  // The address itself is not told: a caller could map the inside of the network with it.
  if (addresses.length === 0 || !addresses.every(passes))
    throw new Forbidden('not_public', `${url.hostname} does not lead to a public address.`, PUBLIC_FILE)
}

const PUBLIC_FILE = 'Put the file on a public web server, or send its bytes instead of its address.'

function parse(text: string, schemes: readonly Scheme[]): URL {
  // The URL parser drops tabs and line breaks and reads \ as /, so that what it visits is not what was written.
  const url = text.length > LONGEST || /[\x00-\x20\x7f\\]/.test(text) ? null : URL.parse(text)
  const written = schemes.map((scheme) => `${scheme}//`).join(' or ')
  if (!url)
    throw new Forbidden('malformed', 'This is not an address.', `Give one whole address that begins with ${written}.`)
  if (!schemes.includes(url.protocol as Scheme))
    throw new Forbidden(
      'scheme',
      `The scheme ${url.protocol} is not visited.`,
      `Give an address that begins with ${written}.`,
    )
  if (!/^https?:\/\/[^/]/i.test(text))
    throw new Forbidden(
      'malformed',
      'The address names no host.',
      `Give one whole address that begins with ${written}.`,
    )
  return url
}

function checkHost(host: string, authority: string, vouched: boolean): void {
  const literal = host.replace(/^\[|\]$/g, '')
  const isIPv6 = host.startsWith('[')
  if (!isIPv6 && authority.replace(/:\d*$/, '').toLowerCase() !== host)
    throw new Forbidden(
      'host',
      'The host is written in a form that reads as another one.',
      `Write the host in plain ASCII, as a name or as four decimal numbers.`,
    )
  if (isIP(literal)) return
  if (!NAME.test(host))
    throw new Forbidden(
      'host',
      'The host is not a plain host name.',
      'Write the host as its DNS name, without a trailing dot.',
    )
  if (METADATA_NAMES.test(host)) throw new Forbidden('host', `${host} names a metadata service.`, PUBLIC_FILE)
  if (!vouched && (!host.includes('.') || INSIDE_NAMES.test(host)))
    throw new Forbidden('host', `${host} is not a public host name.`, PUBLIC_FILE)
}

function authorityOf(text: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
}

function isSamePlace(entry: string, url: URL): boolean {
  const [, host, port] = /^(.+):(\d+)$/.exec(entry.trim()) ?? []
  if (host === undefined) return false
  const urlPort = url.port || (url.protocol === 'https:' ? '443' : '80')
  return port === urlPort && URL.parse(`http://${host}`)?.hostname === url.hostname
}
