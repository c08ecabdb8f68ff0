import type { Json } from '../../kernel/json.ts'
import { type CborValue, readCbor } from './cbor-read.ts'
import { parseCell } from './cell64.ts'
import { factCid } from './content-id.ts'
import { type Parsed, parsed, refused } from './parsed.ts'

export interface CommittedFact {
  cid: string
  cell: string
  band: string
  value: Json
  /** The value as the operator writes it: a float keeps its point, so 918.0 stays told from the integer 918. */
  valueVerbatim: string
  unit: string | null
  signedAt: string | null
}

/** Reads what the content id commits to. Nothing is re-encoded: the id is that of the bytes as they came. */
export function readFact(committed: Uint8Array): Parsed<CommittedFact> {
  const cbor = readCbor(committed)
  if (!cbor.ok) return cbor
  if (cbor.value.type !== 'map') return refused('the committed bytes are no fact')
  const members = new Map(cbor.value.entries)
  const cell = textOf(members.get('cell'))
  const band = textOf(members.get('band'))
  const value = members.get('value')
  if (cell === null || !parseCell(cell).ok) return refused('the fact names no cell')
  if (band === null || value === undefined) return refused('the fact has no band or no value')
  return parsed({
    cid: factCid(committed),
    cell,
    band,
    value: jsonOf(value),
    valueVerbatim: verbatim(value),
    unit: textOf(members.get('unit')),
    signedAt: textOf(members.get('signed_at')),
  })
}

function textOf(value: CborValue | undefined): string | null {
  return value?.type === 'text' ? value.value : null
}

/** What JSON cannot hold (NaN, infinities, integers beyond 2^53) becomes its text, never a rounded number. */
function jsonOf(value: CborValue): Json {
  switch (value.type) {
    case 'array':
      return value.items.map(jsonOf)
    case 'map':
      return Object.fromEntries(value.entries.map(([name, member]) => [name, jsonOf(member)]))
    case 'bytes':
      return [...value.value]
    case 'integer':
      return typeof value.value === 'bigint' ? value.value.toString() : value.value
    case 'float':
      return Number.isFinite(value.value) ? value.value : String(value.value)
    default:
      return value.value
  }
}

function verbatim(value: CborValue): string {
  switch (value.type) {
    case 'float':
      return Number.isInteger(value.value) && Math.abs(value.value) < 1e16
        ? `${Object.is(value.value, -0) ? '-0' : value.value}.0`
        : String(value.value)
    case 'integer':
      return value.value.toString()
    case 'array':
      return `[${value.items.map(verbatim).join(',')}]`
    case 'map':
      return `{${value.entries.map(([name, member]) => `${JSON.stringify(name)}:${verbatim(member)}`).join(',')}}`
    default:
      return JSON.stringify(jsonOf(value))
  }
}
