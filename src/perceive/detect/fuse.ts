import { type Box, byScore, type Found, iou } from './box.ts'

interface Cluster {
  members: { found: Found; model: number }[]
  box: Box
}

/**
 * Weighted box fusion of several models' readings: boxes of one class that overlap become one, placed at their mean
 * weighted by score. A model that did not see the thing counts 0, so that two agreeing models outrank one.
 */
export function fuse(readings: readonly (readonly Found[])[], least: number): Found[] {
  const clusters = new Map<string, Cluster[]>()
  const all = readings.flatMap((reading, model) => reading.map((found) => ({ found, model })))
  for (const one of all.sort((a, b) => byScore(a.found, b.found) || a.model - b.model)) {
    const sameClass = clusters.get(one.found.class) ?? []
    clusters.set(one.found.class, sameClass)
    const nearest = nearestTo(one.found.box, sameClass, least)
    if (nearest) {
      nearest.members.push(one)
      nearest.box = meanBox(nearest.members.map(({ found }) => found))
    } else {
      sameClass.push({ members: [one], box: one.found.box })
    }
  }
  return [...clusters.values()]
    .flat()
    .map(({ members, box }) => ({ class: members[0]!.found.class, score: sharedScore(members, readings.length), box }))
    .sort(byScore)
}

function nearestTo(box: Box, clusters: readonly Cluster[], least: number): Cluster | undefined {
  let [best, nearest]: [number, Cluster | undefined] = [least, undefined]
  for (const cluster of clusters) {
    const overlap = iou(cluster.box, box)
    if (overlap > best) [best, nearest] = [overlap, cluster]
  }
  return nearest
}

function meanBox(members: readonly Found[]): Box {
  let [x1, y1, x2, y2, weight] = [0, 0, 0, 0, 0]
  for (const { box, score } of members) {
    x1 += score * box[0]
    y1 += score * box[1]
    x2 += score * box[2]
    y2 += score * box[3]
    weight += score
  }
  return [x1 / weight, y1 / weight, x2 / weight, y2 / weight]
}

function sharedScore(members: Cluster['members'], models: number): number {
  const best = new Array<number>(models).fill(0)
  for (const { found, model } of members) best[model] = Math.max(best[model]!, found.score)
  return best.reduce((sum, score) => sum + score, 0) / models
}
