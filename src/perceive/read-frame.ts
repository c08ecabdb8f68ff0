import type { Pixels } from '../imaging/decode.ts'
import type { Found } from './detect/box.ts'
import type { CouldMiss } from './detect/missed.ts'
import type { Mode } from './detect/modes.ts'
import { answerFrom } from './operator/questions.ts'
import type { Routed, Unrouted } from './questions/question.ts'
import { routeQuestion } from './questions/route-question.ts'
import { analyseScene, modelledScene, type SceneAnalysis, unansweredScene } from './questions/scene-analysis.ts'
import { closedSeer, type Seen, type Seer, type Seers, seerFor } from './seer.ts'
import { WORDS_ID } from './words/id.ts'
import type { Relation } from './words/prompt.ts'
import { labelFor, type ReadPrompt, type ReadPrompts, triggersOf, type UnreadPrompt } from './words/read-prompts.ts'

export interface FrameRequest {
  mode: Mode
  /** The mode's published one where null. */
  threshold: number | null
  maxDetections: number
  prompts: readonly string[]
  alertTriggers: readonly string[]
  question: string | null
}

export interface DetectionItem {
  /** The caller's word, or the class where no prompts were given. */
  label: string
  score: number
  /** In pixels of the picture as it was given, upright. */
  box: [x1: number, y1: number, x2: number, y2: number]
  is_alert: boolean
  alerted_by: string[]
  matched_class: string
  relation: Relation
}

export interface FrameReading {
  detections: DetectionItem[]
  alerts: DetectionItem[]
  /** All that were found of what was asked for, shown or not; null where no prompt could be read. */
  total_objects: number | null
  not_shown: number
  read_prompts: (ReadPrompt & { found: number })[]
  unread_prompts: UnreadPrompt[]
  scene_analysis?: SceneAnalysis
  confidence_threshold: number
  mode: Mode
  max_detections: number
  /** Null where nothing was looked for, or where it was never measured. */
  could_miss: CouldMiss | null
  model: string
  detectorFnId: string
  /** Of the tables and rules by which words and questions are read. */
  wordsFnId: string
}

/** One look at the picture answers the prompts, the triggers and the question alike. */
export async function readFrame(
  pixels: Pixels,
  picture: { width: number; height: number },
  { mode, threshold: wanted, maxDetections, prompts, alertTriggers, question }: FrameRequest,
  { models, operator }: Seers,
): Promise<FrameReading> {
  const seer = seerFor(prompts.length > 0, mode, models, operator)
  const words = seer.readWords(prompts, alertTriggers)
  const asked = question === null ? null : routeQuestion(question)
  const threshold = wanted ?? seer.threshold
  const isAnythingRead = words.everything || words.read.length > 0
  const isAskedHere = seer.knowsCoco && asked !== null && asked.kind !== null
  const looked = isAnythingRead || isAskedHere ? await seer.look(pixels, words, { threshold, picture }) : null
  const boxes = looked?.boxes ?? []
  const found = boxes.flatMap((box) => itemOf(box, words) ?? [])
  const detections = mostOf(found, maxDetections)
  return {
    detections,
    alerts: detections.filter(({ is_alert }) => is_alert),
    total_objects: isAnythingRead ? found.length : null,
    not_shown: found.length - detections.length,
    read_prompts: words.read.map((prompt) => ({ ...prompt, found: countOf(prompt.matched_class, boxes) })),
    unread_prompts: words.unread,
    ...(question !== null && {
      scene_analysis: await analysed(question, asked!, {
        pixels,
        picture,
        mode,
        wanted,
        models,
        operator,
        seer,
        looked,
      }),
    }),
    confidence_threshold: threshold,
    mode,
    max_detections: maxDetections,
    could_miss: looked?.could_miss ?? null,
    model: seer.model,
    detectorFnId: seer.id,
    wordsFnId: WORDS_ID,
  }
}

const NOT_MEASURED = { why: 'How small a thing this model still finds was not measured here.' }

/** What is at hand when a question comes: the picture, who may be asked, and what was already looked for. */
interface AtHand extends Seers {
  pixels: Pixels
  picture: { width: number; height: number }
  mode: Mode
  wanted: number | null
  seer: Seer
  looked: Seen | null
}

/** A routed question rests on a detector that knows COCO's classes; what cannot be routed, on an operator's model or nothing. */
async function analysed(question: string, asked: Routed | Unrouted, atHand: AtHand): Promise<SceneAnalysis> {
  const { pixels, picture, mode, wanted, models, operator } = atHand
  if (asked.kind === null) {
    if (!operator?.questions) return unansweredScene(question, asked)
    return modelledScene(question, await answerFrom(pixels, question, operator.questions), operator.questions.id)
  }
  const seer = atHand.seer.knowsCoco ? atHand.seer : closedSeer(mode, models, operator)
  if (!seer.knowsCoco)
    return unansweredScene(question, {
      kind: null,
      reason: "the operator's detector has no classes it can be routed to",
    })
  const threshold = wanted ?? seer.threshold
  const looked =
    seer === atHand.seer && atHand.looked !== null
      ? atHand.looked
      : await seer.look(pixels, { everything: true, read: [], unread: [] }, { threshold, picture })
  return analyseScene(question, asked, {
    boxes: looked.boxes as Found[],
    detector: seer.id,
    threshold,
    could_miss: looked.could_miss ?? NOT_MEASURED,
  })
}

function itemOf({ class: name, score, box }: Found<string>, words: ReadPrompts): DetectionItem | null {
  const called = labelFor(name, words)
  if (called === null) return null
  const alerted_by = triggersOf(name, words)
  const [x1, y1, x2, y2] = box
  return {
    label: called.label,
    score: rounded(score, 4),
    box: [rounded(x1, 1), rounded(y1, 1), rounded(x2, 1), rounded(y2, 1)],
    is_alert: alerted_by.length > 0,
    alerted_by,
    matched_class: name,
    relation: called.relation,
  }
}

/** A cap never hides an alert behind what nobody is to be warned of. */
function mostOf(found: DetectionItem[], most: number): DetectionItem[] {
  if (found.length <= most) return found
  const kept = new Set([...found].sort((a, b) => Number(b.is_alert) - Number(a.is_alert)).slice(0, most))
  return found.filter((item) => kept.has(item))
}

function countOf(name: string, boxes: readonly Found<string>[]): number {
  return boxes.filter((box) => box.class === name).length
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
