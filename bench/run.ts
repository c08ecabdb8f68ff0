import { availableParallelism } from 'node:os'
import { markdown } from './support/table.ts'

/** Every benchmark that `npm run bench` runs; `npm run bench -- http` runs one. Each compares with a reference in the same run. */
const BENCHES = [
  'http',
  'event-loop',
  'verify',
  'log-append',
  'work',
  'earth-reads',
  'produce/cost',
  'seeing/cost',
  'produce/accuracy',
  'seeing/detection',
  'seeing/redact',
  'seeing/stack',
  'seeing/ppe',
]

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))
console.log(`Node ${process.version}, ${availableParallelism()} cores, ${process.arch}\n`)
for (const name of wanted.length > 0 ? wanted : BENCHES) {
  const { bench } = await import(`./${name}.ts`)
  try {
    console.log(markdown(await bench()))
  } catch (error) {
    // Evaluations need labelled photographs, and some weights, that not every machine has: the others still run.
    if (wanted.length > 0) throw error
    console.log(`### ${name}: not run, ${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
