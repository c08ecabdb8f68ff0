import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { findEvidence } from '../evidence/find.ts'
import { BadKeyFile, type PublishedKeys, parseKeyFile } from '../evidence/keys.ts'
import { reportOn } from '../evidence/report.ts'
import { sodiumPrimitives } from '../evidence/signatures/sodium.ts'
import { parseStrict, SIGNING_RULES } from '../evidence/strict-json.ts'
import { verifyReceipt } from '../evidence/verify-receipt.ts'
import { type Arguments, defineCommand, type Io } from './command.ts'

/** Reads files and nothing else: no service, no database, no network. */
export const verify = defineCommand({
  name: 'verify',
  operands: 'FILE|-',
  summary:
    'Check receipts, proofs, heads, cards and media offline. Exits 0 (all hold), 1 (something is false), 2 (nothing established).',
  options: {
    key: {
      type: 'string',
      value: 'svc.json',
      help: 'the published key file, saved from /.well-known/svc.json; ./svc.json by default',
    },
    schema: { type: 'string', value: 'NAME', help: 'the schema the receipt must be of, such as svc.media.v1' },
    media: {
      type: 'string',
      value: 'FILE',
      help: 'the file the receipt is about: its SHA-256 must stand in the signed payload',
    },
    explain: { type: 'boolean', help: 'say what a pass does not prove' },
  },
  async run(args, io) {
    try {
      return await report(args, io)
    } catch (error) {
      if (!(error instanceof NothingToJudge)) throw error
      io.err(error.message)
      return NOTHING_ESTABLISHED
    }
  },
})

const FALSE = 1
const NOTHING_ESTABLISHED = 2

/** Without the file or the keys there is no verdict, and 1 would be one. */
class NothingToJudge extends Error {}

async function report(args: Arguments, io: Io): Promise<number> {
  const file = await input(args.operands[0]!, io)
  const keys = await publishedKeys(args.text('key') ?? 'svc.json')
  const { lines, summary, explain, exit } = await reportOn(
    file,
    { keys },
    { expectedSchema: args.text('schema') },
    sodiumPrimitives,
  )
  for (const { result, subject, check, text } of lines) io.out(`${mark(result)}  ${subject}: ${check}: ${text}`)
  const path = args.text('media')
  const media = path === undefined ? true : await mediaHolds(path, file, keys, io)
  io.out(summary)
  if (args.flag('explain')) for (const line of explain) io.out(`  - ${line}`)
  if (media === false) return FALSE
  return media === null && exit === 0 ? NOTHING_ESTABLISHED : exit
}

function mark(result: boolean | null): string {
  return result === null ? 'null ' : result ? 'true ' : 'false'
}

async function input(path: string, io: Io): Promise<Uint8Array | string> {
  return path === '-' ? io.stdin() : read(path)
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new NothingToJudge(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

async function publishedKeys(path: string): Promise<PublishedKeys> {
  const { value, problem } = parseStrict(await read(path), SIGNING_RULES)
  if (problem) throw new NothingToJudge(`${path} is no key file: ${problem.reason}`)
  try {
    return parseKeyFile(value)
  } catch (error) {
    if (error instanceof BadKeyFile) throw new NothingToJudge(`${path} is no key file: ${error.message}`)
    throw error
  }
}

/** The signature binds a hash; only who holds the bytes can say whether they are the ones. */
async function mediaHolds(
  path: string,
  file: Uint8Array | string,
  keys: PublishedKeys,
  io: Io,
): Promise<boolean | null> {
  const hash = createHash('sha256')
  const sha256 = hash.update(await read(path)).digest('hex')
  const stated = await signedHashes(file, keys)
  const result = stated.length === 0 ? null : stated.includes(sha256)
  const finding =
    result === null
      ? 'was compared with nothing: no receipt here that holds states a hash'
      : result
        ? 'stands in the signed payload'
        : `is not in the signed payload, which states ${stated.join(', ')}`
  io.out(`${mark(result)}  media: ${path}: its SHA-256 ${sha256} ${finding}`)
  return result
}

/** Hashes that receipts state of what they are about, where the receipt holds: any other hash is signed by nobody. */
async function signedHashes(file: Uint8Array | string, keys: PublishedKeys): Promise<string[]> {
  const hashes: string[] = []
  for (const { kind, value } of findEvidence(parseStrict(file, SIGNING_RULES).value)) {
    if (kind !== 'receipt') continue
    const { valid } = await verifyReceipt(value, { keys }, {}, sodiumPrimitives)
    if (valid) hashes.push(...hashesIn(value.payload))
  }
  return hashes
}

function hashesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    /sha256$/.test(name) && typeof member === 'string' ? [member] : hashesIn(member),
  )
}
