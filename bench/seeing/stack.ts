import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bench, markdown } from '../support/table.ts'
import { isAsMeant, stackPage, stackTargets } from './stack-page.ts'
import { type StackRow, stackRows } from './stack-rows.ts'

/** `npm run bench -- seeing/stack [--seeds=2,3] [--share=1] [--rows=FILE] [--write]` */
export async function bench(): Promise<Bench> {
  const { values } = parseArgs({
    strict: false,
    options: {
      seeds: { type: 'string', default: '2' },
      share: { type: 'string', default: '1' },
      rows: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const seeds = String(values.seeds).split(',').map(Number)
  const rows = await stackRows(seeds, Number(values.share), values.rows as string | undefined)
  if (values.write)
    writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'accuracy-stack.md'), stackPage(rows, seeds))
  console.log(markdown({ name: `${rows.length} scenes of seeds ${seeds.join(', ')}`, rows: stackTargets(rows) }))
  return { name: 'Not as meant', rows: rows.filter((row) => !isAsMeant(row)).map(told) }
}

function told({ seed, kind, index, load, material, dressing, hardship, shows, tiltDeg, rollDeg, reading }: StackRow) {
  return {
    scene: `${seed}: ${kind} ${index}`,
    shows: `${load ? `${load.across} x ${load.down} = ${load.faces}` : shows}, ${material}, ${dressing}, ${hardship}`,
    stand: `${tiltDeg.toFixed(0)}, ${rollDeg.toFixed(0)}`,
    said: reading.code ?? `${reading.across} x ${reading.down} = ${reading.crate_faces}`,
  }
}
