import { findCard } from './card/find.ts'
import { measureProduce } from './measure.ts'
import { PUBLISHED_BAND } from './published-band.ts'
import type { ProduceOutcome } from './reading.ts'
import { renderScene } from './scene/render.ts'
import { SHAPES, type Shape } from './selftest-shapes.ts'
import type { Pixels } from './types.ts'

/** What a shape's picture is measured with: the card in it and the camera's focal length, or a known scale. */
export type Known = { focalPx: number } | { mmPerPx: number }

export type Measure = (pixels: Pixels, known: Known) => Promise<ProduceOutcome>

export interface SelftestCase {
  name: string
  kind: 'flat' | 'swept'
  bend_deg: number
  radius_mm: number
  tilt_deg: number
  camera_height_mm: number | null
  truth: Lengths
  measured: Lengths | null
  /** Signed, in percent of the truth. */
  error: { length_percent: number; to_crown_percent: number; grade_percent: number } | null
  inside_stated_accuracy: boolean | null
  not_measured_because: string | null
}

interface Lengths {
  length_mm: number
  to_crown_mm: number
  grade_mm: number
}

interface Band {
  least: number
  most: number
}

export interface Selftest {
  family: string
  shapes_scored: number
  cases: SelftestCase[]
  measured_band: { length_percent: Band | null; grade_percent: Band | null }
  published_band: typeof PUBLISHED_BAND
  shape_gate: { passed: boolean; rule: string; outside: string[] }
  every_error_is_negative: boolean
  not_a_photograph: string
  why_that_matters: string
  reproduce_without_us: { command: string; steps: string[] }
}

/** Renders shapes of exactly known length and measures them with the code that measures photographs. */
export async function runSelftest(measure: Measure = live, shapes: readonly Shape[] = SHAPES): Promise<Selftest> {
  const cases: SelftestCase[] = []
  for (const shape of shapes) cases.push(await scored(shape, measure))
  const errors = cases.flatMap(({ error }) => error ?? [])
  const outside = cases.filter(({ error }) => !error || Math.abs(error.length_percent) > PUBLISHED_BAND.length_percent)
  return {
    family:
      'bent, tapering fingers of known outline: flat cut-outs at a known scale, and solid ones on the printed card',
    shapes_scored: errors.length,
    cases,
    measured_band: {
      length_percent: bandOf(errors.map(({ length_percent }) => length_percent)),
      grade_percent: bandOf(errors.map(({ grade_percent }) => grade_percent)),
    },
    published_band: PUBLISHED_BAND,
    shape_gate: {
      passed: outside.length === 0,
      rule: `every shape is measured, its length within ${PUBLISHED_BAND.length_percent} percent of the truth`,
      outside: outside.map(({ name }) => name),
    },
    every_error_is_negative: errors.length > 0 && errors.every(({ length_percent }) => length_percent < 0),
    not_a_photograph:
      'The shapes are rendered. Passing shows that the arithmetic measures what is drawn, not that a photograph of a real fruit is measured as well.',
    why_that_matters:
      'Flat shapes alone would hide the largest error of one photograph, the height of the fruit above the card; the solid ones are seen from above and aslant. Errors that all have one sign would point to a bias rather than to noise.',
    reproduce_without_us: {
      command: "npm exec -c 'node bench/produce/selftest.ts'",
      steps: [
        'Take this source at the version and content hash that `model` names, and install it with npm ci.',
        'Run the command: it renders the same shapes from the same numbers and measures them on your machine.',
        'Compare every case with the ones returned here; they agree to the last digit.',
      ],
    },
  }
}

async function live(pixels: Pixels, known: Known): Promise<ProduceOutcome> {
  if ('mmPerPx' in known) return measureProduce(pixels, known, { stability: true })
  const found = await findCard(pixels, known)
  return measureProduce(pixels, 'notFound' in found ? null : { plane: found }, { stability: true })
}

async function scored({ name, kind, scene }: Shape, measure: Measure): Promise<SelftestCase> {
  const { pixels, truth } = renderScene(scene)
  const [banana] = scene.fruits
  const [fruit] = truth.fruits
  const { camera } = scene
  const known = camera.kind === 'flat' ? { mmPerPx: 1 / camera.pxPerMm } : { focalPx: camera.focalPx }
  const { metric, abstained } = await measure(pixels, known)
  const exact = { length_mm: fruit!.lengthMm, to_crown_mm: fruit!.toCrownMm, grade_mm: fruit!.gradeMm }
  const described = {
    name,
    kind,
    bend_deg: banana!.bendDeg,
    radius_mm: banana!.radiusMm,
    tilt_deg: truth.tiltDeg,
    camera_height_mm: camera.kind === 'flat' ? null : rounded(truth.cameraMm[2]),
    truth: mapped(exact, rounded),
  }
  const length = metric?.length
  if (!length || length.mm === null || length.to_crown_mm === null || metric.grade.mm === null) {
    const reason = abstained?.reason ?? 'no scale was found in the picture'
    return { ...described, measured: null, error: null, inside_stated_accuracy: null, not_measured_because: reason }
  }
  const read = { length_mm: length.mm, to_crown_mm: length.to_crown_mm, grade_mm: metric.grade.mm }
  const percent = (what: keyof Lengths) => rounded(100 * (read[what] / exact[what] - 1))
  return {
    ...described,
    measured: mapped(read, rounded),
    error: {
      length_percent: percent('length_mm'),
      to_crown_percent: percent('to_crown_mm'),
      grade_percent: percent('grade_mm'),
    },
    inside_stated_accuracy: Math.abs(length.mm - exact.length_mm) <= length.accuracy_mm!,
    not_measured_because: null,
  }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000

const mapped = (lengths: Lengths, by: (value: number) => number): Lengths => ({
  length_mm: by(lengths.length_mm),
  to_crown_mm: by(lengths.to_crown_mm),
  grade_mm: by(lengths.grade_mm),
})

function bandOf(errors: number[]): Band | null {
  return errors.length === 0 ? null : { least: Math.min(...errors), most: Math.max(...errors) }
}
