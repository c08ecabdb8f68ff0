import type { Rgb } from './light.ts'
import { cellCentre, type Survey } from './survey.ts'

const TERMS = 6
/** Shadows darken a card to a quarter at most; only what is darker still counts as darker than background. */
const SHADOW_DEPTH = 1.3
const DARKNESS_WEIGHT = 0.8
const GRAIN = 0.004
const GRAIN_SHARE = 0.02
const PLAIN = 0.3
/** Cells much darker or lighter than the fit so far are shadows or paper: background, but no guide to its light. */
const UNSHADED = 0.35
const MOST_CELLS = 1500

/** The light the background would throw back at any place of the picture: smooth, in logarithms. */
export interface Background {
  lightAt(x: number, y: number, into: Float64Array): void
  middle: Rgb
  plainShare: number
}

/** Of each place four numbers: the background's three logarithms, and the grain that was added to its light. */
export const EXPECTED = 4

export function expect(light: Float64Array, into: Float32Array, at: number): void {
  const grain = GRAIN + (GRAIN_SHARE * (light[0]! + light[1]! + light[2]!)) / 3
  into[at] = Math.log(light[0]! + grain)
  into[at + 1] = Math.log(light[1]! + grain)
  into[at + 2] = Math.log(light[2]! + grain)
  into[at + 3] = grain
}

/**
 * How far a colour lies from the background's. A shadow divides all three channels alike and so is no distance;
 * saturation is the distance between the channels, darkness counts only beyond any shadow.
 */
export function colourDistance(
  red: number,
  green: number,
  blue: number,
  expected: Float32Array,
  at: number,
  darknessCounts: boolean,
): number {
  const grain = expected[at + 3]!
  const r = Math.log(red + grain) - expected[at]!
  const g = Math.log(green + grain) - expected[at + 1]!
  const b = Math.log(blue + grain) - expected[at + 2]!
  const tint = (r - g) * (r - g) + (g - b) * (g - b)
  const darkness = darknessCounts ? DARKNESS_WEIGHT * Math.max(0, -(r + g + b) / 3 - SHADOW_DEPTH) : 0
  return Math.sqrt(tint + darkness * darkness)
}

/** Fitted to the cells that ought to be background, then again without those that turned out not to be. */
export function backgroundOf(survey: Survey, ought: Uint32Array): Background {
  const stride = Math.ceil(ought.length / MOST_CELLS)
  const cells = ought.filter((_, index) => index % stride === 0)
  let coefficients: Float64Array[] = middleOf(survey, cells).map((value) =>
    Float64Array.of(Math.log(value + 1e-4), 0, 0, 0, 0, 0),
  )
  for (const terms of [1, 3, TERMS, TERMS]) {
    const plain = plainCells(survey, cells, modelOf(survey, coefficients), UNSHADED)
    if (plain.length < 12 * terms) break
    coefficients = fit(survey, plain, terms)
  }
  const model = modelOf(survey, coefficients)
  const light = new Float64Array(3)
  model((survey.width * survey.cell) / 2, (survey.height * survey.cell) / 2, light)
  return {
    lightAt: model,
    middle: [light[0]!, light[1]!, light[2]!],
    plainShare: cells.length === 0 ? 0 : plainCells(survey, cells, model, Infinity).length / cells.length,
  }
}

type Model = Background['lightAt']

function plainCells(survey: Survey, cells: Uint32Array, model: Model, mostUneven: number): Uint32Array {
  const background = new Float64Array(3)
  const expected = new Float32Array(EXPECTED)
  const { light } = survey
  return cells.filter((cell) => {
    const [x, y] = cellCentre(survey, cell)
    model(x, y, background)
    expect(background, expected, 0)
    const green = light[cell * 3 + 1]!
    if (Math.abs(Math.log(green + expected[3]!) - expected[1]!) > mostUneven) return false
    return colourDistance(light[cell * 3]!, green, light[cell * 3 + 2]!, expected, 0, true) <= PLAIN
  })
}

function middleOf({ light }: Survey, cells: Uint32Array): number[] {
  if (cells.length === 0) return [1, 1, 1]
  return [0, 1, 2].map((channel) => {
    const values = Float32Array.from(cells, (cell) => light[cell * 3 + channel]!).sort()
    return values[values.length >> 1]!
  })
}

function modelOf({ width, height, cell }: Survey, coefficients: Float64Array[]): Model {
  const [halfX, halfY] = [(width * cell) / 2, (height * cell) / 2]
  return (x, y, into) => {
    const u = x / halfX - 1
    const v = y / halfY - 1
    for (let channel = 0; channel < 3; channel++) {
      const c = coefficients[channel]!
      into[channel] = Math.exp(c[0]! + c[1]! * u + c[2]! * v + c[3]! * u * u + c[4]! * u * v + c[5]! * v * v)
    }
  }
}

function fit(survey: Survey, cells: Uint32Array, terms: number): Float64Array[] {
  const normal = Array.from({ length: terms }, () => new Float64Array(terms))
  const sums = [0, 1, 2].map(() => new Float64Array(terms))
  const row = new Float64Array(TERMS)
  for (const cell of cells) {
    const u = (2 * ((cell % survey.width) + 0.5)) / survey.width - 1
    const v = (2 * (Math.floor(cell / survey.width) + 0.5)) / survey.height - 1
    row[0] = 1
    row[1] = u
    row[2] = v
    row[3] = u * u
    row[4] = u * v
    row[5] = v * v
    for (let i = 0; i < terms; i++) {
      for (let j = 0; j < terms; j++) normal[i]![j]! += row[i]! * row[j]!
      for (let channel = 0; channel < 3; channel++) {
        sums[channel]![i]! += row[i]! * Math.log(survey.light[cell * 3 + channel]! + 1e-4)
      }
    }
  }
  // A hair of weight on the diagonal: cells of a thin border do not tell every term apart.
  for (let i = 1; i < terms; i++) normal[i]![i]! += 1e-4 * cells.length
  return sums.map((sum) => {
    const full = new Float64Array(TERMS)
    full.set(solve(normal, sum))
    return full
  })
}

function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const rows = matrix.map((row, index) => Float64Array.of(...row, right[index]!))
  const size = rows.length
  for (let pivot = 0; pivot < size; pivot++) {
    let largest = pivot
    for (let row = pivot + 1; row < size; row++) {
      if (Math.abs(rows[row]![pivot]!) > Math.abs(rows[largest]![pivot]!)) largest = row
    }
    ;[rows[pivot], rows[largest]] = [rows[largest]!, rows[pivot]!]
    for (let row = 0; row < size; row++) {
      if (row === pivot) continue
      const factor = rows[row]![pivot]! / rows[pivot]![pivot]!
      for (let column = pivot; column <= size; column++) rows[row]![column]! -= factor * rows[pivot]![column]!
    }
  }
  return Float64Array.from(rows, (row, index) => row[size]! / row[index]!)
}
