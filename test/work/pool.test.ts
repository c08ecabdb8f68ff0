import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Refusal, type RefusalCode } from '../../src/kernel/refusal.ts'
import { createPool, type Pool, type PoolOptions } from '../../src/work/pool.ts'

const pools: Pool[] = []
after(async () => {
  await Promise.all(pools.map((pool) => pool.close(0)))
})

function open(options: Partial<PoolOptions> = {}): Pool {
  const jobsDir = join(import.meta.dirname, 'jobs')
  const pool = createPool({ workers: 1, queueLimit: 100, perAddressFairness: true, jobsDir, ...options })
  pools.push(pool)
  return pool
}

function shared(length = 1): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * length))
}

function letGo(gate: Int32Array): void {
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
}

function refusal(code: RefusalCode) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error))
    assert.equal(error.code, code)
    assert.ok(error.retryAfterS! >= 1)
    assert.ok(error.fix?.do)
    return true
  }
}

test('a job answers with what it returns, and buffers change hands both ways', async () => {
  const pool = open()
  const bytes = new Uint8Array(1_000_000).fill(7)
  const sent = bytes.buffer
  const { back } = await pool.run<{ back: Uint8Array }>('echo', { back: bytes }, { transferList: [bytes] })
  assert.equal(sent.detached, true)
  assert.deepEqual([back.length, back[999_999]], [1_000_000, 7])
  assert.equal(pool.stats().done, 1)
})

test('what a job returns is handed over, not copied, however deep it lies', async () => {
  const pool = open()
  const { nested } = await pool.run<{ nested: Uint8Array[] }>('keep', null)
  assert.equal(nested[0]!.length, 100_000)
  assert.equal(await pool.run('keep', null), 'gone')
})

test('bytes from the shared pool of small buffers are copied, never taken away from their neighbours', async () => {
  const pool = open()
  const [first, second] = [Buffer.from('first'), Buffer.from('second')]
  const back = await pool.run<Uint8Array>('echo', first, { transferList: [first] })
  assert.equal(Buffer.from(back).toString(), 'first')
  assert.equal(second.toString(), 'second')
})

test('a refusal thrown in a worker arrives as the same refusal', async () => {
  await assert.rejects(open().run('refuse', null), (error) => {
    assert.ok(error instanceof Refusal)
    const { code, reason, status, detail, fix, retryAfterS, headers } = error
    assert.deepEqual(
      { code, reason, status, detail, fix, retryAfterS, headers },
      {
        code: 'image_undecodable',
        reason: 'Not this one.',
        status: 400,
        detail: { why: 'test' },
        fix: { do: 'Send another.', body: { image_base64: 'AAAA' } },
        retryAfterS: 7,
        headers: { 'x-a': 'b' },
      },
    )
    return true
  })
})

