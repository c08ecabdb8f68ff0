import { COCO_CLASSES, type CocoClass } from '../detect/classes.ts'
import { ALIASES } from './aliases.ts'
import { BROADER } from './broader.ts'
import { plain } from './forms.ts'
import type { Relation } from './prompt.ts'
import { SENSES, STRUCK_OUT } from './senses.ts'
import { sensesOf, synset } from './wordnet.ts'

export interface Entry {
  class: CocoClass
  relation: Relation
}

/** Every word that is read, and as what. A word that two tables claim belongs to the first: exact, alias, WordNet, broader. */
export const VOCABULARY: ReadonlyMap<string, Entry> = vocabulary()

/** Words in one, such as "stopsign"; only for words that are known apart. */
export const JOINED: ReadonlyMap<string, string> = new Map(
  [...VOCABULARY.keys()].filter((word) => word.includes(' ')).map((word) => [word.replaceAll(' ', ''), word]),
)

function vocabulary(): Map<string, Entry> {
  const words = new Map<string, Entry>()
  const enter = (word: string, entry: Entry) => {
    if (!words.has(word)) words.set(word, entry)
  }
  for (const name of COCO_CLASSES) enter(name, { class: name, relation: 'exact' })
  for (const [name, aliases] of tableOf(ALIASES)) for (const word of aliases) enter(word, synonymOf(name))
  for (const name of COCO_CLASSES) for (const word of synonymsOf(name)) enter(word, synonymOf(name))
  for (const [name, kinds] of tableOf(BROADER))
    for (const word of kinds) enter(word, { class: name, relation: 'broader' })
  return words
}

function synonymOf(name: CocoClass): Entry {
  return { class: name, relation: 'synonym' }
}

/** The other words of the class's own synset, where that sense is the one most meant by them. */
export function synonymsOf(name: CocoClass): string[] {
  const sense = SENSES[name]
  if (sense === undefined) return []
  return synset(sense)
    .words.filter((word) => sensesOf(word)[0] === sense && !STRUCK_OUT.has(word))
    .map(plain)
    .filter((word) => word !== name)
}

function tableOf(table: Partial<Record<CocoClass, readonly string[]>>): [CocoClass, readonly string[]][] {
  return Object.entries(table) as [CocoClass, readonly string[]][]
}
