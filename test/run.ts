import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

/**
 * Runs the suites and closes with one plain line. `--long` runs the full counts; other arguments narrow the files:
 * `npm test -- evidence` runs test/evidence only.
 */
const args = process.argv.slice(2)
if (args.includes('--long')) process.env.TEST_LONG = '1'
const wanted = args.filter((arg) => !arg.startsWith('--'))
const files = globSync('test/**/*.test.ts')
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort()

if (files.some((file) => readFileSync(file, 'utf8').includes('needsModels'))) buildModels()

const count = { passed: 0, failed: 0, skipped: 0 }
const stream = run({ files, isolation: 'process', concurrency: 2 })
stream.on('test:pass', (event) => {
  if (event.skip !== undefined) count.skipped += 1
  else if (event.details.type !== 'suite') count.passed += 1
})
stream.on('test:fail', (event) => {
  if (event.details.type !== 'suite') count.failed += 1
})
stream.compose(new spec()).pipe(process.stdout)
stream.on('end', () => {
  process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0
  setImmediate(() => console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`))
})

/** Once a machine: afterwards they lie in its cache. Where no registry answers, the tests that need them say so. */
function buildModels(): void {
  const env = { npm_config_fetch_retries: '0', ...process.env }
  spawnSync(process.execPath, ['src/cli.ts', 'models', 'build'], { stdio: 'inherit', env })
}
