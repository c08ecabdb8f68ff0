import type { Pixels } from '../imaging/decode.ts'
import type { Found } from './detect/box.ts'
import { type DetectOptions, detect } from './detect/detect.ts'
import type { CouldMiss } from './detect/missed.ts'
import { DETECTORS, MODES, type Mode } from './detect/modes.ts'
import { Pyramid } from './detect/pyramid.ts'
import type { ModelsAt } from './models.ts'
import { operatorBoxes } from './operator/detector.ts'
import { boxesForWords } from './operator/open-vocabulary.ts'
import type { OperatorModels } from './operator/weights.ts'
import type { Models } from './pantry/shelf.ts'
import { readAsThemselves, readFromList } from './words/other-vocabularies.ts'
import { type ReadPrompts, readPrompts } from './words/read-prompts.ts'

/** Whoever looks at the picture: what it reads a word as, and what it finds. */
export interface Seer {
  /** The detectorFnId. */
  id: string
  model: string
  /** The default. */
  threshold: number
  /** Its classes are COCO's, so questions can be routed to it. */
  knowsCoco: boolean
  readWords(prompts: readonly string[], triggers: readonly string[]): ReadPrompts
  look(pixels: Pixels, words: ReadPrompts, options: Required<DetectOptions>): Promise<Seen>
}

export interface Seen {
  boxes: Found<string>[]
  /** Null where it was never measured: an operator's model. */
  could_miss: CouldMiss | null
}

export const EMBEDDED =
  'NanoDet-g and SSDLite-MobileNetV2, boxes fused: a closed vocabulary of the 80 COCO classes, no open-vocabulary model'

/** Who may be asked: the embedded models where they are built, and what an operator brought. */
export interface Seers {
  models: ModelsAt | null
  operator: OperatorModels | null
}

/** The embedded detectors must be built where one of them will be asked; an operator's model stands in for both. */
export function seersFor(prompts: readonly string[], question: string | null, models: Models): Seers {
  const { operator } = models
  const isOpen = prompts.length > 0 && !!operator?.openVocabulary
  const isEmbedded = !operator?.detector && (!isOpen || question !== null)
  return { models: isEmbedded ? models.need(...DETECTORS) : null, operator }
}

/** With prompts, an operator's open-vocabulary model where there is one; otherwise whoever knows a list of classes. */
export function seerFor(
  hasPrompts: boolean,
  mode: Mode,
  models: ModelsAt | null,
  operator: OperatorModels | null,
): Seer {
  return hasPrompts && operator?.openVocabulary
    ? openVocabulary(operator.openVocabulary)
    : closedSeer(mode, models, operator)
}

export function closedSeer(mode: Mode, models: ModelsAt | null, operator: OperatorModels | null): Seer {
  return operator?.detector ? operators(operator.detector, mode) : embedded(mode, models!)
}

function embedded(mode: Mode, models: ModelsAt): Seer {
  return {
    id: MODES[mode].detector,
    model: EMBEDDED,
    threshold: MODES[mode].threshold,
    knowsCoco: true,
    readWords: readPrompts,
    look: (pixels, _words, options) => detect(pixels, mode, models, options),
  }
}

function operators(detector: NonNullable<OperatorModels['detector']>, mode: Mode): Seer {
  const { id, name, adapter, classes, threshold } = detector
  const vocabulary = classes === undefined ? 'the 80 COCO classes' : `its operator's ${classes.length} classes`
  return {
    id,
    model: `${name}, an operator's model of the ${adapter} family: a closed vocabulary of ${vocabulary}`,
    threshold,
    knowsCoco: classes === undefined,
    readWords: (prompts, triggers) =>
      classes === undefined ? readPrompts(prompts, triggers) : readFromList(prompts, triggers, classes),
    async look(pixels, _words, { threshold, picture }) {
      const found = await operatorBoxes(new Pyramid(pixels), detector, {
        floor: threshold,
        tiled: MODES[mode].tiled,
      })
      return { boxes: found.map((one) => inPicture(one, pixels, picture)), could_miss: null }
    },
  }
}

function openVocabulary(model: NonNullable<OperatorModels['openVocabulary']>): Seer {
  return {
    id: model.id,
    model: `${model.name}, an operator's ${model.adapter} model: an open vocabulary, every prompt goes to it as it was given`,
    threshold: model.threshold!,
    knowsCoco: false,
    readWords: readAsThemselves,
    async look(pixels, words, { threshold, picture }) {
      const asked = [...new Set(words.read.map(({ matched_class }) => matched_class))]
      const found = await boxesForWords(pixels, asked, model, threshold)
      return { boxes: found.map((one) => inPicture(one, pixels, picture)), could_miss: null }
    },
  }
}

function inPicture(
  found: Found<string>,
  pixels: Pixels,
  { width, height }: { width: number; height: number },
): Found<string> {
  const [byX, byY] = [width / pixels.width, height / pixels.height]
  const [x1, y1, x2, y2] = found.box
  return { ...found, box: [x1 * byX, y1 * byY, x2 * byX, y2 * byY] }
}
