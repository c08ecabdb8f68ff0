import type { Bench } from '../support/table.ts'
import { measureAll } from './all.ts'
import { targets } from './report.ts'

const SEED = 2
const COUNT = 50

/** A short run over the photographs that docs/accuracy-produce.md scores in full. */
export async function bench(): Promise<Bench> {
  return { name: `${COUNT} rendered photographs of fruit, seed ${SEED}`, rows: targets(await measureAll(SEED, COUNT)) }
}
