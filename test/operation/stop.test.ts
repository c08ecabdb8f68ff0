import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROBES } from '../http/probe-routes.ts'
import { freshFolder } from '../store/fresh.ts'
import { freePort, serviceProcess } from '../support/process.ts'
import { startTestService } from '../support/service.ts'

describe('a service that stops', () => {
  test('finishes what runs, turns away what is new, and lets go of its port', async () => {
    const service = await startTestService({}, { extraRoutes: Object.values(PROBES) })
    const { port, hostname } = new URL(service.url)
    const open = connect(Number(port), hostname)
    await once(open, 'connect')
    // The first half of a request keeps the connection from being idle when the stop begins.
    open.write('GET /api/ready HTTP/1.1\r\nHost: x\r\n')
    const running = service.get('/api/probe/slow?ms=700')
    await sleep(200)
    const started = performance.now()
    const stopped = service.stop()
    await sleep(50)
    open.write('\r\n')
    const [late] = await once(open, 'data')
    assert.match(String(late), /^HTTP\/1\.1 503 /)
    assert.match(String(late), /connection: close/i)
    assert.match(String(late), /"error":"stopping"/)
    assert.match(String(late), /retry-after: 1/i)
    const { status, body } = await running
    assert.deepEqual([status, body], [200, { said: 'done' }])
    await stopped
    assert.ok(performance.now() - started < 5000)
    await assert.rejects(service.get('/api/ready'))
  })

  test('gives up on a request that never ends, within ten seconds', async () => {
    const service = await startTestService({}, { extraRoutes: Object.values(PROBES) })
    const running = service.get('/api/probe/slow?ms=60000').catch(() => 'cut off')
    await sleep(100)
    const started = performance.now()
    await service.stop()
    assert.ok(performance.now() - started < 10_000)
    assert.equal(await running, 'cut off')
  })

  test('may be told so twice', async () => {
    const service = await startTestService()
    await Promise.all([service.stop(), service.stop()])
  })
})

describe('the process', () => {
  test('answers on its port, finishes on SIGTERM and ends with 0', async (t) => {
    const { url, child, end, ready } = await serviceProcess({ DATA_DIR: freshFolder(t), LOG_LEVEL: 'info' })
    await ready()
    assert.equal((await fetch(`${url}/api/health`)).status, 200)
    const started = performance.now()
    child.kill('SIGTERM')
    const { code, out, err } = await end
    assert.equal(code, 0, err)
    assert.ok(performance.now() - started < 10_000)
    const messages = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg)
    assert.ok(messages.includes('ready'))
    assert.equal(messages.at(-1), 'stopped')
  })

  test('starts again on what a killed one left', async (t) => {
    const DATA_DIR = freshFolder(t)
    const killed = await serviceProcess({ DATA_DIR })
    await killed.ready()
    const key = (await (await fetch(`${killed.url}/api/verify/key`)).json()) as { kid: string }
    killed.child.kill('SIGKILL')
    await killed.end
    const next = await serviceProcess({ DATA_DIR })
    await next.ready()
    assert.equal(((await (await fetch(`${next.url}/api/verify/key`)).json()) as { kid: string }).kid, key.kid)
    next.child.kill('SIGINT')
    assert.equal((await next.end).code, 0)
  })

  test('is refused by name on the folder of another, and leaves the other alone', async (t) => {
    const DATA_DIR = freshFolder(t)
    const first = await startTestService({ DATA_DIR })
    const second = await serviceProcess({ DATA_DIR })
    const { code, err } = await second.end
    assert.equal(code, 1)
    assert.match(err, /^cannot start: another service already runs on the folder .*DATA_DIR\n$/)
    assert.equal((await first.get('/api/health')).status, 200)
    await first.stop()
  })

  test('says in one line what the operator can mend', async (t) => {
    const PORT = String(await freePort())
    const first = await startTestService({ PORT })
    const cases: [Record<string, string>, RegExp][] = [
      [{ PORT: 'eighty' }, /^cannot start: PORT is "eighty": a whole number/],
      [{ DATA_DIR: freshFolder(t), PORT }, /^cannot start: .*EADDRINUSE.*\n$/],
      [{ DATA_DIR: freshFolder(t), SIGNING_KEY: 'nonsense' }, /^cannot start: .*SIGNING_KEY/],
      [{ DATA_DIR: freshFolder(t), SIGNING_KEY_FILE: '/nowhere/key.pem' }, /^cannot start: .*\/nowhere\/key\.pem/],
    ]
    for (const [env, message] of cases) {
      const { code, err } = await (await serviceProcess(env)).end
      assert.equal(code, 1)
      assert.match(err, message)
      assert.equal(err.trim().split('\n').length, 1, err)
    }
    await first.stop()
  })
})
