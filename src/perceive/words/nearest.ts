import { COCO_CLASSES, type CocoClass } from '../detect/classes.ts'
import { SENSES } from './senses.ts'
import { VOCABULARY } from './vocabulary.ts'
import { sensesOf, synset } from './wordnet.ts'

const MOST = 3
const SENSES_LOOKED_AT = 2
/** From 0, nothing in common, to 1, the same thing: how much of both words' ancestry is shared. */
const KIN_ENOUGH = 0.8
/** A common ancestor as wide as "device" or "container" is no kinship. */
const LEAST_SHARED = 8

/** Labels to ask for instead: the one a longer prompt ends in, spellings like it, shared words, then kin in WordNet. */
export function nearestLabels(forms: readonly string[], head: CocoClass | null): CocoClass[] {
  const found = new Set<CocoClass>(head === null ? [] : [head])
  // A word of the dictionary is no slip of the pen: a goat is not a misspelt boat.
  const isWord = forms.some((form) => sensesOf(form).length > 0)
  if (!isWord) for (const name of spelledLike(forms)) found.add(name)
  for (const name of sharingAWord(forms)) found.add(name)
  for (const name of kinOf(forms)) found.add(name)
  return [...found].slice(0, MOST)
}

function spelledLike(forms: readonly string[]): CocoClass[] {
  const near: { class: CocoClass; distance: number }[] = []
  for (const [word, entry] of VOCABULARY)
    for (const form of forms) {
      const allowed = Math.min(word.length, form.length) < 6 ? 1 : 2
      const distance = editDistance(word, form, allowed)
      if (form.length > 3 && distance <= allowed) near.push({ class: entry.class, distance })
    }
  return near.sort((a, b) => a.distance - b.distance).map((each) => each.class)
}

function sharingAWord(forms: readonly string[]): CocoClass[] {
  const words = new Set(forms.flatMap((form) => form.split(' ')))
  return COCO_CLASSES.filter((name) => name.split(' ').some((word) => words.has(word)))
}

/** Insertions, deletions, replacements and swaps of neighbours; more than `allowed` is only known to be more. */
function editDistance(one: string, other: string, allowed: number): number {
  if (Math.abs(one.length - other.length) > allowed) return allowed + 1
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[other.length]!
}

function kinOf(forms: readonly string[]): CocoClass[] {
  const senses = forms.flatMap((form) => sensesOf(form).slice(0, SENSES_LOOKED_AT)).slice(0, 2 * SENSES_LOOKED_AT)
  const lines = thingsFirst(senses.flatMap(linesOf))
  return COCO_CLASSES.map((name) => ({ name, kinship: kinship(lines, linesOfClass(name)) }))
    .filter(({ kinship }) => kinship >= KIN_ENOUGH)
    .sort((a, b) => b.kinship - a.kinship)
    .map(({ name }) => name)
}

/** Of Wu and Palmer: twice the depth of the nearest common ancestor over both depths. */
function kinship(some: readonly number[][], others: readonly number[][]): number {
  let most = 0
  for (const one of some)
    for (const other of others) {
      let common = 0
      while (common < one.length && one[common] === other[common]) common++
      if (common >= LEAST_SHARED) most = Math.max(most, (2 * common) / (one.length + other.length))
    }
  return most
}

/** Nearly every noun is also a nickname: a tiger is a fierce person too. */
function thingsFirst(lines: number[][]): number[][] {
  const things = lines.filter((line) => !line.includes(SENSES.person!))
  return things.length > 0 ? things : lines
}

const known = new Map<CocoClass, number[][]>()

function linesOfClass(name: CocoClass): number[][] {
  const found = known.get(name)
  if (found !== undefined) return found
  const sense = SENSES[name]
  const lines = sense === undefined ? [] : linesOf(sense)
  known.set(name, lines)
  return lines
}

/** Each way from the widest synset down to this one. */
function linesOf(sense: number): number[][] {
  const { wider } = synset(sense)
  if (wider.length === 0) return [[sense]]
  return wider.flatMap((parent) => linesOf(parent).map((line) => [...line, sense]))
}
