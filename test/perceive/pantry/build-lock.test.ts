import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { underBuildLock } from '../../../src/perceive/pantry/build-lock.ts'

describe('the lock of a build', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'witnessmark-lock-'))
  })
  after(() => rm(folder, { recursive: true }))
  const never = new AbortController().signal

  test('lets one in at a time, and the next when it is done, also when it failed', async () => {
    const told: string[] = []
    const work = (name: string) =>
      underBuildLock(folder, never, async () => {
        told.push(`${name} in`)
        await sleep(50)
        told.push(`${name} out`)
        if (name === 'first') throw new Error('broken off')
      })
    const [first, second] = await Promise.allSettled([work('first'), work('second')])
    assert.deepEqual([first.status, second.status], ['rejected', 'fulfilled'])
    assert.deepEqual(told, ['first in', 'first out', 'second in', 'second out'])
  })

  test('does not outlive a process that was killed', async () => {
    const lock = JSON.stringify(join(import.meta.dirname, '../../../src/perceive/pantry/build-lock.ts'))
    const holding = `const { underBuildLock } = await import(${lock})
      await underBuildLock(${JSON.stringify(folder)}, new AbortController().signal, () => {
        console.log('held')
        return new Promise(() => setInterval(() => {}, 1000))
      })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', holding], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    let entered = false
    const waiting = underBuildLock(folder, never, async () => {
      entered = true
    })
    await sleep(400)
    assert.equal(entered, false)
    child.kill('SIGKILL')
    await waiting
  })

  test('is not waited for longer than asked', async () => {
    await underBuildLock(folder, never, async () => {
      const waiting = underBuildLock(folder, AbortSignal.timeout(100), async () => {})
      await assert.rejects(waiting, { name: 'AbortError' })
    })
  })
})
