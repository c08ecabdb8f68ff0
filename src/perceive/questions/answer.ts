import { COCO_CLASSES, type CocoClass } from '../detect/classes.ts'
import { pluralOf } from '../words/forms.ts'
import type { NumberTest, Routed, Thing } from './question.ts'

export interface Answer {
  text: string
  /** The same for a program: whether, how many, which classes, or the word of the side with more. */
  value: boolean | number | string | CocoClass[] | null
}

export type Counts = ReadonlyMap<CocoClass, number>

/** Says what was found, never what is there: a thing that was missed is not absent. */
export function answer(asked: Routed, counts: Counts): Answer {
  switch (asked.kind) {
    case 'list':
      return list(counts)
    case 'presence':
      return presence(asked.things, asked.join, counts)
    case 'count':
      return { text: `${found(asked.things, counts)}.`, value: sum(asked.things, counts) }
    case 'comparison':
      return 'number' in asked
        ? againstNumber(asked.asks, asked.one, asked.number, counts)
        : comparison(asked.asks, asked.one, asked.other, counts)
  }
}

function list(counts: Counts): Answer {
  const classes = COCO_CLASSES.filter((name) => (counts.get(name) ?? 0) > 0)
  if (classes.length === 0) return { text: `None of the ${COCO_CLASSES.length} classes was found.`, value: [] }
  const named = classes.map((name) => amount(counts.get(name)!, name))
  return {
    text: `${wereFound(named, total(classes, counts))}; nothing outside the ${COCO_CLASSES.length} classes is read.`,
    value: classes,
  }
}

function presence(things: Thing[], join: 'and' | 'or', counts: Counts): Answer {
  const hits = things.filter((thing) => countOf(thing, counts) > 0)
  const value = join === 'or' ? hits.length > 0 : hits.length === things.length
  if (things.length > 1) return { text: `${value ? 'Yes' : 'No'}: ${lower(found(things, counts))}.`, value }
  return { text: value ? `Yes: ${lower(found(things, counts))}.` : `${found(things, counts)}.`, value }
}

const NUMBER_TESTS: Record<NumberTest, { holds: (count: number, number: number) => boolean; words: string }> = {
  more_than: { holds: (count, number) => count > number, words: 'more than' },
  fewer_than: { holds: (count, number) => count < number, words: 'fewer than' },
  at_least: { holds: (count, number) => count >= number, words: 'at least' },
  at_most: { holds: (count, number) => count <= number, words: 'at most' },
  exactly: { holds: (count, number) => count === number, words: 'exactly' },
}

function againstNumber(asks: NumberTest, things: Thing[], number: number, counts: Counts): Answer {
  const { holds, words } = NUMBER_TESTS[asks]
  const value = holds(sum(things, counts), number)
  return {
    text: `${value ? 'Yes' : 'No'}, ${value ? '' : 'not '}${words} ${number}: ${lower(found(things, counts))}.`,
    value,
  }
}

function comparison(
  asks: 'more' | 'fewer' | 'as_many' | 'which',
  one: Thing[],
  other: Thing[],
  counts: Counts,
): Answer {
  const [first, second] = [sum(one, counts), sum(other, counts)]
  const seen = lower(found([...one, ...other], counts))
  if (asks === 'which') {
    if (first === second) return { text: `As many of one as of the other: ${seen}.`, value: null }
    const more = (first > second ? one : other).map(({ asked }) => asked).join(' and ')
    return { text: `More ${more}: ${seen}.`, value: more }
  }
  const value = asks === 'more' ? first > second : asks === 'fewer' ? first < second : first === second
  return { text: `${value ? 'Yes' : 'No'}: ${seen}.`, value }
}

/** "2 cars and 1 bus were found", "No dog was found". */
function found(things: Thing[], counts: Counts): string {
  const distinct = classesOf(things)
  const noted = (name: CocoClass) => {
    const note = things.find(({ matched_class }) => matched_class === name)?.note
    return `${amount(counts.get(name) ?? 0, name)}${note ? ` (${note})` : ''}`
  }
  return wereFound(distinct.map(noted), total(distinct, counts))
}

function wereFound(named: string[], count: number): string {
  const last = named.at(-1)!
  const text = named.length === 1 ? last : `${named.slice(0, -1).join(', ')} and ${last}`
  const verb = named.length === 1 && count <= 1 ? 'was' : 'were'
  return `${text[0]!.toUpperCase()}${text.slice(1)} ${verb} found`
}

function amount(count: number, name: CocoClass): string {
  if (count === 0) return `no ${name}`
  return `${count} ${count === 1 ? name : pluralOf(name)}`
}

function lower(text: string): string {
  return text[0]!.toLowerCase() + text.slice(1)
}

function countOf({ matched_class }: Thing, counts: Counts): number {
  return counts.get(matched_class) ?? 0
}

/** Two words for one class count its boxes once. */
function classesOf(things: Thing[]): CocoClass[] {
  return [...new Set(things.map(({ matched_class }) => matched_class))]
}

function sum(things: Thing[], counts: Counts): number {
  return total(classesOf(things), counts)
}

function total(classes: readonly CocoClass[], counts: Counts): number {
  return classes.reduce((all, name) => all + (counts.get(name) ?? 0), 0)
}
