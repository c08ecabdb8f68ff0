import { isRead, type Relation } from './prompt.ts'
import { readWord } from './read-word.ts'

export interface ReadPrompt {
  prompt: string
  matched_class: string
  relation: Relation
  note: string | null
  /** Given as an alert trigger. */
  alert: boolean
}

export interface UnreadPrompt {
  prompt: string
  reason: string
  nearest: string[]
  alert: boolean
}

export interface ReadPrompts {
  /** Without prompts every class is looked for, and each is called by its own name. */
  everything: boolean
  read: ReadPrompt[]
  unread: UnreadPrompt[]
}

/** Alert triggers are read like prompts and looked for as well. */
export function readPrompts(prompts: readonly string[], triggers: readonly string[]): ReadPrompts {
  const asked = [
    ...distinct(prompts).map((prompt) => ({ prompt, alert: false })),
    ...distinct(triggers).map((prompt) => ({ prompt, alert: true })),
  ]
  const read: ReadPrompt[] = []
  const unread: UnreadPrompt[] = []
  for (const { prompt, alert } of asked) {
    const reading = readWord(prompt)
    if (isRead(reading))
      read.push({ prompt, matched_class: reading.class, relation: reading.relation, note: reading.note, alert })
    else unread.push({ prompt, ...reading, alert })
  }
  return { everything: prompts.length === 0, read, unread }
}

export function distinct(prompts: readonly string[]): string[] {
  return [...new Set(prompts)]
}

const CLOSEST_FIRST: readonly Relation[] = ['exact', 'synonym', 'broader']

/** What a box of a class is called: the prompt that fits it closest, the earlier of two alike; null where none asked for it. */
export function labelFor(
  name: string,
  { everything, read }: ReadPrompts,
): { label: string; relation: Relation } | null {
  if (everything) return { label: name, relation: 'exact' }
  const [closest] = read
    .filter(({ matched_class }) => matched_class === name)
    .sort((a, b) => CLOSEST_FIRST.indexOf(a.relation) - CLOSEST_FIRST.indexOf(b.relation))
  return closest === undefined ? null : { label: closest.prompt, relation: closest.relation }
}

/** The triggers that a box of this class sets off. */
export function triggersOf(name: string, { read }: ReadPrompts): string[] {
  return read.filter(({ alert, matched_class }) => alert && matched_class === name).map(({ prompt }) => prompt)
}
