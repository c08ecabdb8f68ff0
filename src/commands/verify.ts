import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { BadKeyFile, parseKeyFile } from '../evidence/keys.ts'
import { reportOn } from '../evidence/report.ts'
import { sodiumPrimitives } from '../evidence/signatures/sodium.ts'
import { type Arguments, defineCommand, type Io, UsageError } from './command.ts'

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
    const file = await input(args.operands[0]!, io)
    const keys = await publishedKeys(args.text('key') ?? 'svc.json')
    const report = await reportOn(file, { keys }, { expectedSchema: args.text('schema') }, sodiumPrimitives)
    for (const { result, subject, check, text } of report.lines)
      io.out(`${mark(result)}  ${subject}: ${check}: ${text}`)
    const bytesHold = await mediaHolds(args, file, io)
    io.out(report.summary)
    if (args.flag('explain')) for (const line of report.explain) io.out(`  - ${line}`)
    return bytesHold ? report.exit : 1
  },
})

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
    throw new UsageError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

async function publishedKeys(path: string) {
  const text = new TextDecoder().decode(await read(path))
  try {
    return parseKeyFile(JSON.parse(text))
  } catch (error) {
    if (error instanceof BadKeyFile || error instanceof SyntaxError)
      throw new UsageError(`${path} is no key file: ${error.message}`)
    throw error
  }
}

/** The signature binds a hash; only who holds the bytes can say whether they are the ones. */
async function mediaHolds(args: Arguments, file: Uint8Array | string, io: Io): Promise<boolean> {
  const path = args.text('media')
  if (path === undefined) return true
  const sha256 = createHash('sha256')
    .update(await read(path))
    .digest('hex')
  const text = typeof file === 'string' ? file : new TextDecoder().decode(file)
  const stated = signedHashes(JSON.parse(text))
  const holds = stated.includes(sha256)
  io.out(
    `${mark(holds)}  media: ${path}: its SHA-256 ${sha256} ${holds ? 'stands in the signed payload' : `is not in the signed payload, which states ${stated.join(', ') || 'none'}`}`,
  )
  return holds
}

/** Hashes that a payload states of what it is about; a hash elsewhere in the reply is signed by nobody. */
function signedHashes(value: unknown, inPayload = false): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => signedHashes(item, inPayload))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    if (inPayload && /sha256$/.test(name) && typeof member === 'string') return [member]
    return signedHashes(member, inPayload || (name === 'payload' && 'signature_b64' in value))
  })
}
