import type { Bench } from '../../support/table.ts'
import { GROUPS, STREET } from './groups.ts'
import type { Evaluation } from './readers.ts'
import { type Counting, interval, precision, recall, total } from './shares.ts'

const isStreet = (name: string) => STREET.includes(name)
export const LARGE = 0.01
const SMALL = 0.001

/** All readers in one table, street classes. */
export function readersTable(evaluations: Evaluation[]): Bench {
  return {
    name: 'Street classes, each at its default threshold',
    rows: evaluations.map(({ reader, pictures }) => {
      const share = (count: Counting) => told(pictures, count)
      const { name, threshold } = reader
      return {
        detector: name,
        threshold,
        precision: share(precision(threshold, isStreet)),
        recall: share(recall(threshold, isStreet)),
        'persons over 1 %': share(recall(threshold, (thing, size) => thing === 'person' && size > LARGE)),
        'recall over 1 %': share(recall(threshold, (thing, size) => isStreet(thing) && size > LARGE)),
        '0.1 to 1 %': share(recall(threshold, (thing, size) => isStreet(thing) && size <= LARGE && size > SMALL)),
        'under 0.1 %': share(recall(threshold, (thing, size) => isStreet(thing) && size <= SMALL)),
      }
    }),
  }
}

/** All 80 classes by group, for the two modes. */
export function groupsTable(evaluations: Evaluation[]): Bench {
  const modes = evaluations.filter(({ reader }) => reader.name === 'fast' || reader.name === 'thorough')
  const groups = { 'all 80 classes': Object.values(GROUPS).flat(), ...GROUPS }
  return {
    name: 'All classes by group',
    rows: Object.entries(groups).map(([group, names]) => {
      const isMeant = (name: string) => names.includes(name)
      const cells = modes.flatMap(({ reader: { name, threshold }, pictures }) => [
        [`${name}: precision`, told(pictures, precision(threshold, isMeant))],
        [`${name}: recall`, told(pictures, recall(threshold, isMeant))],
      ])
      return { group, ...Object.fromEntries(cells) }
    }),
  }
}

interface Target {
  what: string
  mode: 'fast' | 'thorough'
  least: number
  count(threshold: number): Counting
}

const isLargePerson = (name: string, share: number) => name === 'person' && share > LARGE
const TARGETS: Target[] = [
  { what: 'precision', mode: 'thorough', least: 0.65, count: (threshold) => precision(threshold, isStreet) },
  { what: 'recall', mode: 'thorough', least: 0.52, count: (threshold) => recall(threshold, isStreet) },
  { what: 'persons over 1 %', mode: 'thorough', least: 0.8, count: (threshold) => recall(threshold, isLargePerson) },
  { what: 'persons over 1 %', mode: 'fast', least: 0.8, count: (threshold) => recall(threshold, isLargePerson) },
]

export function targetsTable(evaluations: Evaluation[]): Bench {
  return {
    name: 'What it is held to',
    rows: TARGETS.map(({ what, mode, least, count }) => {
      const { reader, pictures } = evaluations.find((each) => each.reader.name === mode)!
      const { of, hit } = total(pictures, count(reader.threshold))
      return { mode, what, 'at least': least, observed: (hit / of).toFixed(2), met: hit / of >= least ? 'yes' : 'no' }
    }),
  }
}

/** 0.74 [0.61, 0.86] of 62 */
function told(pictures: Evaluation['pictures'], count: Counting): string {
  const { of, hit } = total(pictures, count)
  if (of === 0) return 'none'
  const { low, high } = interval(pictures, count)
  return `${(hit / of).toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}] of ${of}`
}
