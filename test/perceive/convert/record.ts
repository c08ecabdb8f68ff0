import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONVERTED, sampled } from './probe.ts'
import { reference } from './reference.ts'

/** `node test/perceive/convert/record.ts` writes what the tests of every run hold the models to; needs npm and Chromium. */
const expected: Record<string, Record<string, number[]>> = {}
for (const name of CONVERTED) {
  const outputs = Object.entries(await reference(name))
  expected[name] = Object.fromEntries(outputs.map(([output, numbers]) => [output, sampled(numbers)]))
}
await writeFile(join(import.meta.dirname, 'expected.json'), `${JSON.stringify(expected)}\n`)
