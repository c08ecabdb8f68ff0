import { percentile } from '../support/numbers.ts'
import { type Cells, coverage, isKnownFocal, measured, widthRatio } from './figures.ts'
import type { Compared, Row } from './rows.ts'

const AIM_PERCENT = 95

/** By what the stated accuracy would have to be multiplied for 95 of 100 truths to lie inside; a person pastes it. */
export function suggestions(rows: Row[]): Cells[] {
  const good = rows.filter(({ kind }) => kind === 'good')
  const groups: [string, Row[]][] = [
    ['focal length known', good.filter(isKnownFocal)],
    ['focal length unknown', good.filter((row) => !isKnownFocal(row))],
  ]
  return groups.flatMap(([name, some]) =>
    (['length', 'toCrown', 'grade'] as const).map((what) => line(`${what}, ${name}`, measured(some, what))),
  )
}

function line(what: string, compared: Compared[]): Cells {
  if (compared.length === 0) return { what, n: 0 }
  const outOf = compared.map(({ truth, measured, stated }) => Math.abs(measured - truth) / stated)
  return {
    what,
    n: compared.length,
    'inside now': `${coverage(compared).toFixed(1)} %`,
    'half width over p95': widthRatio(compared).toFixed(2),
    'multiply by': percentile(outOf, AIM_PERCENT).toFixed(2),
    'median error, mm': percentile(
      compared.map(({ truth, measured }) => Math.abs(measured - truth)),
      50,
    ).toFixed(2),
    'p95 error, mm': percentile(
      compared.map(({ truth, measured }) => Math.abs(measured - truth)),
      95,
    ).toFixed(2),
  }
}
