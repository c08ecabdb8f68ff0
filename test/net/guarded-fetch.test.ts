import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { Refusal, type RefusalCode } from '../../src/kernel/refusal.ts'
import { fetchGuarded, type GuardedOptions } from '../../src/net/guarded-fetch.ts'
import { publicResolver } from '../../src/net/resolve.ts'
import { needsCommand } from '../support/needs.ts'

const open: { close(): unknown; closeAllConnections?(): void }[] = []
after(() => {
  for (const server of open) {
    server.closeAllConnections?.()
    server.close()
  }
})

async function portOf(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  open.push(server)
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function serve(listener: RequestListener): Promise<{ address: string; options: GuardedOptions }> {
  const port = await portOf(createServer(listener))
  return { address: `http://photos.lan:${port}/a.jpg`, options: vouching(`photos.lan:${port}`) }
}

function vouching(...allow: string[]): GuardedOptions {
  return {
    schemes: ['http:', 'https:'],
    maxBytes: 1_000,
    timeoutMs: 5_000,
    maxRedirects: 3,
    allow,
    resolve: async () => ['127.0.0.1'],
  }
}

function refusal(code: RefusalCode, why?: string) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error))
    assert.deepEqual([error.code, error.detail?.why], [code, why], error.reason)
    assert.ok(error.fix?.do)
    return true
  }
}

