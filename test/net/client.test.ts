import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { after, test } from 'node:test'
import type { UnreachableCode } from '../../src/net/client.ts'
import { request, Unreachable } from '../../src/net/client.ts'

const open: { close(): unknown; closeAllConnections?(): void }[] = []
after(() => {
  for (const server of open) {
    server.closeAllConnections?.()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  open.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const limits = { timeoutMs: 5_000, maxBytes: 1_000 }

function unreachable(code: UnreachableCode) {
  return (error: unknown) => error instanceof Unreachable && error.reason.code === code && error.reason.sentence !== ''
}

test('a private address that the operator configured is read, with status, headers and body', async () => {
  const base = await serve((_, reply) => reply.writeHead(418, { 'x-kind': 'pot' }).end('tea'))
  const answer = await request(base, limits)
  assert.equal(answer.status, 418)
  assert.equal(answer.headers['x-kind'], 'pot')
  assert.equal(Buffer.from(answer.body).toString(), 'tea')
})

test('method, headers and body reach the other side, and it is told who asks', async () => {
  const base = await serve(async (incoming, reply) => {
    const body = (await incoming.toArray()).join('')
    const { 'user-agent': agent, 'x-word': word, 'accept-encoding': encoding } = incoming.headers
    reply.end(JSON.stringify([incoming.method, word, body, agent, encoding]))
  })
  const { body } = await request(base, { ...limits, method: 'POST', headers: { 'x-word': 'hi' }, body: 'question' })
  const [method, word, sent, agent, encoding] = JSON.parse(Buffer.from(body).toString())
  assert.deepEqual([method, word, sent, encoding], ['POST', 'hi', 'question', 'identity'])
  assert.match(agent, /^Witnessmark\/\d+\.\d+\.\d+$/)
})

test('connections are kept, and one that the other side closed meanwhile is no failure', async () => {
  const sockets = new Set<unknown>()
  const base = await serve((incoming, reply) => {
    sockets.add(incoming.socket)
    reply.end('ok')
  })
  await request(base, limits)
  await request(base, limits)
  assert.equal(sockets.size, 1)
  for (const socket of sockets) (socket as { resetAndDestroy(): void }).resetAndDestroy()
  assert.equal((await request(base, limits)).status, 200)
})

test('a redirect is handed back, not followed', async () => {
  const base = await serve((_, reply) => reply.writeHead(302, { location: '/elsewhere' }).end())
  const answer = await request(base, limits)
  assert.deepEqual([answer.status, answer.headers.location], [302, '/elsewhere'])
})

test('an answer over the limit is refused, announced or not', async () => {
  const announced = await serve((_, reply) => reply.end(Buffer.alloc(1_001)))
  await assert.rejects(request(announced, limits), unreachable('too_large'))
  const unannounced = await serve((_, reply) => {
    reply.write(Buffer.alloc(600))
    reply.end(Buffer.alloc(600))
  })
  await assert.rejects(request(unannounced, limits), unreachable('too_large'))
  const exact = await serve((_, reply) => reply.end(Buffer.alloc(1_000)))
  assert.equal((await request(exact, limits)).body.length, 1_000)
})

test('silence and a body that never ends are a time-out', async () => {
  const silent = await serve(() => {})
  await assert.rejects(request(silent, { ...limits, timeoutMs: 50 }), unreachable('timed_out'))
  const endless = await serve((_, reply) => {
    reply.write('a')
  })
  await assert.rejects(request(endless, { ...limits, timeoutMs: 50 }), unreachable('timed_out'))
})

test('a caller that goes away ends the request', async () => {
  const leaving = new AbortController()
  const base = await serve(() => leaving.abort())
  await assert.rejects(request(base, { ...limits, signal: leaving.signal }), unreachable('cancelled'))
  await assert.rejects(request(base, { ...limits, signal: leaving.signal }), unreachable('cancelled'))
})

test('nobody listening, a cut answer, something that is not HTTP and a bad address each have their code', async () => {
  const gone = createTcpServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const { port } = gone.address() as AddressInfo
  gone.close()
  await once(gone, 'close')
  await assert.rejects(request(`http://127.0.0.1:${port}`, limits), unreachable('connection_refused'))

  const cut = await serve((_, reply) => {
    reply.writeHead(200, { 'content-length': 10 }).write('half', () => reply.destroy())
  })
  await assert.rejects(request(cut, limits), unreachable('connection_failed'))
  const cutChunk = await serve((_, reply) => {
    reply.write('half', () => reply.destroy())
  })
  await assert.rejects(request(cutChunk, limits), unreachable('connection_failed'))

  const noise = createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(0, '127.0.0.1')
  open.push(noise)
  await once(noise, 'listening')
  const noisy = `http://127.0.0.1:${(noise.address() as AddressInfo).port}`
  await assert.rejects(request(noisy, limits), unreachable('malformed_answer'))
  await assert.rejects(request(noisy.replace('http', 'https'), limits), unreachable('tls_failed'))

  for (const address of ['ftp://a.example/', 'nonsense', 'file:///etc/passwd'])
    await assert.rejects(request(address, limits), unreachable('bad_address'))
})

test('a GET is repeated after passing trouble as often as asked, a POST never', async () => {
  let asked = 0
  const base = await serve((_, reply) => {
    asked++
    if (asked === 1) reply.destroy()
    else reply.writeHead(asked === 2 ? 503 : 200).end()
  })
  assert.equal((await request(base, { ...limits, retries: 2 })).status, 200)
  assert.equal(asked, 3)
  asked = 0
  await assert.rejects(request(base, { ...limits, retries: 2, method: 'POST' }), unreachable('connection_failed'))
  assert.equal(asked, 1)
})

test('the last answer stands when the trouble does not pass', async () => {
  const base = await serve((_, reply) => reply.writeHead(502).end('still'))
  assert.equal((await request(base, { ...limits, retries: 1 })).status, 502)
})
