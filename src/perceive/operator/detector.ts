import { readFile } from 'node:fs/promises'
import { Refusal } from '../../kernel/refusal.ts'
import type { Found } from '../detect/box.ts'
import { COCO_CLASSES } from '../detect/classes.ts'
import { lookAtPicture } from '../detect/look.ts'
import type { Pyramid } from '../detect/pyramid.ts'
import type { Region } from '../detect/tiles.ts'
import { openSession, type Session } from '../session.ts'
import { joinedRows, type NanodetRows, nanodetFamilyFound, nanodetFamilyInput, separateRows } from './nanodet-head.ts'
import { openedOnce } from './open.ts'
import { detectorId, type OperatorModels } from './weights.ts'
import { yoloxFound, yoloxInput } from './yolox-head.ts'

type Detector = NonNullable<OperatorModels['detector']>

export function classesOf({ classes }: Detector): readonly string[] {
  return classes ?? COCO_CLASSES
}

/** Through the operator's own model, tiled or not as the embedded ones are. */
export async function operatorBoxes(
  pyramid: Pyramid,
  detector: Detector,
  { floor, tiled }: { floor: number; tiled: boolean },
): Promise<Found<string>[]> {
  const net = await sessionOf(detector)
  const [input, shape] = Object.entries(net.shapes.inputs)[0]!
  const side = squareOf(detector, shape)
  const classes = classesOf(detector)
  const look = async (region: Region): Promise<Found<string>[]> => {
    if (detector.adapter === 'yolox') {
      const out = await net.run({ [input]: yoloxInput(pyramid, region, side) })
      return yoloxFound(yoloxRows(detector, net, out, classes.length), classes, region, side, floor)
    }
    const out = await net.run({ [input]: nanodetFamilyInput(pyramid, region, side) })
    return nanodetFamilyFound(nanodetRows(detector, net, out, classes.length), classes, region, side, floor)
  }
  return lookAtPicture(pyramid, look, side, tiled)
}

function sessionOf(detector: Detector): Promise<Session> {
  return openedOnce(detector, detectorId, async ({ file, id }) => openSession(await readFile(file), id))
}

function squareOf(detector: Detector, shape: readonly number[]): number {
  const [, channels, height, width] = shape
  if (shape.length !== 4 || channels !== 3 || height !== width || !(height! > 0))
    throw unfit(detector, `takes [${shape.join(', ')}], not a square picture of fixed size, channels first`)
  return height!
}

function yoloxRows(
  detector: Detector,
  { shapes }: Session,
  out: Record<string, unknown>,
  classes: number,
): Float32Array {
  const [name, ...others] = Object.keys(shapes.outputs)
  if (others.length > 0 || shapes.outputs[name!]!.at(-1) !== 5 + classes)
    throw unfit(detector, `does not answer with one tensor of rows of ${5 + classes} numbers`)
  return out[name!] as Float32Array
}

function nanodetRows(
  detector: Detector,
  { shapes }: Session,
  out: Record<string, unknown>,
  classes: number,
): NanodetRows {
  const names = Object.keys(shapes.outputs)
  const data = (name: string) => out[name] as Float32Array
  const rowsOf = (name: string) => shapes.outputs[name]!.at(-2)!
  if (names.length === 1) {
    const rows = rowsOf(names[0]!)
    if (rows > 0 && (data(names[0]!).length / rows - classes) % 4 === 0)
      return joinedRows(data(names[0]!), rows, classes)
  }
  const scores = names.filter((name) => shapes.outputs[name]!.at(-1) === classes)
  const distances = names.filter((name) => !scores.includes(name))
  if (scores.length === 0 || scores.length !== distances.length)
    throw unfit(detector, `does not answer as the family does: outputs ${names.join(', ')} for ${classes} classes`)
  const largestFirst = (a: string, b: string) => data(b).length - data(a).length
  return separateRows(scores.sort(largestFirst).map(data), distances.sort(largestFirst).map(data), classes)
}

function unfit({ name, adapter }: Detector, why: string): Refusal {
  return new Refusal('model_not_built', `the operator's model ${name} ${why}; the adapter is ${adapter}`, {
    fix: { do: 'Its operator has to name another adapter, classes or file in operator.json.' },
  })
}
