import { median, percentile } from '../support/numbers.ts'
import { markdown } from '../support/table.ts'
import {
  absoluteErrors,
  accuracyCells,
  BANDS,
  cardCells,
  coverage,
  fateCells,
  grouped,
  isKnownFocal,
  measured,
  widthRatio,
} from './figures.ts'
import { KINDS } from './kinds.ts'
import type { Row } from './rows.ts'

/** The page that says how far the measurement may be believed, written from the rows of one seeded run. */
export function report(rows: Row[], seed: number): string {
  const good = rows.filter(({ kind }) => kind === 'good')
  const known = good.filter(isKnownFocal)
  const withTruth = (kinds: Row[]) => kinds.filter(({ length }) => length !== null)
  const tables = [
    { name: 'Against the targets', rows: targets(rows) },
    {
      name: 'Length and grade',
      rows: [
        accuracyCells('good, focal length known', known),
        accuracyCells(
          'good, focal length unknown',
          good.filter((row) => !isKnownFocal(row)),
        ),
        accuracyCells('hard, measured all the same', withTruth(rows.filter(({ kind }) => kind !== 'good'))),
      ],
    },
    {
      name: 'Scale of the card plane',
      rows: [...grouped(good, BANDS[0]!.of).map(([name, some]) => cardCells(name, some)), cardCells('all', good)],
    },
    ...BANDS.map(({ name, of }) => ({
      name: `By ${name}`,
      rows: grouped(name === 'focal length from' ? good : known, of).map(([group, some]) => accuracyCells(group, some)),
    })),
    {
      name: 'What became of each kind of photograph',
      rows: KINDS.map((kind) =>
        fateCells(
          kind,
          rows.filter((row) => row.kind === kind),
        ),
      ),
    },
    { name: 'Colour and blemish', rows: colours(good) },
  ]
  return [introduction(rows.length, seed), ...tables.map((table) => markdown(table).replace('### ', '## '))].join('\n')
}

function introduction(count: number, seed: number): string {
  return `# How accurate the produce measurement is

${count} photographs were rendered from seed ${seed} and measured by the code of this repository. No parameter was tuned on
them: the constants of the stated accuracy were chosen on another seed. They are renderings, not photographs: lens, light,
noise, JPEG and geometry are modelled, the variety of real skin, real print and real hands is not. The printed card is
exactly 100 percent here; a printer that scales it adds its own error.

Again: \`node bench/produce/run.ts --seed ${seed} --count ${count} --write\`

Errors are absolute, as shares of the truth; bias is the signed median. «Known» focal length means EXIF (off by up to 1.5 %
here, as its rounding is) or a tilt of 10° and more, from which the card itself tells it.
`
}

/** The source of the band that the self-test is held to: what 95 of 100 good photographs of known focal length stay within. */
export function publishedBand(rows: Row[]): string {
  const known = rows.filter((row) => row.kind === 'good' && isKnownFocal(row))
  const p95 = (what: 'length' | 'grade') => percentile(absoluteErrors(measured(known, what)), 95)
  const roundedUp = (percent: number) => Math.ceil(percent * 10) / 10
  return `/** What the last scored run of \`bench/produce\` found, as docs/accuracy-produce.md prints it: 95 of 100 errors lie inside. */
export const PUBLISHED_BAND = {
  length_percent: ${roundedUp(p95('length'))},
  grade_percent: ${roundedUp(p95('grade'))},
  from: 'docs/accuracy-produce.md',
} as const
`
}

export function targets(rows: Row[]): Record<string, string | number>[] {
  const good = rows.filter(({ kind }) => kind === 'good')
  const known = good.filter(isKnownFocal)
  const lengths = measured(known, 'length')
  const grades = measured(known, 'grade')
  const scales = good.flatMap(({ card }) => card?.scaleErrorPercent ?? [])
  const notConfident = good.filter((row) => row.length === null || row.because.length > 0).length
  const line = (what: string, target: string, value: number, isMet: boolean, unit = ' %') => ({
    what,
    target,
    observed: `${value.toFixed(2)}${unit}`,
    met: isMet ? 'yes' : 'no',
  })
  const atMost = (what: string, value: number, limit: number, unit = ' %') =>
    line(what, `at most ${limit}${unit}`, value, value <= limit, unit)
  const lengthErrors = absoluteErrors(lengths)
  const within = (value: number) => value >= 90 && value <= 99
  return [
    atMost('card-plane scale, worst', Math.max(...scales), 0.3),
    atMost('length, median', median(lengthErrors), 1),
    atMost('length, p95', percentile(lengthErrors, 95), 2.5),
    atMost('grade, median', median(absoluteErrors(grades)), 2),
    line('length inside the stated accuracy', '90 to 99 %', coverage(lengths), within(coverage(lengths))),
    line('grade inside the stated accuracy', '90 to 99 %', coverage(grades), within(coverage(grades))),
    atMost('length, stated half width over observed p95', widthRatio(lengths), 4, ' times'),
    atMost('grade, stated half width over observed p95', widthRatio(grades), 4, ' times'),
    atMost('good photographs abstained on or sent to a person', (100 * notConfident) / good.length, 10),
    atMost(
      'millimetre values without a scale',
      rows.reduce((sum, { millimetresWithoutScale }) => sum + millimetresWithoutScale, 0),
      0,
      '',
    ),
  ]
}

function colours(good: Row[]): Record<string, string | number>[] {
  const stages = good.flatMap(({ stage }) => stage ?? [])
  const bruises = good.flatMap(({ bruised }) => bruised ?? [])
  if (stages.length === 0) return []
  const off = (most: number) => stages.filter(({ truth, measured }) => Math.abs(truth - measured) <= most).length
  const share = (part: number) => `${((100 * part) / stages.length).toFixed(1)} %`
  return [
    { what: 'colour stage exact', share: share(off(0)) },
    { what: 'colour stage within one', share: share(off(1)) },
    {
      what: 'blemish fraction, median absolute difference',
      share: `${(100 * median(bruises.map(({ truth, measured }) => Math.abs(truth - measured)))).toFixed(2)} points`,
    },
  ]
}
