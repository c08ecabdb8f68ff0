import { blake3 } from '@noble/hashes/blake3.js'
import { isObject } from '../../kernel/json.ts'
import { encodeBase32 } from '../encoding.ts'
import { parseCell } from './cell64.ts'
import { isFactCid } from './content-id.ts'
import { type Parsed, parsed, refused } from './parsed.ts'

export interface Citation {
  cell: string
  band: string
  resolved_tslot: number
  fact_cid: string | null
}

export interface Bundle {
  purpose: string
  citations: Citation[]
}

const BUNDLE_CID_BYTES = 16

export function bundleCid({ purpose, citations }: Bundle, word: string): string {
  const lines = citations.map(
    ({ cell, band, resolved_tslot, fact_cid }) => `${cell}|${band}|${resolved_tslot}|${fact_cid ?? ''}\n`,
  )
  const message = `${word}.memory_bundle.v1|${purpose}\n${lines.join('')}`
  return encodeBase32(blake3(new TextEncoder().encode(message)).slice(0, BUNDLE_CID_BYTES))
}

/** The hashed text has no lengths: a line break or a bar inside a member could pass for another citation. */
export function readBundle(value: unknown): Parsed<Bundle> {
  if (!isObject(value) || !Array.isArray(value.citations)) return refused('the answer is no bundle')
  const purpose = value.purpose ?? ''
  if (!isOneLine(purpose)) return refused('the purpose of the bundle is not one line of text')
  const citations: Citation[] = []
  for (const item of value.citations) {
    const citation = readCitation(item)
    if (citation === undefined) return refused(`citation ${citations.length} of the bundle is malformed`)
    citations.push(citation)
  }
  return parsed({ purpose, citations })
}

function readCitation(item: unknown): Citation | undefined {
  if (!isObject(item)) return undefined
  const { cell, band, resolved_tslot } = item
  const fact_cid = item.fact_cid ?? null
  if (!parseCell(cell).ok || !isOneLine(band) || band.includes('|')) return undefined
  if (!Number.isSafeInteger(resolved_tslot)) return undefined
  if (fact_cid !== null && !isFactCid(fact_cid)) return undefined
  return { cell: cell as string, band, resolved_tslot: resolved_tslot as number, fact_cid }
}

function isOneLine(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !/[\r\n\0]/.test(value)
}
