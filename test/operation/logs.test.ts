import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { PROBES } from '../http/probe-routes.ts'
import { send } from '../http/wire.ts'
import { encoded } from '../imaging/pictures.ts'
import { startTestService } from '../support/service.ts'

test('logs tell every request by id, route and status, and hold no body, key, query or picture', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace', base: null }, { write: (line: string) => void lines.push(line) })
  const service = await startTestService({}, { log, extraRoutes: Object.values(PROBES) })
  const key = await service.mint()
  const authorization = `Bearer ${key}`
  const picture = await encoded('jpeg')
  const secret = 'SEKRET-4711'
  const ids: (string | null)[] = []
  const note = ({ headers }: { headers: Headers }) => ids.push(headers.get('x-request-id'))

  note(await service.post('/api/decide', { candidates: secret, weights: secret }))
  note(await service.post('/api/decide', { [secret]: secret }))
  note(
    await service.request('POST', '/api/decide', {
      body: `{"${secret}`,
      headers: { 'content-type': 'application/json' },
    }),
  )
  note(await service.get(`/api/health?${secret}=${secret}`))
  note(await service.get(`/nowhere/${secret}?key=${key}`))
  note(await service.get(`/api/account/storage?cursor=${secret}`, { authorization }))
  note(await service.get('/api/probe/metered', { authorization }))
  note(await service.get('/api/account/storage', { authorization: `Basic ${secret}`, cookie: secret, referer: secret }))
  note(await service.post('/api/probe/image', { image_base64: picture.toString('base64') }))
  note(await service.post('/api/probe/image', { image_base64: picture.subarray(0, 900).toString('base64') }))
  note(await service.post('/api/probe/image', { image_url: `https://user:${secret}@example.com/` }))
  note(await service.request('POST', '/api/world-model/media', { headers: { authorization }, body: secret }))
  note(await service.get('/api/probe/refused'))
  await send(service.url, { path: `/%zz${secret}` })
  const broken = await service.get('/api/probe/broken')
  await service.stop()

  const all = lines.join('')
  for (const hidden of [secret, key, key.slice(11), picture.toString('base64').slice(0, 40)])
    assert.ok(!all.includes(hidden), `${hidden} is in the log`)

  const entries = lines.map((line) => JSON.parse(line))
  for (const id of ids) {
    const entry = entries.find(({ req_id, msg }) => req_id === id && msg === 'answered')
    assert.deepEqual(Object.keys(entry), ['level', 'time', 'req_id', 'method', 'route', 'status', 'ms', 'msg'])
  }
  assert.equal(entries.find(({ req_id }) => req_id === ids[3]).route, '/api/health')
  assert.equal(entries.find(({ req_id }) => req_id === ids[4]).route, 'unmatched')

  const fault = entries.find(({ req_id, level }) => req_id === broken.body.request_id && level === 50)
  assert.match(fault.err.message, /hunter2/, 'the operator finds the cause under the request id')
})
