import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, markdown } from '../support/table.ts'
import { folderGiven, labelsIn } from './detect/folder.ts'
import { type Looked, lookAt } from './redact/look.ts'

const FLOOR = 0.05
const LARGE = 0.01
const HALF = 0.5
const PAGE = join(import.meta.dirname, '../../docs/accuracy-redaction.md')
const BEGIN = '<!-- tables: npm run bench -- seeing/redact --write -->'
const END = '<!-- end of tables -->'

/** Who is left uncovered, what is covered for nothing; `--folder=DIR`, `--out=DIR` keeps the pictures, `--write` the tables. */
export async function bench(): Promise<Bench> {
  const folder = folderGiven()
  const looked: Looked[] = []
  for (const labelled of labelsIn(folder)) looked.push(await lookAt(folder, labelled, FLOOR))
  keepPictures(looked)
  const byPicture = { name: `Each photograph at a floor of ${FLOOR}`, rows: looked.map(rowOf) }
  const table = { name: 'Redaction of labelled people', rows: summary(looked) }
  if (process.argv.includes('--write')) write([table, byPicture])
  console.log(markdown(byPicture))
  return table
}

function rowOf({ file, people, regions, coveredShare, near, stillFound }: Looked): Bench['rows'][number] {
  return {
    photograph: file,
    people: people.length,
    'left uncovered': people.filter(({ uncovered }) => uncovered > HALF).length,
    regions,
    'covered share': `${(100 * coveredShare).toFixed(0)} %`,
    'near the floor': near,
    'still found': stillFound,
  }
}

function summary(looked: Looked[]): Bench['rows'] {
  const people = looked.flatMap((one) => one.people)
  const [large, small] = [people.filter(({ share }) => share > LARGE), people.filter(({ share }) => share <= LARGE)]
  const left = (group: typeof people) => group.filter(({ uncovered }) => uncovered > HALF).length
  const nobody = looked.filter((one) => one.people.length === 0)
  const touched = nobody.filter(({ regions }) => regions > 0).length
  const sum = (of: (one: Looked) => number) => looked.reduce((total, one) => total + of(one), 0)
  const row = (what: string, observed: number, of: number | string, target: string, met: boolean | null) => ({
    what,
    observed,
    of,
    target,
    met: met === null ? '' : met ? 'yes' : 'no',
  })
  return [
    row('people over 1 % of the picture, half uncovered', left(large), large.length, 'at most 1', left(large) <= 1),
    row('smaller people, half uncovered', left(small), small.length, 'reported', null),
    row(
      'photographs without people touched',
      touched,
      nobody.length,
      'at most a quarter',
      touched * 4 <= nobody.length,
    ),
    row(
      'cells of more than one colour',
      sum((one) => one.cellsOfManyColours),
      '',
      '0',
      sum((one) => one.cellsOfManyColours) === 0,
    ),
    row(
      'values changed outside the boxes',
      sum((one) => one.changedOutside),
      '',
      '0',
      sum((one) => one.changedOutside) === 0,
    ),
    row(
      'photographs that say floor_not_achieved',
      looked.filter(({ stillFound }) => stillFound > 0).length,
      looked.filter(({ regions }) => regions > 0).length,
      'reported',
      null,
    ),
  ]
}

function keepPictures(looked: Looked[]): void {
  const out = process.argv.find((word) => word.startsWith('--out='))?.slice('--out='.length)
  if (out === undefined) return
  mkdirSync(out, { recursive: true })
  for (const { file, png } of looked) writeFileSync(join(out, `${file}.png`), png)
}

function write(tables: Bench[]): void {
  const page = readFileSync(PAGE, 'utf8')
  const [before, after] = [page.slice(0, page.indexOf(BEGIN)), page.slice(page.indexOf(END))]
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${tables.map(markdown).join('\n')}${after}`)
}
