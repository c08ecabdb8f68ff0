import { PostgresDialect } from 'kysely'
import pg from 'pg'

export interface PostgresOptions {
  url: string
  schema?: string
  poolSize?: number
}

const CONNECT_TIMEOUT_MS = 5_000
const SCHEMA_NAME = /^[a-z][a-z0-9_]{0,62}$/

export async function openPostgres({ url, schema, poolSize = 10 }: PostgresOptions): Promise<PostgresDialect> {
  if (schema !== undefined && !SCHEMA_NAME.test(schema)) throw new Error(`not a PostgreSQL schema name: ${schema}`)
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // What is acknowledged must be on disk, whatever default the role or the server was given.
    options: ['-c synchronous_commit=on', ...(schema ? [`-c search_path=${schema}`] : [])].join(' '),
    types: { getTypeParser },
  })
  // An idle connection that the server drops would otherwise end the process; the next query opens another.
  pool.on('error', () => {})
  try {
    if (schema) await makeSchema(pool, schema)
  } catch (problem) {
    await pool.end()
    throw problem
  }
  return new PostgresDialect({ pool })
}

/** `if not exists` alone fails when two create the same schema at once. */
async function makeSchema(pool: pg.Pool, schema: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [`witnessmark schema ${schema}`])
    await client.query(`create schema if not exists "${schema}"`)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** The one place where PostgreSQL's values take the shape that SQLite gives: int8 as number, bytea as Uint8Array. */
const getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return exactNumber
  if (oid === pg.types.builtins.BYTEA) return bytes
  return pg.types.getTypeParser(oid, format as 'text')
}) as typeof pg.types.getTypeParser

function exactNumber(text: string): number {
  const value = Number(text)
  if (!text.includes('.') && !Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly`)
  return value
}

function bytes(text: string): Uint8Array {
  if (!text.startsWith('\\x')) throw new Error('bytea must arrive as hex')
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'))
}
