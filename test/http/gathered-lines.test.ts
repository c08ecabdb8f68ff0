import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { GatheredLines } from '../../src/http/gathered-lines.ts'

function recorded() {
  const written: string[] = []
  const stream = {
    write: (text: string) => written.push(text),
    flush: (done: () => void) => {
      written.push('flush')
      done()
    },
    flushSync: () => written.push('flushSync'),
  }
  return { written, stream }
}

test('lines wait for one another, and leave together in their order once there are enough', () => {
  const { written, stream } = recorded()
  const lines = new GatheredLines(stream)
  const sent: string[] = []
  while (written.length === 0 && sent.length < 1000) {
    sent.push(`line ${sent.length} ${'x'.repeat(100)}\n`)
    lines.write(sent.at(-1)!)
  }
  assert.ok(sent.length > 100 && sent.length < 1000, `${sent.length} lines went`)
  assert.deepEqual(written, [sent.join('')])
})

test('a single line leaves within a second', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { written, stream } = recorded()
  new GatheredLines(stream).write('alone\n')
  t.mock.timers.tick(999)
  assert.deepEqual(written, [])
  t.mock.timers.tick(1)
  assert.deepEqual(written, ['alone\n'])
  t.mock.timers.tick(5000)
  assert.deepEqual(written, ['alone\n'], 'nothing is written where there is nothing')
})

test('a flush takes along what waits', (t, done) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { written, stream } = recorded()
  const lines = new GatheredLines(stream)
  lines.write('first\n')
  lines.flushSync()
  lines.write('second\n')
  lines.flush(() => {
    assert.deepEqual(written, ['first\n', 'flushSync', 'second\n', 'flush'])
    done()
  })
})

test('a process that ends at once leaves no line behind', async () => {
  const service = join(import.meta.dirname, '../../src/service.ts')
  const program = `
    import { createLog } from ${JSON.stringify(service)}
    const log = createLog('info')
    log.info('one'); log.error('two'); process.exit(0)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const messages = stdout.trim().split('\n')
  assert.deepEqual(
    messages.map((line) => JSON.parse(line).msg),
    ['one', 'two'],
  )
})
