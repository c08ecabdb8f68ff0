import { area, type Box, type Found, iou, overlap } from '../../../src/perceive/detect/box.ts'
import type { Labelled } from './folder.ts'

export interface Judged {
  /** Every box that was found: right, wrong, or on a crowd, where it is neither. */
  found: { class: string; score: number; right: boolean }[]
  /** Every labelled thing outside crowds, and at what score it was found. */
  things: { class: string; share: number; foundAt: number | null }[]
}

const SAME = 0.5
const ON_CROWD = 0.5

/**
 * The best box takes the label it overlaps most, then the next. Since better boxes choose first, the outcome at any
 * threshold is that of the boxes above it.
 */
export function judge(found: readonly Found[], { objects, width, height }: Labelled): Judged {
  const foundAt = new Map<object, number>()
  const judged: Judged['found'] = []
  for (const { class: name, score, box } of found) {
    const alike = objects.filter(({ label }) => label === name)
    const free = alike.filter((thing) => !thing.crowd && !foundAt.has(thing))
    const nearest = free.reduce<{ thing?: object; at: number }>(
      (best, thing) => (iou(thing.box, box) > best.at ? { thing, at: iou(thing.box, box) } : best),
      { at: 0 },
    )
    if (nearest.thing && nearest.at >= SAME) {
      foundAt.set(nearest.thing, score)
      judged.push({ class: name, score, right: true })
    } else if (!alike.some(({ crowd, box: place }) => crowd && isOn(box, place))) {
      judged.push({ class: name, score, right: false })
    }
  }
  const things = objects
    .filter(({ crowd }) => !crowd)
    .map((thing) => ({
      class: thing.label,
      share: area(thing.box) / (width * height),
      foundAt: foundAt.get(thing) ?? null,
    }))
  return { found: judged, things }
}

function isOn(box: Box, crowd: Box): boolean {
  return overlap(box, crowd) >= ON_CROWD * area(box)
}
