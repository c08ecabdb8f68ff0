import type { Ring } from './ring.ts'
import type { Corner } from './segments.ts'

/** A part of a ring between two parallels with no corner in between: its width changes evenly with latitude. */
export interface Slab {
  south: number
  north: number
  /** Those that cross it, from west to east; the inside lies between each two. */
  edges: Edge[]
  widthSouth: number
  widthNorth: number
}

interface Edge {
  south: Corner
  north: Corner
}

/** Integration over a slab is exact to twelve digits up to this height. */
const TALLEST_DEG = 1

export function slabsOf(ring: Ring): Slab[] {
  const waiting = ring
    .map((a, index): Edge => {
      const b = ring[(index + 1) % ring.length]!
      return a[1] < b[1] ? { south: a, north: b } : { south: b, north: a }
    })
    .filter(({ south, north }) => south[1] < north[1])
    .sort((one, other) => other.south[1] - one.south[1])
  const levels = levelsOf(ring)
  let crossing: Edge[] = []
  return levels.slice(1).map((north, index) => {
    const south = levels[index]!
    crossing = crossing.filter((edge) => edge.north[1] > south)
    while (waiting.length > 0 && waiting.at(-1)!.south[1] <= south) crossing.push(waiting.pop()!)
    return slab(crossing, south, north)
  })
}

function levelsOf(ring: Ring): number[] {
  const corners = [...new Set(ring.map(([, lat]) => lat))].sort((a, b) => a - b)
  return corners.flatMap((level, index) => {
    const parts = index === 0 ? 1 : Math.ceil((level - corners[index - 1]!) / TALLEST_DEG)
    const step = index === 0 ? 0 : (level - corners[index - 1]!) / parts
    return Array.from({ length: parts }, (_, part) =>
      part === parts - 1 ? level : corners[index - 1]! + (part + 1) * step,
    )
  })
}

function slab(crossing: Edge[], south: number, north: number): Slab {
  const middle = (south + north) / 2
  const edges = crossing
    .map((edge) => ({ edge, at: lngAt(edge, middle) }))
    .sort((one, other) => one.at - other.at)
    .map(({ edge }) => edge)
  return { south, north, edges, widthSouth: width(edges, south), widthNorth: width(edges, north) }
}

export function lngAt({ south, north }: Edge, lat: number): number {
  if (lat === south[1]) return south[0]
  if (lat === north[1]) return north[0]
  return south[0] + ((lat - south[1]) / (north[1] - south[1])) * (north[0] - south[0])
}

function width(edges: Edge[], lat: number): number {
  let sum = 0
  for (let index = 0; index + 1 < edges.length; index += 2)
    sum += lngAt(edges[index + 1]!, lat) - lngAt(edges[index]!, lat)
  return Math.max(0, sum)
}

/** Gauss and Legendre's three places and weights on 0..1. */
const GAUSS = [
  [0.5 - Math.sqrt(0.15), 5 / 18],
  [0.5, 8 / 18],
  [0.5 + Math.sqrt(0.15), 5 / 18],
] as const
const RADIANS = Math.PI / 180

/** On the sphere, in square degrees at the equator, from the slab's south side up to a latitude. */
export function areaUpTo({ south, north, widthSouth, widthNorth }: Slab, lat: number): number {
  const height = lat - south
  let sum = 0
  for (const [at, weight] of GAUSS) {
    const here = south + at * height
    const widthHere = widthSouth + ((widthNorth - widthSouth) * (here - south)) / (north - south)
    sum += weight * widthHere * Math.cos(here * RADIANS)
  }
  return sum * height
}
