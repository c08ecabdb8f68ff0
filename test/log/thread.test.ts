import assert from 'node:assert/strict'
import { once } from 'node:events'
import test from 'node:test'
import type { Worker } from 'node:worker_threads'
import { fixedClock } from '../../src/kernel/clock.ts'
import { Refusal } from '../../src/kernel/refusal.ts'
import { openLog } from '../../src/store/log/log.ts'
import { freshOptions, KINDS } from '../store/fresh.ts'
import { assertIncluded, assertWholeLog, IDENTITY, newKey, publish, START } from './fixture.ts'
import { cidOf } from './naive-tree.ts'

for (const { kind, need } of KINDS) {
  test(
    `${kind}: a thread that dies rejects what waited, and the next append starts it again where the log ends`,
    need,
    async (t) => {
      const key = newKey()
      const threads: Worker[] = []
      const seen = (worker: Worker) => threads.push(worker)
      process.on('worker', seen)
      t.after(() => process.off('worker', seen))
      const clock = fixedClock(START)
      const log = await openLog({ database: freshOptions(t, kind), ...IDENTITY, signHead: key, clock })
      t.after(() => log.close())

      const stored = await Promise.all(Array.from({ length: 20 }, (_, at) => log.append(cidOf(at), '{}')))
      const waiting = Promise.allSettled(Array.from({ length: 20 }, (_, at) => log.append(cidOf(`lost ${at}`), '{}')))
      await new Promise(setImmediate)
      await threads[0]!.terminate()
      for (const result of await waiting) {
        if (result.status === 'rejected')
          assert.ok(result.reason instanceof Refusal && result.reason.code === 'unavailable')
      }
      for (const [at, { leafIndex, log: member }] of stored.entries()) {
        assert.equal((await log.proofByCid(cidOf(at)))!.leaf_index, leafIndex)
        assertIncluded(cidOf(at), member)
      }
      const { leafIndex } = await log.append(cidOf('after'), '{}')
      const order: Uint8Array[] = Array(leafIndex + 1)
      for (const cid of [
        ...Array.from({ length: 20 }, (_, at) => [cidOf(at), cidOf(`lost ${at}`)]).flat(),
        cidOf('after'),
      ]) {
        const proof = await log.proofByCid(cid)
        if (proof) order[proof.leaf_index] = cid
      }
      await assertWholeLog(log, order, publish(key))
      assert.equal(threads.length, 2)
    },
  )
}

test('a thread that is started again signs with the key it was last given', async (t) => {
  const [key, next] = [newKey(), newKey('svc-2026-04')]
  const started = once(process, 'worker') as Promise<[Worker]>
  const log = await openLog({ database: freshOptions(t, 'sqlite'), ...IDENTITY, signHead: key })
  t.after(() => log.close())
  await log.rekey(next)
  await (await started)[0].terminate()
  assert.equal((await log.append(cidOf(0), '{}')).log.sth.kid, 'svc-2026-04')
})

test('refusals keep their code and their fix on the way out of the thread', async (t) => {
  const log = await openLog({ database: freshOptions(t, 'sqlite'), ...IDENTITY, signHead: newKey() })
  t.after(() => log.close())
  await assert.rejects(log.consistency(0, 5), (problem: Refusal) => {
    assert.ok(problem instanceof Refusal)
    assert.deepEqual([problem.code, problem.detail], ['invalid_input', { first: 0, second: 5, tree_size: 0 }])
    return problem.fix !== null
  })
})

test('a closed log answers nothing and starts nothing', async (t) => {
  const log = await openLog({ database: freshOptions(t, 'sqlite'), ...IDENTITY, signHead: newKey() })
  await log.close()
  await log.close()
  for (const asked of [log.latest(), log.append(cidOf(0), null)])
    await assert.rejects(asked, (problem: Refusal) => problem.code === 'stopping')
})

test('an origin that no checkpoint could carry is refused at start', async (t) => {
  for (const origin of ['', 'two words', 'a+b', 'line\nbreak'])
    await assert.rejects(openLog({ database: freshOptions(t, 'sqlite'), logId: 'x.v1', origin, signHead: newKey() }))
})
