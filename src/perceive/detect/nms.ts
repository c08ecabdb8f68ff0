import { byScore, type Found, iou } from './box.ts'

/** Of boxes of one class that overlap more than `most`, the best stays. */
export function suppress<Thing extends Found<string>>(found: readonly Thing[], most: number): Thing[] {
  const kept = new Map<string, Thing[]>()
  for (const one of [...found].sort(byScore)) {
    const rivals = kept.get(one.class)
    if (rivals === undefined) kept.set(one.class, [one])
    else if (rivals.every((rival) => iou(rival.box, one.box) <= most)) rivals.push(one)
  }
  return [...kept.values()].flat().sort(byScore)
}
