import type { Cell, CellKind } from './cell.ts'
import { type PhotoReading, percent } from './photo.ts'
import { FAR_M, type Position, positionSays } from './position.ts'

export type Verdict = 'consistent' | 'disagrees' | 'cannot_say'

export interface Agreement {
  verdict: Verdict
  why: string[]
}

export interface Compared {
  photo: PhotoReading
  /** Null where the land cover could not be read; then `whyNoCell` says why. */
  cell: Cell | null
  whyNoCell: string | null
  /** NDVI from within weeks of the photograph; null where there is none that may be compared. */
  ndvi: { value: number; sentence: string } | null
  whyNoNdvi: string | null
  /** How many years the land cover is older than the photograph; null where that is not known. */
  layerAge: { year: number; years: number } | null
  position: Position | null
  /** The caller's time and the file's own contradict each other. */
  timesContradict: string | null
}

/** NDVI from which on plants surely stand there, and below which hardly anything green does. */
export const NDVI = { green: 0.3, lush: 0.55, sparse: 0.25, barren: 0.15 } as const

/** cannot_say is the default: each of the other two needs evidence on both sides, and names it. */
export function agree(compared: Compared): Agreement {
  const { photo, cell, position } = compared
  const notes = [
    `the photograph: ${photo.shows.replace('_', ' ')}, since ${photo.because}`,
    cell === null ? `the cell: not readable: ${compared.whyNoCell}` : `the cell: ${inWords(cell)}`,
    compared.ndvi === null
      ? `vegetation: not compared: ${compared.whyNoNdvi}`
      : `vegetation: ${compared.ndvi.sentence}`,
  ]
  if (cell !== null && compared.layerAge !== null)
    notes.push(`age: the land cover is of ${compared.layerAge.year}, ${age(compared.layerAge.years)} the photograph`)
  notes.push(
    position === null
      ? 'position: the file states none'
      : `position: the file says it was taken ${Math.round(position.distance_m)} m from the pin`,
  )
  if (compared.timesContradict !== null) notes.push(`time: ${compared.timesContradict}`)
  const answer = (verdict: Verdict, because: string): Agreement => ({ verdict, why: [because, ...notes] })

  if (position !== null && positionSays(position) === 'far')
    return answer('disagrees', `the photograph says of itself that it was taken more than ${FAR_M} m from the pin`)
  if (photo.shows === 'unclear') return answer('cannot_say', 'what the photograph shows could not be established')
  if (cell === null) return answer('cannot_say', 'what the cell is could not be read')
  const { verdict, because } = RULES[photo.shows](cell, compared.ndvi?.value ?? null)
  if (verdict === 'consistent' && compared.timesContradict !== null)
    return answer('cannot_say', 'the times given for the photograph contradict each other')
  return answer(verdict, because)
}

interface Ruling {
  verdict: Verdict
  because: string
}
type Rule = (cell: Cell, ndvi: number | null) => Ruling

const consistent = (because: string): Ruling => ({ verdict: 'consistent', because })
const disagrees = (because: string): Ruling => ({ verdict: 'disagrees', because })
const cannotSay = (because: string): Ruling => ({ verdict: 'cannot_say', because })

const RULES: Record<Exclude<PhotoReading['shows'], 'unclear'>, Rule> = {
  plants(cell, ndvi) {
    if (cell.kind === 'mixed') return cannotSay('the photograph shows plants, but the cell is several things at once')
    if (cell.kind === 'vegetated') {
      if (ndvi === null || ndvi >= NDVI.green)
        return consistent('the photograph shows plants, and plants cover the cell')
      if (ndvi < NDVI.barren)
        return disagrees('the photograph shows plants, but hardly anything green stood in the cell at that time')
      return cannotSay('the photograph shows plants, but the cell was only faintly green at that time')
    }
    if (ndvi !== null && ndvi >= NDVI.green)
      return cannotSay(
        `the photograph shows plants and the cell was green at that time, but it is mapped as ${cell.kind}`,
      )
    if (cell.kind === 'bare' && (ndvi === null || ndvi >= NDVI.barren))
      return cannotSay(
        'the photograph shows plants; the cell was mapped as bare ground, which may have been planted since',
      )
    return disagrees(`the photograph shows plants, but the cell is ${MAPPED_AS[cell.kind]}`)
  },

  bare_ground(cell, ndvi) {
    if (cell.kind === 'water') return disagrees('the photograph shows dry ground, but the cell is open water')
    if (cell.kind === 'bare')
      return ndvi !== null && ndvi >= NDVI.green
        ? cannotSay('the photograph shows bare ground on a cell mapped as bare, but it was green at that time')
        : consistent('the photograph shows bare ground, and the cell is bare ground')
    if (cell.kind !== 'vegetated')
      return cannotSay('bare ground in a photograph does not speak for or against this cell')
    if (ndvi === null)
      return cannotSay('plants cover the cell for a part of the year, and nothing says how it looked at that time')
    if (ndvi >= NDVI.lush)
      return disagrees('the photograph shows bare ground, but the cell was densely green at that time')
    if (ndvi < NDVI.sparse && cell.share.field >= 0.5)
      return consistent('the photograph shows bare ground, and the field was bare at that time')
    return cannotSay('the cell was neither bare nor densely green at that time')
  },

  fruit: () => cannotSay('fruit in a photograph may have come from anywhere: it does not speak for or against a cell'),

  indoors: (cell) => withoutBuildings('a room', cell),
  street: (cell) => withoutBuildings('a street', cell),

  open_water(cell) {
    if (cell.share.water > 0)
      return cannotSay('the photograph shows water, and there is water in the cell: no crop to compare')
    if (cell.kind === 'mixed') return cannotSay('the photograph shows water, but the cell is several things at once')
    return disagrees('the photograph shows open water, but there is none in the cell')
  },
}

const MAPPED_AS: Record<CellKind, string> = {
  vegetated: 'covered by plants',
  bare: 'bare ground',
  built: 'built over',
  water: 'open water',
  snow: 'snow or ice',
  mixed: 'several things at once',
}

function withoutBuildings(scene: string, cell: Cell): Ruling {
  if (cell.share.built > 0)
    return cannotSay(`the photograph shows ${scene}, and there are buildings or roads in the cell: no crop to compare`)
  return disagrees(`the photograph shows ${scene}, but nothing is built within the cell`)
}

function age(years: number): string {
  if (years === 0) return 'the year of'
  return `${Math.abs(years)} ${Math.abs(years) === 1 ? 'year' : 'years'} ${years > 0 ? 'before' : 'after'}`
}

function inWords({ kind, share }: Cell): string {
  const parts = Object.entries(share)
    .filter(([name, part]) => part > 0 && name !== 'field' && name !== 'trees')
    .map(([name, part]) => `${name} ${percent(part)}`)
  return `${MAPPED_AS[kind]} (${parts.join(', ')})`
}