test('a vouched-for file is read, asked for by its name, without cookies, in plain bytes', async () => {
  let asked: Record<string, unknown> = {}
  const { address, options } = await serve((incoming, reply) => {
    asked = incoming.headers
    reply.end('picture')
  })
  const { body, url } = await fetchGuarded(address, options)
  assert.equal(Buffer.from(body).toString(), 'picture')
  assert.equal(url, address)
  assert.equal(asked.host, new URL(address).host)
  assert.equal(asked['accept-encoding'], 'identity')
  assert.match(String(asked['user-agent']), /^Witnessmark\//)
  assert.equal(asked.cookie ?? asked.authorization ?? asked.referer, undefined)
})

test('a name that changes its meaning between the check and the visit is visited where it was checked', async () => {
  const hits: string[] = []
  const port = await portOf(createServer((_, reply) => reply.end(hits.push('checked') && 'first')))
  await portOf(
    createServer((_, reply) => reply.end(hits.push('swapped') && 'second')),
    '127.0.0.2',
    port,
  )
  let asked = 0
  const resolve = async () => [++asked === 1 ? '127.0.0.1' : '127.0.0.2']
  await fetchGuarded(`http://photos.lan:${port}/`, { ...vouching(`photos.lan:${port}`), resolve })
  assert.deepEqual([asked, hits], [1, ['checked']])
})

test('each redirect is resolved and judged anew, so that a name that has turned inward is refused', async () => {
  const { address, options } = await serve((_, reply) => reply.writeHead(302, { location: '/again' }).end())
  let asked = 0
  const resolve = async () => [++asked === 1 ? '127.0.0.1' : '169.254.169.254']
  await assert.rejects(fetchGuarded(address, { ...options, resolve }), refusal('image_url_refused', 'not_public'))
  assert.equal(asked, 2)
})

test('a name with one private address among public ones is refused unless vouched for', async () => {
  for (const addresses of [['10.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::ffff:127.0.0.1'], []]) {
    const options = { ...vouching(), resolve: async () => addresses }
    await assert.rejects(
      fetchGuarded('https://rebind.example.com/', options),
      refusal('image_url_refused', 'not_public'),
    )
  }
})

for (const [location, why] of [
  ['http://127.0.0.1/', 'not_public'],
  ['http://2130706433/', 'not_public'],
  ['http://[::1]/', 'not_public'],
  ['http://169.254.169.254/latest/meta-data/', 'not_public'],
  ['http://localhost/', 'host'],
  ['http://user:word@example.com/', 'credentials'],
  ['//user@example.com/', 'credentials'],
  ['http://example.com:6379/', 'port'],
  ['file:///etc/passwd', 'scheme'],
  ['gopher://example.com/', 'scheme'],
] as const)
  test(`a redirect to ${location} is refused for its ${why}`, async () => {
    const { address, options } = await serve((_, reply) => reply.writeHead(307, { location }).end())
    await assert.rejects(fetchGuarded(address, options), refusal('image_url_refused', why))
  })

test('a redirect from https to http is refused where only https is read', async () => {
  const { options } = await serve((_, reply) => reply.end())
  const httpsOnly: GuardedOptions = { ...options, schemes: ['https:'] }
  await assert.rejects(fetchGuarded('http://example.com/', httpsOnly), refusal('image_url_refused', 'scheme'))
})

test('a redirect within what is allowed is followed', async () => {
  const { address, options } = await serve((incoming, reply) => {
    if (incoming.url === '/a.jpg') reply.writeHead(301, { location: '/b.jpg' }).end('moved')
    else reply.end('picture')
  })
  const { body, url } = await fetchGuarded(address, options)
  assert.equal(Buffer.from(body).toString(), 'picture')
  assert.match(url, /\/b\.jpg$/)
})

test('a redirect loop ends after the allowed number, and a redirect to nowhere at once', async () => {
  let visits = 0
  const { address, options } = await serve((_, reply) => {
    visits++
    reply.writeHead(302, { location: '/a.jpg' }).end()
  })
  await assert.rejects(fetchGuarded(address, options), refusal('image_url_unreadable', 'redirect'))
  assert.equal(visits, 4)
  const nowhere = await serve((_, reply) => reply.writeHead(302).end())
  await assert.rejects(fetchGuarded(nowhere.address, nowhere.options), refusal('image_url_unreadable', 'redirect'))
})

test('a body that drips on is cut off by the one time limit', async () => {
  const { address, options } = await serve((_, reply) => {
    const drip = setInterval(() => reply.write('.'), 5)
    reply.on('close', () => clearInterval(drip))
  })
  const short = { ...options, timeoutMs: 80 }
  await assert.rejects(fetchGuarded(address, short), refusal('image_url_unreadable', 'timed_out'))
})

test('a name server that never answers is cut off by the same limit', async () => {
  const options = { ...vouching(), timeoutMs: 30, resolve: () => new Promise<string[]>(() => {}) }
  await assert.rejects(fetchGuarded('https://example.com/', options), refusal('image_url_unreadable', 'timed_out'))
})

test('more bytes than allowed are refused, announced or not, and never read to the end', async () => {
  const announced = await serve((_, reply) => reply.end(Buffer.alloc(1_001)))
  await assert.rejects(fetchGuarded(announced.address, announced.options), refusal('image_too_large'))
  let sent = 0
  const endless = await serve((_, reply) => {
    const more = () => {
      while (!reply.destroyed && reply.write(Buffer.alloc(10_000))) sent += 10_000
      if (!reply.destroyed) reply.once('drain', more)
    }
    more()
  })
  await assert.rejects(fetchGuarded(endless.address, endless.options), refusal('image_too_large'))
  assert.ok(sent < 50_000_000)
})

test('a compressed answer is refused without being unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(100_000))
  for (const encoding of ['gzip', 'br', 'deflate', 'gzip, gzip', 'zstd']) {
    const { address, options } = await serve((_, reply) =>
      reply.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    )
    await assert.rejects(fetchGuarded(address, options), refusal('image_url_unreadable', 'encoding'))
  }
})

