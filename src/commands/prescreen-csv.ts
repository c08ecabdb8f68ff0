import type { Pin, prescreenReply } from '../routes/earth/prescreen-reply.ts'
import type { PinItem, ReadNote, SignalNotes } from '../routes/earth/prescreen-schema.ts'
import { type Cell, csvText, readCsv } from './csv.ts'

export interface CsvPins {
  /** The columns of the table, as its owner named them. */
  columns: string[]
  rows: string[][]
  pins: Pin[]
  problems: string[]
}

const LATITUDE = /^(lat|latitude)$/i
const LONGITUDE = /^(lng|lon|long|longitude)$/i

/** Every row that is no pin is named by its number, as a spreadsheet counts. */
export function pinsOf(text: string): CsvPins {
  const [columns = [], ...rows] = readCsv(text)
  const names = columns.map((name) => name.trim())
  const [lat, lng] = [names.findIndex((name) => LATITUDE.test(name)), names.findIndex((name) => LONGITUDE.test(name))]
  const problems: string[] = []
  if (lat < 0 || lng < 0) problems.push('the first row must name the columns, lat and lng among them')
  for (const name of names)
    if (OURS.includes(name)) problems.push(`the column ${name} would be written over: rename it`)
  if (problems.length === 0 && rows.length === 0) problems.push('no row holds a pin')
  const pins = problems.length > 0 ? [] : rows.map((row) => ({ lat: degrees(row[lat]), lng: degrees(row[lng]) }))
  for (const [index, pin] of pins.entries()) {
    if (!(Math.abs(pin.lat) <= 90)) problems.push(`row ${index + 2}: ${names[lat]} is no number from -90 to 90`)
    if (!(Math.abs(pin.lng) <= 180)) problems.push(`row ${index + 2}: ${names[lng]} is no number from -180 to 180`)
  }
  return { columns: names, rows, pins, problems }
}

function degrees(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text)
}

type Reply = ReturnType<typeof prescreenReply>
interface Row {
  item: PinItem
  standing: 'ranked' | 'do_not_visit' | 'could_not_screen'
}

/** Ours come first, then the columns of the owner as they were. */
const COLUMNS: [name: string, of: (row: Row) => Cell][] = [
  ['standing', ({ standing }) => standing],
  ['rank', ({ item }) => item.rank as Cell],
  ['score', ({ item }) => item.score as Cell],
  ['plausibly_farmland', ({ item }) => signalsOf(item)?.plausibly_farmland.value],
  ['something_growing', ({ item }) => signalsOf(item)?.something_growing.value],
  ['ndvi', ({ item }) => sceneOf(item)?.ndvi as Cell],
  ['scene_date', ({ item }) => sceneOf(item)?.date as Cell],
  ['scene', ({ item }) => sceneOf(item)?.scene as Cell],
  ['loss_year', ({ item }) => item.loss.year],
  ['loss_seen_until', ({ item }) => item.loss.seen_until],
  ['forest_2020', ({ item }) => item.forest_2020.forest],
  [
    'because',
    ({ item }) => (item.because as Cell) ?? (item.reasons as string[] | undefined)?.join('; ') ?? unreadIn(item),
  ],
]
const OURS = COLUMNS.map(([name]) => name)

export function screenedCsv({ columns, rows }: CsvPins, reply: Reply): string {
  const standings = ['ranked', 'do_not_visit', 'could_not_screen'] as const
  const all = standings.flatMap((standing) => reply[standing].map((item): Row => ({ item, standing })))
  return csvText([
    [...OURS, ...columns],
    ...all.map((row) => [...COLUMNS.map(([, of]) => of(row)), ...columns.map((_, at) => rows[row.item.index]![at])]),
  ])
}

function signalsOf(item: PinItem): SignalNotes | undefined {
  return item.signals as SignalNotes | undefined
}

function sceneOf(item: PinItem): ReadNote | undefined {
  const read = signalsOf(item)?.something_growing.read
  return read?.outcome === 'value' ? read : undefined
}

/** Of a ranked pin, what its score was made without. */
function unreadIn(item: PinItem): string {
  return Object.entries(signalsOf(item) ?? {})
    .filter(([, { known }]) => !known)
    .map(([name, { why_unread }]) => `${name} is unread: ${why_unread}`)
    .join('; ')
}
