import { readFile, writeFile } from 'node:fs/promises'
import { NO_CACHE } from '../earth/block-cache.ts'
import { createLayers } from '../earth/layers.ts'
import { createVegetation } from '../earth/vegetation/vegetation.ts'
import { systemClock } from '../kernel/clock.ts'
import { DEFAULT_WEIGHTS } from '../measure/prescreen/screen.ts'
import { type PinReads, readPins } from '../routes/earth/pin-reads.ts'
import { prescreenReply } from '../routes/earth/prescreen-reply.ts'
import { bar } from './bar.ts'
import { defineCommand, type Io, UsageError } from './command.ts'
import { type CsvPins, pinsOf, screenedCsv } from './prescreen-csv.ts'

const ALL_SCREENED = 0
const NOT_READ = 1
const SOME_UNSCREENED = 2

/** So many pins are read together before the progress line moves on. */
const AT_ONCE = 50

/** In this process: no service has to run, and therefore nothing is signed. */
export const prescreen = defineCommand({
  name: 'prescreen',
  operands: 'PINS.csv',
  summary:
    'Screen the pins of a table (columns lat and lng, and whatever else) before anyone drives there; reads LAYERS_DIR and the network, signs nothing. Exits 0 (all screened), 1 (the table cannot be read), 2 (some pins could not be screened).',
  options: {
    out: { type: 'string', value: 'RANKED.csv', help: 'where to write every pin, the best first', required: true },
    json: { type: 'boolean', help: 'also print the whole reply as JSON' },
  },
  async run(args, io) {
    const [path] = args.operands as [string]
    const given = await readTable(path)
    if (given.problems.length > 0) {
      for (const problem of given.problems) io.err(`${path}: ${problem}`)
      return NOT_READ
    }
    const reply = prescreenReply(given.pins, await readAll(given, io), DEFAULT_WEIGHTS)
    const out = args.text('out')!
    await writeFile(out, screenedCsv(given, reply)).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`--out: ${out} cannot be written: ${error.code}`)
    })
    if (args.flag('json')) io.out(JSON.stringify(reply, null, 2))
    else for (const line of told(reply, out)) io.out(line)
    return reply.pins_unread > 0 ? SOME_UNSCREENED : ALL_SCREENED
  },
})

async function readTable(path: string): Promise<CsvPins> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read: ${error.code}`)
  })
  return pinsOf(text)
}

async function readAll({ pins }: CsvPins, io: Io): Promise<PinReads[]> {
  const { layersDir, layerUrls, stacUrl, fetchAllow } = io.config()
  const shared = { clock: systemClock, cache: NO_CACHE }
  const layers = createLayers({ folder: layersDir, urls: layerUrls, ...shared })
  const vegetation = createVegetation({ stacUrl, allow: fetchAllow, ...shared })
  try {
    const reads: PinReads[] = []
    for (let first = 0; first < pins.length; first += AT_ONCE) {
      io.progress?.(bar(first, pins.length, ' pins'))
      reads.push(...(await readPins({ layers, vegetation }, pins.slice(first, first + AT_ONCE), systemClock())))
    }
    io.progress?.('')
    return reads
  } finally {
    layers.close()
    vegetation.close()
  }
}

function told(reply: ReturnType<typeof prescreenReply>, out: string): string[] {
  const { ranked, do_not_visit, could_not_screen } = reply
  return [
    `${ranked.length} ranked, ${do_not_visit.length} not to be visited, ${could_not_screen.length} not screened: ${out}`,
    ...could_not_screen.slice(0, 5).map(({ index, reasons }) => `row ${index + 2}: ${reasons.join('; ')}`),
    ...(could_not_screen.length > 5
      ? [`and ${could_not_screen.length - 5} more, each with its reasons in the file`]
      : []),
    'Nothing of this is signed: a receipt comes only from a running service (POST /api/prescreen).',
  ]
}
