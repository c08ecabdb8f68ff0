import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { markdown } from '../support/table.ts'
import { measureAll } from './all.ts'
import { suggestions } from './calibrate.ts'
import { publishedBand, report, targets } from './report.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '2' },
    count: { type: 'string', default: '50' },
    workers: { type: 'string', default: '2' },
    calibrate: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    rows: { type: 'string' },
  },
})
const [seed, count] = [Number(values.seed), Number(values.count)]
const rows = await measureAll(seed, count, Number(values.workers), values.rows)
console.log(markdown({ name: `${count} photographs of seed ${seed}`, rows: targets(rows) }))
if (values.calibrate) console.log(markdown({ name: 'What the terms would have to be', rows: suggestions(rows) }))
if (values.write) {
  const root = join(import.meta.dirname, '..', '..')
  writeFileSync(join(root, 'docs', 'accuracy-produce.md'), report(rows, seed))
  writeFileSync(join(root, 'src', 'measure', 'produce', 'published-band.ts'), publishedBand(rows))
}
