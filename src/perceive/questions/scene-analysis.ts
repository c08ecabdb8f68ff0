import type { Found } from '../detect/box.ts'
import type { CocoClass } from '../detect/classes.ts'
import type { Relation } from '../words/prompt.ts'
import { type Answer, answer } from './answer.ts'
import type { Routed, Thing, Unrouted } from './question.ts'

export interface SceneAnalysis {
  question: string
  answered: boolean
  /** `model`: in the words of an operator's question-answering model, which no rule of ours stands behind. */
  kind: Routed['kind'] | 'model' | null
  answer: string | null
  value: Answer['value']
  /** Why there is no answer. */
  reason: string | null
  /** The reading that the answer is a summary of, all of its boxes, whatever max_detections shows of them. */
  rests_on: RestsOn | { questionFnId: string } | null
}

export interface RestsOn {
  detectorFnId: string
  confidence_threshold: number
  classes: { asked: string | null; matched_class: CocoClass; relation: Relation; note: string | null; found: number }[]
  could_miss: string
}

export interface Looked {
  boxes: readonly Found[]
  detector: string
  threshold: number
  could_miss: { why: string }
}

export function unansweredScene(question: string, { reason }: Unrouted): SceneAnalysis {
  return { question, answered: false, kind: null, answer: null, value: null, reason, rests_on: null }
}

export function modelledScene(question: string, answer: string, questionFnId: string): SceneAnalysis {
  if (answer === '') return unansweredScene(question, { kind: null, reason: "the operator's model gave no answer" })
  return { question, answered: true, kind: 'model', answer, value: answer, reason: null, rests_on: { questionFnId } }
}

export function analyseScene(question: string, asked: Routed, looked: Looked): SceneAnalysis {
  const counts = new Map<CocoClass, number>()
  for (const { class: name } of looked.boxes) counts.set(name, (counts.get(name) ?? 0) + 1)
  const { text, value } = answer(asked, counts)
  const things = thingsOf(asked) ?? [...counts.keys()].sort().map(unasked)
  return {
    question,
    answered: true,
    kind: asked.kind,
    answer: text,
    value,
    reason: null,
    rests_on: {
      detectorFnId: looked.detector,
      confidence_threshold: looked.threshold,
      classes: things.map((thing) => ({ ...thing, found: counts.get(thing.matched_class) ?? 0 })),
      could_miss: looked.could_miss.why,
    },
  }
}

function thingsOf(asked: Routed): Thing[] | null {
  if (asked.kind === 'list') return null
  if (asked.kind !== 'comparison') return asked.things
  return 'other' in asked ? [...asked.one, ...asked.other] : asked.one
}

function unasked(name: CocoClass) {
  return { asked: null, matched_class: name, relation: 'exact' as const, note: null }
}
