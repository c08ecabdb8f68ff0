import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../kernel/refusal.ts'
import type { PhotographRequest } from '../measure/produce/photograph.ts'
import { inWords } from '../measure/produce/words.ts'
import type { ProduceReply } from '../work/jobs/measure-produce.ts'
import { bar } from './bar.ts'
import { type Arguments, defineCommand, type Io, UsageError } from './command.ts'
import { csvOf, type Row } from './measure-csv.ts'
import { pictureAt, save } from './picture.ts'

const MEASURED = 0
const NOT_READ = 1
const FOR_A_PERSON = 2

/** In this process: no service, no network, and therefore nothing that is signed. */
export const measure = defineCommand({
  name: 'measure',
  operands: 'PHOTO|FOLDER',
  summary:
    'Measure the banana in a photograph, or in each one of a folder; offline, so without a receipt. Exits 0 (all measured), 1 (a file cannot be read), 2 (something is for a person: abstained, or the variants disagree).',
  options: {
    overlay: { type: 'string', value: 'OUT.png', help: 'write the photograph with what was measured drawn over it' },
    'mm-per-px': { type: 'string', value: 'N', help: 'a known scale at the fruit, where no card is in the picture' },
    'scale-basis': { type: 'string', value: 'TEXT', help: 'where that scale came from; the one only with the other' },
    'card-spacing-mm': {
      type: 'string',
      value: 'N',
      help: 'what a ruler says between the centres of the upper two markers of the printed card',
    },
    csv: { type: 'string', value: 'OUT.csv', help: 'of a folder: one row a photograph, abstentions and errors too' },
    json: { type: 'boolean', help: 'print the whole reading as JSON' },
  },
  async run(args, io) {
    const [path] = args.operands as [string]
    const request = requestOf(args)
    const kind = await stat(path).catch(() => null)
    if (kind === null) {
      io.err(`${path} cannot be read: there is no such file or folder`)
      return NOT_READ
    }
    return kind.isDirectory() ? measureFolder(path, request, args, io) : measurePhoto(path, request, args, io)
  },
})

function requestOf(args: Arguments): PhotographRequest {
  const mmPerPx = positive(args, 'mm-per-px')
  const basis = args.text('scale-basis')?.trim() || null
  if ((mmPerPx === null) !== (basis === null))
    throw new UsageError('--mm-per-px and --scale-basis count only together: a scale, and where it came from')
  return {
    typed: mmPerPx === null ? null : { mmPerPx, basis: basis! },
    findCard: true,
    cardSpacingMm: positive(args, 'card-spacing-mm'),
    stability: true,
  }
}

function positive(args: Arguments, name: string): number | null {
  const text = args.text(name)
  if (text === undefined) return null
  const value = Number(text)
  if (!(value > 0 && Number.isFinite(value)))
    throw new UsageError(`--${name} is ${JSON.stringify(text)}: a number above zero was expected`)
  return value
}

async function measurePhoto(path: string, request: PhotographRequest, args: Arguments, io: Io): Promise<number> {
  if (args.text('csv') !== undefined) throw new UsageError('--csv is for a folder; --json prints one photograph')
  const out = args.text('overlay')
  const { reply, overlay } = await read(path, request, out !== undefined)
  if (out !== undefined) await save('overlay', out, overlay!)
  if (args.flag('json')) io.out(JSON.stringify(reply, null, 2))
  else for (const line of said(reply)) io.out(line)
  return isForAPerson(reply) ? FOR_A_PERSON : MEASURED
}

function said(reply: ProduceReply): string[] {
  return [
    ...inWords(reply),
    `measured by ${reply.model.id}`,
    'This reading is not signed: a receipt comes only from a running service (POST /api/produce/measure).',
  ]
}

async function measureFolder(folder: string, request: PhotographRequest, args: Arguments, io: Io): Promise<number> {
  if (args.text('overlay') !== undefined) throw new UsageError('--overlay is for one photograph')
  const names = (await readdir(folder)).filter((name) => PHOTOGRAPH.test(name)).sort()
  if (names.length === 0) {
    io.err(`${folder} holds no photograph (${READABLE})`)
    return NOT_READ
  }
  const rows: Row[] = []
  for (const [index, name] of names.entries()) {
    io.progress?.(bar(index, names.length, `  ${name}`))
    rows.push({ file: name, ...(await readOrRefuse(join(folder, name), request)) })
  }
  io.progress?.('')
  const csv = args.text('csv')
  if (csv !== undefined) await save('csv', csv, csvOf(rows))
  if (args.flag('json')) io.out(JSON.stringify(rows, null, 2))
  else for (const row of rows) io.out(line(row))
  if (!args.flag('json')) io.out(`${names.length} photographs, none of these readings is signed`)
  if (rows.some(({ error }) => error !== null)) return NOT_READ
  return rows.some(({ reply }) => isForAPerson(reply!)) ? FOR_A_PERSON : MEASURED
}

const READABLE = 'jpg, jpeg, png, webp, avif, gif'
const PHOTOGRAPH = /\.(jpe?g|png|webp|avif|gif)$/i

async function readOrRefuse(path: string, request: PhotographRequest): Promise<Omit<Row, 'file'>> {
  try {
    const { reply } = await read(path, request, false)
    return { reply, error: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { reply: null, error: error.reason }
  }
}

async function read(path: string, request: PhotographRequest, overlay: boolean) {
  const image = await pictureAt(path)
  // Loaded here, since the other commands need no decoder.
  const { default: measureProduce } = await import('../work/jobs/measure-produce.ts')
  return measureProduce({ image, request, overlay })
}

function isForAPerson({ metric, send_to_a_person }: ProduceReply): boolean {
  return metric === null || send_to_a_person === true
}

function line({ file, reply, error }: Row): string {
  if (reply === null) return `${file}: not read: ${error}`
  const first = inWords(reply).find((said) => /^(length|nothing)/.test(said))
  const because = reply.metric === null ? [] : (reply.send_to_a_person_because ?? [])
  return `${file}: ${first}${because.length > 0 ? ` (send to a person: ${because.join('; ')})` : ''}`
}
