import type { CocoClass } from '../detect/classes.ts'
import type { Relation } from '../words/prompt.ts'

/** A class that a question asks after, in the words of whoever asked. */
export interface Thing {
  asked: string
  matched_class: CocoClass
  relation: Relation
  note: string | null
}

export type NumberTest = 'more_than' | 'fewer_than' | 'at_least' | 'at_most' | 'exactly'

/** The questions that boxes with names can answer. */
export type Routed =
  | { kind: 'presence'; things: Thing[]; join: 'and' | 'or' }
  | { kind: 'count'; things: Thing[] }
  | { kind: 'list' }
  | { kind: 'comparison'; asks: 'more' | 'fewer' | 'as_many' | 'which'; one: Thing[]; other: Thing[] }
  | { kind: 'comparison'; asks: NumberTest; one: Thing[]; number: number }

export interface Unrouted {
  kind: null
  reason: string
}