test('a mistake in a job, an unknown job and a path for a name are errors, and the worker lives on', async () => {
  const pool = open()
  await assert.rejects(pool.run('fail', null), { message: 'a mistake of ours' })
  await assert.rejects(pool.run('no-such-job', null), /Cannot find module/)
  await assert.rejects(pool.run('../jobs/echo', null), /no job's name/)
  await assert.rejects(
    pool.run('echo', () => {}),
    { name: 'DataCloneError' },
  )
  assert.equal(await pool.run('echo', 1), 1)
  assert.equal(pool.stats().lost, 0)
})

test('a full queue refuses with a time to come back, and has room again afterwards', async () => {
  const pool = open({ queueLimit: 2 })
  const gate = shared()
  const held = [1, 2, 3].map(() => pool.run('hold', { gate }, { address: 'a' }))
  await assert.rejects(pool.run('echo', 4, { address: 'a' }), refusal('busy'))
  assert.deepEqual({ ...pool.stats() }, { workers: 1, queued: 2, running: 1, done: 0, lost: 0, busy: 1, cancelled: 0 })
  letGo(gate)
  await Promise.all(held)
  assert.equal(await pool.run('echo', 5), 5)
})

test('one client with a hundred jobs does not hold up another with one', async () => {
  const pool = open({ queueLimit: 200 })
  const gate = shared()
  const log = shared(110)
  const many = Array.from({ length: 100 }, (_, i) =>
    pool.run('hold', { gate, order: { log, name: i } }, { address: 'greedy' }),
  )
  const one = pool.run('hold', { gate, order: { log, name: 1_000 } }, { address: 'modest' })
  letGo(gate)
  await Promise.all([...many, one])
  // The first was already running; the newcomer's turn comes no later than one job of the other line after it.
  const place = log.indexOf(1_000)
  assert.ok(place >= 1 && place <= 3, `served at place ${place}`)
})

test('a queue that one client filled still has a place for another: the last of the long line gives way', async () => {
  const pool = open({ queueLimit: 3 })
  const gate = shared()
  const greedy = [0, 1, 2, 3].map(() => pool.run('hold', { gate }, { address: 'greedy' }))
  const displaced = assert.rejects(greedy.pop()!, refusal('busy'))
  const modest = pool.run('echo', 'mine', { address: 'modest' })
  await displaced
  assert.equal(pool.stats().queued, 3)
  letGo(gate)
  assert.equal(await modest, 'mine')
  await Promise.all(greedy)
})

test('without fairness, jobs are taken in the order in which they came', async () => {
  const pool = open({ perAddressFairness: false })
  const gate = shared()
  const log = shared(5)
  const names = [1, 2, 3, 4]
  const runs = names.map((name) => pool.run('hold', { gate, order: { log, name } }, { address: name < 4 ? 'a' : 'b' }))
  letGo(gate)
  await Promise.all(runs)
  assert.deepEqual([...log.subarray(1)], names)
})

test('a caller that goes away takes its waiting job along', async () => {
  const pool = open()
  const gate = shared()
  const log = shared(3)
  const leaving = new AbortController()
  const held = pool.run('hold', { gate })
  const waiting = pool.run('hold', { gate, order: { log, name: 9 } }, { signal: leaving.signal })
  leaving.abort()
  await assert.rejects(waiting, { name: 'AbortError' })
  assert.deepEqual([pool.stats().queued, pool.stats().cancelled], [0, 1])
  letGo(gate)
  await held
  await pool.run('echo', 1)
  assert.equal(log[0], 0)
  await assert.rejects(pool.run('echo', 1, { signal: leaving.signal }), { name: 'AbortError' })
})

test('a running job that its caller left and that never yields is ended, and its worker replaced', async () => {
  const pool = open({ graceMs: 20 })
  const leaving = new AbortController()
  const spinning = pool.run('spin', null, { signal: leaving.signal })
  const next = pool.run('echo', 'next')
  leaving.abort()
  await assert.rejects(spinning, { name: 'AbortError' })
  assert.equal(await next, 'next')
  assert.deepEqual([pool.stats().lost, pool.stats().cancelled], [0, 1])
})

test('a running job that its caller left may finish within its grace, and the worker stays', async () => {
  const pool = open({ graceMs: 60_000 })
  const gate = shared()
  const log = shared(3)
  const leaving = new AbortController()
  const held = pool.run('hold', { gate, order: { log, name: 4 } }, { signal: leaving.signal })
  leaving.abort()
  await assert.rejects(held, { name: 'AbortError' })
  letGo(gate)
  await pool.run('echo', 1)
  assert.equal(log[1], 4)
})

for (const [job, how] of [
  ['exit', 'leaves the process'],
  ['throw-later', 'throws where nobody catches'],
  ['outgrow', 'outgrows its heap'],
] as const)
  test(`a job that ${how} is lost alone: others go on, and its worker is replaced`, async () => {
    const pool = open({ workers: 2, heapMb: 64 })
    const gate = shared()
    const other = pool.run('hold', { gate, order: { log: shared(3), name: 8 } })
    await assert.rejects(pool.run(job, null), refusal('job_lost'))
    assert.equal(await pool.run('echo', 'after'), 'after')
    letGo(gate)
    assert.equal(await other, 8)
    assert.deepEqual([pool.stats().lost, pool.stats().done], [1, 2])
  })

test('workers that die one after the other are all replaced', async () => {
  const pool = open({ workers: 2 })
  const runs = Array.from({ length: 12 }, (_, i) => pool.run(i % 2 ? 'exit' : 'echo', i))
  const outcomes = await Promise.allSettled(runs)
  for (const [i, outcome] of outcomes.entries())
    assert.equal(outcome.status, i % 2 ? 'rejected' : 'fulfilled', `job ${i}`)
  assert.equal(pool.stats().lost, 6)
})

test('closing lets what runs finish, and refuses what waits and what comes', async () => {
  const pool = open()
  const gate = shared()
  const running = pool.run('hold', { gate, order: { log: shared(3), name: 6 } })
  const waiting = assert.rejects(pool.run('echo', 1), refusal('stopping'))
  const closed = pool.close(60_000)
  await waiting
  await assert.rejects(pool.run('echo', 2), refusal('stopping'))
  letGo(gate)
  assert.equal(await running, 6)
  await closed
})

test('closing ends at its deadline what would run on', async () => {
  const pool = open()
  const spinning = assert.rejects(pool.run('spin', null), refusal('stopping'))
  await pool.close(20)
  await spinning
})
