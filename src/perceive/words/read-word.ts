import type { CocoClass } from '../detect/classes.ts'
import { formsOf, plain } from './forms.ts'
import { nearestLabels } from './nearest.ts'
import { NOTES, WORD_NOTES } from './notes.ts'
import type { UnreadWord, WordReading } from './prompt.ts'
import { AMBIGUOUS, KINDS_OF_PERSON, WIDER } from './refused.ts'
import { type Entry, JOINED, VOCABULARY } from './vocabulary.ts'

/** What a caller's word is read as; a word that no table holds is never read as anything. */
export function readWord(prompt: string): WordReading {
  const forms = formsOf(plain(prompt))
  for (const form of forms) {
    const refused = refusalOf(form)
    if (refused !== null) return refused
    const word = VOCABULARY.has(form) ? form : JOINED.get(form)
    if (word === undefined) continue
    const entry = VOCABULARY.get(word)!
    return { ...entry, note: WORD_NOTES[word] ?? NOTES[entry.class] ?? everyOne(entry) }
  }
  return unknown(forms)
}

function everyOne({ class: name, relation }: Entry): string | null {
  return relation === 'broader' ? `every ${name} comes back under this word: the detector cannot tell them apart` : null
}

function refusalOf(word: string): UnreadWord | null {
  const meanings = own(AMBIGUOUS, word)
  if (meanings !== undefined) return { reason: `"${word}" can mean ${meanings.means}`, nearest: [...meanings.nearest] }
  const members = own(WIDER, word)
  if (members !== undefined)
    return {
      reason: `"${word}" means more than any one class of the detector: ask for the classes that are meant`,
      nearest: [...members],
    }
  if (KINDS_OF_PERSON.includes(word))
    return { reason: `the detector finds persons and cannot tell which of them are "${word}"`, nearest: ['person'] }
  return null
}

const SEVERAL = /\s*[,;&]\s*|\s+(?:and|or|\.)\s+/

function unknown(forms: string[]): UnreadWord {
  const word = forms[0]!
  const parts = word.split(SEVERAL).flatMap((part) => readPart(part) ?? [])
  if (SEVERAL.test(word) && parts.length > 0)
    return { reason: `"${word}" is more than one word: give each as a prompt of its own`, nearest: [...new Set(parts)] }
  const head = headOf(forms)
  if (head !== null)
    return {
      reason: `the detector finds "${head.word}" and cannot tell which of them are "${word}"`,
      nearest: nearestLabels(forms, head.class),
    }
  return { reason: `"${word}" is none of the 80 classes the detector knows`, nearest: nearestLabels(forms, null) }
}

function readPart(part: string): CocoClass | undefined {
  return formsOf(plain(part)).flatMap((form) => VOCABULARY.get(form)?.class ?? [])[0]
}

/** A known word at the end of a longer one: "red car" ends in "car". */
function headOf(forms: string[]): { word: string; class: CocoClass } | null {
  for (const form of forms) {
    const words = form.split(' ')
    for (let from = 1; from < words.length; from++) {
      const word = words.slice(from).join(' ')
      const entry = VOCABULARY.get(word)
      if (entry !== undefined && entry.relation !== 'broader') return { word, class: entry.class }
    }
  }
  return null
}

function own<Value>(table: Record<string, Value>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
