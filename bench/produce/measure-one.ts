import { findCard } from '../../src/measure/produce/card/find.ts'
import { measureProduce } from '../../src/measure/produce/measure.ts'
import type { AccuracyTerms, ProduceOutcome } from '../../src/measure/produce/reading.ts'
import { renderScene } from '../../src/measure/produce/scene/render.ts'
import type { FruitTruth, PinholeCamera, Truth } from '../../src/measure/produce/scene/scene.ts'
import type { CardPlane, Point } from '../../src/measure/produce/types.ts'
import type { Compared, Row } from './rows.ts'
import { drawPhotograph, type Photograph } from './scenes.ts'
import { throughJpeg } from './take.ts'

/** Renders, photographs and measures one scene with the live code, and puts beside it what was true. */
export async function measureOne(seed: number, index: number): Promise<Row> {
  const photograph = drawPhotograph(seed, index)
  const { pixels, truth } = renderScene(photograph.scene)
  const taken = await throughJpeg(pixels, photograph.jpegQuality)
  const found = await findCard(taken, { focalPx: photograph.exifFocalPx })
  const plane = 'notFound' in found ? null : found
  const outcome = measureProduce(taken, plane && { plane }, { stability: true })
  const fruit = plane && outcome.metric && fruitMeasured(truth, outcome)
  const { metric, measurement_accuracy: terms } = outcome
  return {
    ...conditions(index, photograph),
    focal: plane?.focal?.from ?? 'unknown',
    card: plane && cardAgainst(truth, plane),
    cardRefusal: 'notFound' in found ? found.notFound.code : null,
    length: compared(fruit?.lengthMm, metric?.length.mm, metric?.length.accuracy_mm, terms?.length),
    toCrown: compared(
      fruit?.toCrownMm,
      metric?.length.to_crown_mm,
      metric?.length.to_crown_accuracy_mm,
      terms?.to_crown,
    ),
    grade: compared(fruit?.gradeMm, metric?.grade.mm, metric?.grade.accuracy_mm, terms?.grade),
    stage: fruit && metric && { truth: fruit.stage, measured: metric.colour_stage.stage },
    bruised: fruit && metric && { truth: fruit.bruised.fraction, measured: metric.blemish.fraction },
    spreadPercent: outcome.self_agreement?.spread_percent ?? null,
    abstained: outcome.abstained?.code ?? null,
    because: outcome.send_to_a_person_because ?? [],
    millimetresWithoutScale: plane ? 0 : millimetresIn(outcome),
  }
}

function conditions(index: number, { kind, scene, jpegQuality }: Photograph) {
  const camera = scene.camera as PinholeCamera
  return {
    index,
    kind,
    distanceMm: camera.distanceMm,
    tiltDeg: camera.tiltDeg,
    radiusMm: scene.fruits[0]?.radiusMm ?? 0,
    bendDeg: scene.fruits[0]?.bendDeg ?? 0,
    jpegQuality,
    k1: camera.k1,
    unevenness: scene.light.unevenness,
    table: scene.table,
    megapixels: (scene.width * scene.height) / 1e6,
  }
}

/** Of two fruits, the one that was measured. */
function fruitMeasured({ fruits, toPlane }: Truth, { marks }: ProduceOutcome): FruitTruth | null {
  if (!marks || fruits.length === 0) return null
  const middle = toPlane(marks.midSection[0])
  const away = ({ middle: [outer] }: FruitTruth) => Math.hypot(outer[0] - middle[0], outer[1] - middle[1])
  return fruits.reduce((nearest, fruit) => (away(fruit) < away(nearest) ? fruit : nearest))
}

function compared(
  truth: number | undefined,
  measured: number | null | undefined,
  stated: number | null | undefined,
  terms: AccuracyTerms | undefined,
): Compared | null {
  if (truth === undefined || measured == null || stated == null || terms === undefined) return null
  return { truth, measured, stated, terms }
}

/** Chords across the middle of the card, each way: how long the found plane says they are. */
function cardAgainst(truth: Truth, plane: CardPlane): NonNullable<Row['card']> {
  const chords: [Point, Point][] = [
    [
      [-85, 0],
      [85, 0],
    ],
    [
      [0, -60],
      [0, 60],
    ],
    [
      [-60, -45],
      [60, 45],
    ],
    [
      [-60, 45],
      [60, -45],
    ],
  ]
  const errors = chords.map(([from, to]) => {
    const [start, end] = [plane.toPlane(truth.toImage(from)), plane.toPlane(truth.toImage(to))]
    const found = Math.hypot(end[0] - start[0], end[1] - start[1])
    return Math.abs(found / Math.hypot(to[0] - from[0], to[1] - from[1]) - 1)
  })
  return {
    scaleErrorPercent: 100 * Math.max(...errors),
    heightErrorPercent: plane.camera && 100 * (plane.camera.z / truth.cameraMm[2] - 1),
    residualPx: plane.residual.px,
  }
}

function millimetresIn({ metric }: ProduceOutcome): number {
  if (!metric) return 0
  const { length, grade, blemish } = metric
  return [
    length.mm,
    length.to_pedicel_base_mm,
    length.to_crown_mm,
    length.accuracy_mm,
    grade.mm,
    grade.accuracy_mm,
    blemish.visible_cm2,
  ].filter((value) => value !== null).length
}
