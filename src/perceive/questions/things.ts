import { isRead } from '../words/prompt.ts'
import { readWord } from '../words/read-word.ts'
import type { Thing } from './question.ts'
import { saysMoreThanAName, whyUnanswerable } from './unanswerable.ts'

export interface Things {
  things: Thing[]
  join: 'and' | 'or'
}

const DETERMINER = /^(?:any|some|all|all the|a|an|the|one or more|at least one)\s+/
const JOINTS = /\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+|\s*&\s*/
const ANYONE = /^(?:anyone|anybody|someone|somebody)$/

/** "cars, buses and a dog" as the classes they name; a name that cannot be read exactly is the reason for no answer. */
export function thingsIn(phrase: string): Things | { reason: string } {
  if (/\band\b/.test(phrase) && /\bor\b/.test(phrase))
    return { reason: '"and" and "or" in one question can be read two ways: ask one thing at a time' }
  const names = phrase.split(JOINTS).map((name) => name.replace(DETERMINER, ''))
  const things: Thing[] = []
  for (const name of names) {
    const reading = readWord(ANYONE.test(name) ? 'person' : name)
    if (!isRead(reading)) return { reason: saysMoreThanAName(name) ? whyUnanswerable(name) : withHint(reading) }
    // A box that may be any car is no answer about taxis.
    if (reading.relation === 'broader')
      return { reason: `the detector knows "${name}" only as ${reading.class}, and cannot tell it from any other` }
    things.push({ asked: name, matched_class: reading.class, relation: reading.relation, note: reading.note })
  }
  return { things, join: /\bor\b/.test(phrase) ? 'or' : 'and' }
}

function withHint({ reason, nearest }: { reason: string; nearest: string[] }): string {
  return nearest.length === 0 ? reason : `${reason}; nearest: ${nearest.join(', ')}`
}
