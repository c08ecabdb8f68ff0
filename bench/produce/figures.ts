import { median, percentile } from '../support/numbers.ts'
import { type Compared, errorPercent, isCovered, type Row } from './rows.ts'

export type Cells = Record<string, string | number>

const percent = (value: number, digits = 2) => `${value.toFixed(digits)} %`
const share = (part: number, whole: number) => (whole === 0 ? '' : percent((100 * part) / whole, 1))

export const isKnownFocal = (row: Row) => row.focal !== 'unknown'
export const measured = (rows: Row[], of: 'length' | 'toCrown' | 'grade'): Compared[] =>
  rows.flatMap((row) => row[of] ?? [])
export const absoluteErrors = (compared: Compared[]) => compared.map((one) => Math.abs(errorPercent(one)))

/** Length and grade of some photographs in one line. */
export function accuracyCells(name: string, rows: Row[]): Cells {
  const lengths = measured(rows, 'length')
  const grades = measured(rows, 'grade')
  if (lengths.length === 0) return { photographs: name, n: 0 }
  return {
    photographs: name,
    n: lengths.length,
    'length median': percent(median(absoluteErrors(lengths))),
    'length p95': percent(percentile(absoluteErrors(lengths), 95)),
    'length bias': percent(median(lengths.map(errorPercent))),
    'grade median': percent(median(absoluteErrors(grades))),
    'grade p95': percent(percentile(absoluteErrors(grades), 95)),
    'grade bias': percent(median(grades.map(errorPercent))),
    'length inside the stated': share(lengths.filter(isCovered).length, lengths.length),
    'grade inside the stated': share(grades.filter(isCovered).length, grades.length),
  }
}

/** The median stated half width over the 95th percentile of what the error was: how much larger it says than it is. */
export function widthRatio(compared: Compared[]): number {
  const stated = median(compared.map(({ stated, truth }) => (100 * stated) / truth))
  return stated / percentile(absoluteErrors(compared), 95)
}

export const coverage = (compared: Compared[]) => (100 * compared.filter(isCovered).length) / compared.length

export function cardCells(name: string, rows: Row[]): Cells {
  const cards = rows.flatMap(({ card }) => card ?? [])
  if (cards.length === 0) return { tilt: name, n: 0 }
  const scales = cards.map(({ scaleErrorPercent }) => scaleErrorPercent)
  const heights = cards.flatMap(({ heightErrorPercent }) =>
    heightErrorPercent === null ? [] : Math.abs(heightErrorPercent),
  )
  return {
    tilt: name,
    n: cards.length,
    'scale error median': percent(median(scales), 3),
    'p95 ': percent(percentile(scales, 95), 3),
    worst: percent(Math.max(...scales), 3),
    'camera height error median': heights.length === 0 ? '' : percent(median(heights)),
    p95: heights.length === 0 ? '' : percent(percentile(heights, 95)),
  }
}

/** What became of the photographs of one kind. */
export function fateCells(kind: string, rows: Row[]): Cells {
  const count = (is: (row: Row) => boolean) => rows.filter(is).length
  const codes = new Map<string, number>()
  for (const row of rows) {
    for (const code of [row.abstained, row.cardRefusal && `card: ${row.cardRefusal}`, ...row.because]) {
      const kind = code?.replace(/over [\d.]+ percent/, 'over … percent').replace(/^nothing was measured: .*/, '')
      if (kind) codes.set(kind, (codes.get(kind) ?? 0) + 1)
    }
  }
  return {
    kind,
    n: rows.length,
    'in millimetres': count((row) => row.length !== null && row.because.length === 0),
    'in millimetres, sent to a person': count((row) => row.length !== null && row.because.length > 0),
    'pixels only': count((row) => row.abstained === null && row.length === null),
    abstained: count((row) => row.abstained !== null),
    reasons: [...codes].map(([code, times]) => `${code}: ${times}`).join('; '),
  }
}

export const BANDS: { name: string; of: (row: Row) => string }[] = [
  { name: 'tilt', of: ({ tiltDeg }) => band(tiltDeg, [5, 10, 15, 20, 26], '°') },
  { name: 'distance', of: ({ distanceMm }) => band(distanceMm, [400, 500, 600, 700], ' mm') },
  { name: 'radius', of: ({ radiusMm }) => band(radiusMm, [14, 17, 20, 22], ' mm') },
  { name: 'bend', of: ({ bendDeg }) => band(Math.abs(bendDeg), [50, 70, 90, 110], '°') },
  { name: 'length', of: ({ length }) => band(length?.truth ?? 0, [120, 160, 200, 260], ' mm') },
  { name: 'JPEG quality', of: ({ jpegQuality }) => band(jpegQuality, [70, 80, 95], '') },
  { name: 'lens k1', of: ({ k1 }) => band(Math.abs(k1), [0.027, 0.053, 0.08], '') },
  { name: 'uneven light', of: ({ unevenness }) => band(unevenness, [0.17, 0.33, 0.5], '') },
  { name: 'table', of: ({ table }) => table },
  { name: 'stage', of: ({ stage }) => `${stage?.truth ?? 'none'}` },
  { name: 'focal length from', of: ({ focal }) => focal },
  { name: 'megapixels', of: ({ megapixels }) => `${Math.round(megapixels)}` },
]

function band(value: number, limits: number[], unit: string): string {
  const limit = limits.find((limit) => value <= limit) ?? limits.at(-1)!
  return `to ${limit}${unit}`
}

export function grouped(rows: Row[], of: (row: Row) => string): [string, Row[]][] {
  const groups = Object.entries(Object.groupBy(rows, of)) as [string, Row[]][]
  const limitOf = (name: string) => Number(/[\d.]+/.exec(name)?.[0] ?? Number.NaN)
  return groups.sort(([a], [b]) => limitOf(a) - limitOf(b) || a.localeCompare(b, 'en'))
}
