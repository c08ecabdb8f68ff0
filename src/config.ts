import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { type LayerFamily, STAC_SEARCH, UPSTREAM } from './earth/registry/upstream.ts'

/** What the environment asks for, read once. Everything below the service is handed values, never the environment. */
export interface Config {
  port: number
  host: string
  baseUrl: string
  dataDir: string
  database: { kind: 'sqlite' } | { kind: 'postgres'; url: string }
  signingKey: { from: 'data_dir' } | { from: 'file'; path: string } | { from: 'environment'; pem: string }
  external: { word: string; pubkeyB32: string; url: string | null }
  /** Tiles under their upstream names, at any depth; read before the network is asked. */
  layersDir: string
  layerUrls: Record<LayerFamily, string>
  stacUrl: string
  quotaBytes: number
  trustProxy: string[]
  metricsToken: string | null
  fetchAllow: string[]
  limits: Record<LimitName, number>
  workers: number | null
  models: { folder: string; build: boolean }
  logLevel: LogLevel
}

export type LimitName = 'detection' | 'mcp_reads' | 'mcp_calls' | 'a2a'
export type LogLevel = (typeof LOG_LEVELS)[number]
export type Environment = Record<string, string | undefined>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const GIB = 1024 ** 3
/** The public operator of the external log; an operator of ours who trusts another sets EXT_PUBKEY. */
const PUBLIC_EXT_PUBKEY = '777er3yihgifqmv5hmc2wwmyszgddzderzhsx6rex4yoakwomvka'

/** A setting that cannot be meant: the message starts with its name. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export function readConfig(env: Environment): Config {
  const port = integer(env, 'PORT', 8080, 0, 65_535)
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const dataDir = resolve(text(env, 'DATA_DIR') ?? 'data')
  return {
    port,
    host,
    baseUrl: baseUrl(env, port),
    dataDir,
    database: database(env),
    signingKey: signingKey(env),
    external: external(env),
    layersDir: resolve(text(env, 'LAYERS_DIR') ?? join(dataDir, 'layers')),
    layerUrls: {
      worldcover: upstream(env, 'WORLDCOVER_URL', UPSTREAM.worldcover),
      gsw: upstream(env, 'GSW_URL', UPSTREAM.gsw),
      hansen: upstream(env, 'HANSEN_URL', UPSTREAM.hansen),
      gfc2020: upstream(env, 'GFC2020_URL', UPSTREAM.gfc2020),
    },
    stacUrl: upstream(env, 'STAC_URL', STAC_SEARCH),
    quotaBytes: integer(env, 'QUOTA_BYTES', GIB, 0, Number.MAX_SAFE_INTEGER),
    trustProxy: trustProxy(env),
    metricsToken: text(env, 'METRICS_TOKEN') ?? null,
    fetchAllow: fetchAllow(env),
    limits: {
      detection: integer(env, 'LIMIT_DETECTION', 30, 0, 1_000_000),
      mcp_reads: integer(env, 'LIMIT_MCP_READS', 120, 0, 1_000_000),
      mcp_calls: integer(env, 'LIMIT_MCP_CALLS', 30, 0, 1_000_000),
      a2a: integer(env, 'LIMIT_A2A', 60, 0, 1_000_000),
    },
    workers: text(env, 'WORKERS') === undefined ? null : integer(env, 'WORKERS', 2, 1, 64),
    models: models(env),
    logLevel: logLevel(env),
  }
}

/** The effective settings as an operator may paste them into a report: secrets are named, never shown. */
export function describeConfig(config: Config): Record<string, unknown> {
  return {
    ...config,
    database:
      config.database.kind === 'postgres'
        ? { kind: 'postgres', url: withoutPassword(config.database.url) }
        : config.database,
    external: { ...config.external, url: config.external.url && withoutPassword(config.external.url) },
    layerUrls: Object.fromEntries(
      Object.entries(config.layerUrls).map(([family, url]) => [family, withoutPassword(url)]),
    ),
    stacUrl: withoutPassword(config.stacUrl),
    signingKey: config.signingKey.from === 'environment' ? { from: 'environment' } : config.signingKey,
    metricsToken: config.metricsToken === null ? null : '(set)',
  }
}

function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

function integer(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const value = text(env, name)
  if (value === undefined) return fallback
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new ConfigError(`${name} is ${JSON.stringify(value)}: a whole number from ${least} to ${most} was expected`)
  return number
}