test('an answer that is no success, a cut one and a dead port are unreadable, each by its name', async () => {
  for (const status of [204, 206, 304, 401, 404, 500]) {
    const { address, options } = await serve((_, reply) => reply.writeHead(status).end())
    await assert.rejects(fetchGuarded(address, options), refusal('image_url_unreadable', 'status'))
  }
  const cut = await serve((_, reply) => {
    reply.writeHead(200, { 'content-length': 10 }).write('half', () => reply.destroy())
  })
  await assert.rejects(fetchGuarded(cut.address, cut.options), refusal('image_url_unreadable', 'connection_failed'))
  const dead = createServer()
  const port = await portOf(dead)
  dead.close()
  await once(dead, 'close')
  const gone = fetchGuarded(`http://photos.lan:${port}/`, vouching(`photos.lan:${port}`))
  await assert.rejects(gone, refusal('image_url_unreadable', 'connection_refused'))
})

test('a caller that goes away ends the visit, and other codes can be asked for', async () => {
  const leaving = new AbortController()
  const { address, options } = await serve(() => leaving.abort())
  const codes = { refused: 'bad_request', unreadable: 'unavailable', tooLarge: 'too_large' } as const
  const visit = fetchGuarded(address, { ...options, codes, signal: leaving.signal })
  await assert.rejects(visit, refusal('unavailable', 'cancelled'))
  await assert.rejects(fetchGuarded('https://10.0.0.1/', { ...options, codes }), refusal('bad_request', 'not_public'))
})

test(
  'TLS is checked against the name, which is also sent as SNI, while the visit goes to the judged address',
  needsCommand('openssl', 'version'),
  async () => {
    const { key, cert } = selfSigned('photos.lan')
    const seen: unknown[] = []
    const port = await portOf(
      createHttpsServer({ key, cert }, (incoming, reply) => {
        seen.push((incoming.socket as TLSSocket).servername, incoming.headers.host)
        reply.end('picture')
      }),
    )
    const options: GuardedOptions = { ...vouching(`photos.lan:${port}`, `other.lan:${port}`), schemes: ['https:'] }
    const address = `https://photos.lan:${port}/`
    await assert.rejects(fetchGuarded(address, options), refusal('image_url_unreadable', 'tls_failed'))
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, cert])
    try {
      assert.equal(Buffer.from((await fetchGuarded(address, options)).body).toString(), 'picture')
      assert.deepEqual(seen, ['photos.lan', `photos.lan:${port}`])
      const otherName = fetchGuarded(`https://other.lan:${port}/`, options)
      await assert.rejects(otherName, refusal('image_url_unreadable', 'tls_failed'))
    } finally {
      setDefaultCACertificates(trusted)
    }
  },
)

function selfSigned(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('names of callers are asked of DNS for both kinds of address, and one without any is unreadable', async () => {
  const server = createSocket('udp4')
  server.on('message', (query, from) => server.send(answerTo(query), from.port, from.address))
  open.push(server)
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  const resolve = publicResolver([`127.0.0.1:${server.address().port}`])
  assert.deepEqual(await resolve('both.example.com'), ['93.184.215.14', '2606:2800::1'])
  assert.deepEqual(await resolve('four.example.com'), ['93.184.215.14'])
  await assert.rejects(
    fetchGuarded('https://none.example.com/', { ...vouching(), resolve }),
    refusal('image_url_unreadable', 'name_not_resolved'),
  )
})

/** A name server in a few lines: `both` has an A and an AAAA record, `four` an A record, anything else does not exist. */
function answerTo(query: Buffer): Buffer {
  const end = query.indexOf(0, 12) + 5
  const name = query.subarray(13, 13 + query[12]!).toString()
  const wantsSix = query.readUInt16BE(end - 4) === 28
  const address = wantsSix ? Buffer.from('26062800000000000000000000000001', 'hex') : Buffer.from([93, 184, 215, 14])
  const has = name === 'both' || (name === 'four' && !wantsSix)
  const known = name === 'both' || name === 'four'
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(known ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(has ? 1 : 0, 6)
  const record = Buffer.from([0xc0, 12, 0, wantsSix ? 28 : 1, 0, 1, 0, 0, 0, 60, 0, address.length])
  return Buffer.concat([head, query.subarray(12, end), ...(has ? [record, address] : [])])
}
