import { MODES, type Mode } from '../perceive/detect/modes.ts'
import { readOperatorModels } from '../perceive/operator/manifest.ts'
import { shelf } from '../perceive/pantry/shelf.ts'
import type { FrameReading } from '../perceive/read-frame.ts'
import { seersFor } from '../perceive/seer.ts'
import { type Arguments, defineCommand, UsageError } from './command.ts'
import { pictureAt, save } from './picture.ts'

const READ = 0
const NOT_ALL_READ = 2
const MOST_SHOWN = 1000

/** In this process: no service, no network, and therefore nothing that is signed. */
export const detect = defineCommand({
  name: 'detect',
  operands: 'PHOTO',
  summary:
    'Find things of 80 classes in a photograph; offline, so without a receipt. Exits 0, 1 (the file cannot be read, or a model is not built), 2 (a word or the question could not be read).',
  options: {
    prompts: { type: 'string', value: 'WORDS', help: 'what to look for, parted by commas; otherwise all classes' },
    alerts: { type: 'string', value: 'WORDS', help: 'what is marked as an alert, parted by commas' },
    question: { type: 'string', value: 'TEXT', help: 'whether, how many, what, or of which there is more' },
    mode: { type: 'string', value: 'MODE', help: 'fast or thorough, which also looks at tiles of the picture' },
    threshold: { type: 'string', value: 'N', help: "the least score, 0 to 1; otherwise the mode's published one" },
    overlay: { type: 'string', value: 'OUT.png', help: 'write the photograph with boxes, words and scores' },
    json: { type: 'boolean', help: 'print the whole reading as JSON' },
  },
  async run(args, io) {
    const image = await pictureAt(args.operands[0]!)
    const out = args.text('overlay')
    const request = {
      mode: modeOf(args),
      threshold: thresholdOf(args),
      maxDetections: MOST_SHOWN,
      prompts: wordsOf(args, 'prompts'),
      alertTriggers: wordsOf(args, 'alerts'),
      question: args.text('question') ?? null,
    }
    const { folder } = io.config().models
    const models = shelf(folder, () => false, await readOperatorModels(folder))
    const seers = seersFor(request.prompts, request.question, models)
    // Loaded here, since the other commands need no decoder.
    const { default: look } = await import('../work/jobs/detect.ts')
    const { reading, overlay } = await look({ image, request, maxDimension: null, overlay: out !== undefined, seers })
    if (out !== undefined) await save('overlay', out, overlay!)
    if (args.flag('json')) io.out(JSON.stringify(reading, null, 2))
    else for (const line of inWords(reading)) io.out(line)
    const isAllRead = reading.unread_prompts.length === 0 && reading.scene_analysis?.answered !== false
    return isAllRead ? READ : NOT_ALL_READ
  },
})

function modeOf(args: Arguments): Mode {
  const mode = args.text('mode') ?? 'fast'
  if (Object.hasOwn(MODES, mode)) return mode as Mode
  throw new UsageError(`--mode is ${JSON.stringify(mode)}: fast or thorough was expected`)
}

function thresholdOf(args: Arguments): number | null {
  const text = args.text('threshold')
  if (text === undefined) return null
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value <= 1) return value
  throw new UsageError(`--threshold is ${JSON.stringify(text)}: a number from 0 to 1 was expected`)
}

function wordsOf(args: Arguments, name: string): string[] {
  return (args.text(name) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function inWords(reading: FrameReading): string[] {
  const { detections, total_objects, unread_prompts, scene_analysis, could_miss } = reading
  return [
    ...detections.map(({ label, score, box, relation, matched_class, is_alert }) => {
      const read = relation === 'exact' ? '' : ` (read as ${matched_class}, ${relation})`
      return `${is_alert ? 'ALERT ' : ''}${label}${read}  score ${score.toFixed(2)}  at ${box.map(Math.round).join(' ')}`
    }),
    total_objects === null ? 'nothing was looked for: none of the words could be read' : `${total_objects} found`,
    ...unread_prompts.map(({ prompt, reason, nearest, alert }) => {
      const instead = nearest.length === 0 ? '' : `; nearest: ${nearest.join(', ')}`
      return `${alert ? 'no alert will come for' : 'not read:'} ${prompt}: ${reason}${instead}`
    }),
    ...(scene_analysis === undefined ? [] : [scene_analysis.answer ?? `unanswered: ${scene_analysis.reason}`]),
    ...(could_miss === null ? [] : [could_miss.why]),
    `read by ${reading.detectorFnId} at a score of ${reading.confidence_threshold} or more`,
    'This reading is not signed: a receipt comes only from a running service (POST /api/v1/object-detection).',
  ]
}