function baseUrl(env: Environment, port: number): string {
  const value = text(env, 'BASE_URL')
  if (value === undefined) return `http://localhost:${port}`
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new ConfigError('BASE_URL is no http or https address')
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    throw new ConfigError('BASE_URL may hold scheme, host and port only: every path of the contract hangs under it')
  return url.origin
}

function database(env: Environment): Config['database'] {
  for (const name of ['REDIS_URL', 'S3_ENDPOINT', 'S3_BUCKET'])
    if (text(env, name) !== undefined)
      throw new ConfigError(`${name} is set, but this version keeps counters in process and blobs on disk: unset it`)
  const url = text(env, 'DATABASE_URL')
  if (url === undefined) return { kind: 'sqlite' }
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new ConfigError('DATABASE_URL must start with postgres:// or postgresql://')
  return { kind: 'postgres', url }
}

function signingKey(env: Environment): Config['signingKey'] {
  const path = text(env, 'SIGNING_KEY_FILE')
  const pem = text(env, 'SIGNING_KEY')
  if (path !== undefined && pem !== undefined)
    throw new ConfigError('SIGNING_KEY and SIGNING_KEY_FILE are both set: which one signs? Unset one')
  if (path !== undefined) return { from: 'file', path: resolve(path) }
  if (pem !== undefined) return { from: 'environment', pem }
  return { from: 'data_dir' }
}

function external(env: Environment): Config['external'] {
  const url = text(env, 'EXT_URL')
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ConfigError('EXT_URL is no http or https address')
  const word = text(env, 'EXT_WORD') ?? 'emem'
  if (!/^[a-z][a-z0-9]{1,15}$/.test(word))
    throw new ConfigError('EXT_WORD must be 2 to 16 lower-case letters or digits')
  const pubkeyB32 = text(env, 'EXT_PUBKEY') ?? PUBLIC_EXT_PUBKEY
  if (!/^[a-z2-7]{52}$/.test(pubkeyB32)) throw new ConfigError('EXT_PUBKEY must be 52 characters of lower-case base32')
  return { word, pubkeyB32, url: url?.replace(/\/+$/, '') ?? null }
}

function upstream(env: Environment, name: string, fallback: string): string {
  const url = text(env, name) ?? fallback
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new ConfigError(`${name} is no http or https address`)
  return url.replace(/\/+$/, '')
}

function trustProxy(env: Environment): string[] {
  const entries = list(env, 'TRUST_PROXY')
  for (const entry of entries) {
    const [address, bits, ...more] = entry.split('/')
    const most = isIP(address!) === 6 ? 128 : 32
    const fits =
      isIP(address!) !== 0 && more.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
    if (!fits)
      throw new ConfigError(`TRUST_PROXY holds ${JSON.stringify(entry)}: addresses or address/bits were expected`)
  }
  return entries
}

function fetchAllow(env: Environment): string[] {
  const entries = list(env, 'FETCH_ALLOW')
  for (const entry of entries) {
    const port = Number(/^(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+):(\d{1,5})$/i.exec(entry)?.[1])
    if (!(port >= 1 && port <= 65_535))
      throw new ConfigError(`FETCH_ALLOW holds ${JSON.stringify(entry)}: host:port was expected`)
  }
  return entries
}

function models(env: Environment): Config['models'] {
  const cache = text(env, 'XDG_CACHE_HOME') ?? join(homedir(), '.cache')
  const build = text(env, 'MODELS_BUILD') ?? 'on'
  if (build !== 'on' && build !== 'off')
    throw new ConfigError(`MODELS_BUILD is ${JSON.stringify(build)}: on or off was expected`)
  return { folder: resolve(text(env, 'MODELS_DIR') ?? join(cache, 'witnessmark', 'models')), build: build === 'on' }
}

function logLevel(env: Environment): LogLevel {
  const value = text(env, 'LOG_LEVEL') ?? 'info'
  const level = LOG_LEVELS.find((name) => name === value)
  if (level === undefined)
    throw new ConfigError(`LOG_LEVEL is ${JSON.stringify(value)}: one of ${LOG_LEVELS.join(', ')} was expected`)
  return level
}

function list(env: Environment, name: string): string[] {
  return (text(env, name) ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function withoutPassword(address: string): string {
  const url = URL.parse(address)
  if (url === null) return '(unreadable)'
  if (url.password) url.password = '***'
  for (const name of ['password', 'sslpassword']) if (url.searchParams.has(name)) url.searchParams.set(name, '***')
  return url.href
}
