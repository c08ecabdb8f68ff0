import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange } from '../http/wire.ts'
import { canonical, sha256 } from './plain-verifier.ts'
import { breakLog, contractNames, needsContract, type Stand, startStand } from './stand.ts'

const MEDIA = '/api/world-model/media'
const LIMIT = 100_000_000

let stand: Stand
let key: string
before(async () => {
  stand = await startStand()
  key = await stand.mint({ owner: 'holder@example.com' })
})
after(() => stand.stop())

const bearer = (of = key) => ({ authorization: `Bearer ${of}` })
const hex = (bytes: Uint8Array | string) => sha256(bytes).toString('hex')
const stored = async (of = key) => (await stand.get('/api/account/storage', bearer(of))).body
const receiptOf = (digest: string) => stand.get(`${MEDIA}/receipt/${digest}`)

/** What lies on the disk: stored bytes by their hash, and uploads that have not ended. */
function onDisk(): { blobs: string[]; incoming: string[] } {
  const folder = join(stand.dataDir, 'blobs')
  const shards = readdirSync(folder).filter((name) => name !== 'incoming')
  return {
    blobs: shards.flatMap((shard) => readdirSync(join(folder, shard))),
    incoming: readdirSync(join(folder, 'incoming')),
  }
}

test('one byte is enough, and the receipt binds its hash, length, type and time', async () => {
  const { status, body } = await stand.upload('x', key, 'Text/Plain; charset=utf-8')
  assert.equal(status, 200)
  const { payload } = body.receipt
  assert.deepEqual(
    [payload.schema, payload.media_sha256, payload.bytes, payload.media_type],
    ['svc.media.v1', hex('x'), 1, 'text/plain'],
  )
  assert.ok(Math.abs(Date.parse(payload.received_at) - Date.now()) < 60_000)
  assert.ok(Date.parse(payload.received_at) <= Date.parse(payload.signed_at))
  assert.equal(body.cid, hex(canonical(payload)))
  assert.match(body.means, /does not show/)
})

test(
  'the upload answers with the names of the media receipt, and the look-up with the same receipt',
  needsContract,
  async () => {
    const { body } = await stand.upload(randomBytes(1000), key)
    const found = await receiptOf(body.receipt.payload.media_sha256)
    assert.equal(found.status, 200)
    for (const name of contractNames('GET', `${MEDIA}/receipt/{sha256}`)) assert.ok(Object.hasOwn(body, name), name)
    assert.deepEqual(
      { ...found.body, receipt: { ...found.body.receipt, log: null } },
      { ...body, receipt: { ...body.receipt, log: null } },
    )
  },
)

test('an empty body is refused and nothing of it stays', async () => {
  for (const body of ['', Readable.toWeb(Readable.from([]))]) {
    const reply = await stand.request('POST', MEDIA, { headers: bearer(), body, duplex: 'half' } as RequestInit)
    assert.equal(reply.status, 400)
    assert.equal(reply.body.error, 'empty_body')
    assert.match(reply.body.fix.call, /--data-binary/)
  }
  assert.ok(!onDisk().blobs.includes(hex('')))
  assert.equal((await receiptOf(hex(''))).status, 404)
})

test('the same bytes again give the first receipt and count once', async () => {
  const bytes = randomBytes(5000)
  const first = await stand.upload(bytes, key, 'image/png')
  const { used_bytes } = await stored()
  const second = await stand.upload(bytes, key, 'image/jpeg')
  assert.equal(second.status, 200)
  assert.equal(second.body.cid, first.body.cid)
  assert.equal(second.body.receipt.payload.media_type, 'image/png')
  assert.equal((await stored()).used_bytes, used_bytes)
})

test('the same bytes many times at once give one receipt', async () => {
  const bytes = randomBytes(5000)
  const { used_bytes } = await stored()
  const replies = await Promise.all(Array.from({ length: 12 }, () => stand.upload(bytes, key)))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  const cids = new Set(replies.map(({ body }) => body.cid))
  assert.equal(cids.size, 1)
  assert.ok(cids.has((await receiptOf(hex(bytes))).body.cid))
  assert.equal((await stored()).used_bytes, used_bytes + 5000)
})

test('another owner with the same bytes gets the first receipt, and a copy of its own', async () => {
  const other = await stand.mint({ owner: 'other@example.com' })
  const bytes = randomBytes(3000)
  const first = await stand.upload(bytes, key)
  const second = await stand.upload(bytes, other)
  assert.equal(second.body.cid, first.body.cid)
  assert.equal((await stand.request('DELETE', `${MEDIA}/${hex(bytes)}`, { headers: bearer() })).status, 200)
  const { items } = (await stand.get(MEDIA, bearer(other))).body
  assert.deepEqual(
    items.map(({ sha256 }: { sha256: string }) => sha256),
    [hex(bytes)],
  )
  assert.ok(onDisk().blobs.includes(hex(bytes)), 'the other still holds them')
  await stand.request('DELETE', `${MEDIA}/${hex(bytes)}`, { headers: bearer(other) })
  assert.ok(!onDisk().blobs.includes(hex(bytes)))
})

test('deleting frees the room at once and keeps the receipt, which the same bytes then find again', async () => {
  const bytes = randomBytes(4000)
  const { body } = await stand.upload(bytes, key)
  const { used_bytes } = await stored()
  const deleted = await stand.request('DELETE', `${MEDIA}/${hex(bytes)}`, { headers: bearer() })
  assert.equal(deleted.status, 200)
  assert.equal((await stored()).used_bytes, used_bytes - 4000)
  const found = await receiptOf(hex(bytes))
  assert.equal(found.body.cid, body.cid)
  const verdict = await stand.get(`/api/world-model/verify/by-cid/${body.cid}`)
  assert.deepEqual([verdict.body.valid, verdict.body.checks[5].result], [true, true])
  assert.equal((await stand.upload(bytes, key)).body.cid, body.cid)
})

test('only what the owner stores can be deleted', async () => {
  const bytes = randomBytes(100)
  await stand.upload(bytes, key)
  const stranger = await stand.mint({ owner: 'stranger@example.com' })
  const refused = await stand.request('DELETE', `${MEDIA}/${hex(bytes)}`, { headers: bearer(stranger) })
  assert.equal(refused.status, 404)
  assert.ok(refused.body.fix.call)
  assert.equal((await stand.request('DELETE', `${MEDIA}/nonsense`, { headers: bearer() })).status, 400)
  assert.equal((await stand.request('DELETE', `${MEDIA}/${hex(bytes)}`)).status, 401)
})

test('the list is of the owner, newest first, and comes in pages that lose nothing', async () => {
  const owner = await stand.mint({ owner: 'many@example.com' })
  const sent: string[] = []
  for (let n = 0; n < 120; n += 1) {
    const bytes = randomBytes(10)
    assert.equal((await stand.upload(bytes, owner)).status, 200)
    sent.unshift(hex(bytes))
  }
  const listed: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await stand.get(`${MEDIA}${query}`, bearer(owner))
    assert.equal(status, 200)
    listed.push(...body.items.map(({ sha256 }: { sha256: string }) => sha256))
    cursor = body.next
  }
  assert.deepEqual(new Set(listed), new Set(sent))
  assert.equal(listed.length, sent.length)
  assert.equal((await stand.get(`${MEDIA}?cursor=nonsense`, bearer(owner))).status, 400)
  assert.equal((await stand.get(MEDIA)).status, 401)
})

test('at the quota an upload is 402 that says what to free, and what does not fit leaves nothing', async () => {
  const small = await stand.mint({ owner: 'small@example.com', quotaBytes: 1000 })
  const tooMuch = randomBytes(1001)
  const refused = await stand.upload(tooMuch, small)
  assert.equal(refused.status, 402)
  assert.equal(refused.body.error, 'quota_reached')
  assert.ok(!onDisk().blobs.includes(hex(tooMuch)))
  assert.equal((await receiptOf(hex(tooMuch))).status, 404)

  const fits = randomBytes(1000)
  assert.equal((await stand.upload(fits, small)).status, 200)
  const full = await stand.upload('x', small)
  assert.equal(full.status, 402)
  assert.match(full.body.fix.call, /\/api\/account\/storage/)
  assert.equal((await stand.get(MEDIA, bearer(small))).status, 200)
  assert.equal((await stand.request('DELETE', `${MEDIA}/${hex(fits)}`, { headers: bearer(small) })).status, 200)
  assert.equal((await stand.upload('y', small)).status, 200)
})

test('more than 100 MB is refused: by its length at once, in chunks as soon as it is known', async () => {
  const announced = await exchange(
    stand.url,
    `POST ${MEDIA} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${LIMIT + 1}\r\n\r\n`,
  )
  assert.equal(announced.status, 413)
  assert.equal(announced.body.error, 'too_large')

  const chunked = await sendChunks(LIMIT + 1)
  assert.equal(chunked.status, 413)
  for (const body of [announced.body, chunked.body]) {
    assert.deepEqual(body.detail, { limit_bytes: LIMIT })
    assert.match(body.fix.do, /100000000/)
  }
  assert.deepEqual(onDisk().incoming, [])
})

test('whoever keeps sending after the refusal is hung up on', async () => {
  const { hostname, port } = new URL(stand.url)
  const socket = connect(Number(port), hostname)
  let reply = ''
  socket.on('data', (bytes) => {
    reply += bytes
  })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(
    `POST ${MEDIA} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1 << 20), Buffer.from('\r\n')])
  const send = () => {
    while (socket.writable && socket.write(chunk));
  }
  socket.on('drain', send)
  send()
  await closed
  assert.match(reply, /^HTTP\/1\.1 413 /)
  assert.deepEqual(onDisk().incoming, [])
})

test('exactly 100 MB is taken, in chunks', async () => {
  const { used_bytes } = await stored()
  const { status, body } = await sendChunks(LIMIT)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.receipt.payload.bytes, LIMIT)
  assert.equal((await stored()).used_bytes, used_bytes + LIMIT)
  await stand.request('DELETE', `${MEDIA}/${body.receipt.payload.media_sha256}`, { headers: bearer() })
})

test('an upload that breaks off leaves no bytes, no record and no receipt', async () => {
  const before = { disk: onDisk(), used: (await stored()).used_bytes, size: await treeSize() }
  for (const framing of ['Content-Length: 1000000', 'Transfer-Encoding: chunked']) {
    const { hostname, port } = new URL(stand.url)
    const socket = connect(Number(port), hostname)
    const start = framing.startsWith('T') ? '5\r\nhello\r\n' : 'hello'
    socket.write(`POST ${MEDIA} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${framing}\r\n\r\n${start}`)
    while (onDisk().incoming.length === 0) await sleep(5)
    socket.destroy()
    while (onDisk().incoming.length > 0) await sleep(5)
  }
  assert.deepEqual({ disk: onDisk(), used: (await stored()).used_bytes, size: await treeSize() }, before)
  assert.equal((await receiptOf(hex('hello'))).status, 404)
})

test('the bytes are never served, under any address of theirs', async () => {
  const secret = '<script>alert("served")</script>'
  await stand.upload(secret, key, 'text/html')
  const digest = hex(secret)
  for (const path of [`${MEDIA}/${digest}`, `${MEDIA}/receipt/${digest}`, `/blobs/${digest.slice(0, 2)}/${digest}`]) {
    const { body, headers } = await stand.get(path, bearer())
    assert.ok(!JSON.stringify(body).includes('<script>'), path)
    assert.match(headers.get('content-type')!, /^application\/json/)
  }
})

test('bytes nobody handed over are a 404 that speaks of our records only, and no hash is a 400', async () => {
  const unknown = await receiptOf('0'.repeat(64))
  assert.equal(unknown.status, 404)
  assert.deepEqual([unknown.body.found, unknown.body.valid], [false, null])
  assert.match(unknown.body.reason, /says nothing about the bytes/)
  assert.ok(unknown.body.request_id)
  for (const odd of ['0'.repeat(63), '0'.repeat(65), 'A'.repeat(64), 'nonsense', '..%2f..%2fx'])
    assert.equal((await receiptOf(odd)).status, 400, odd)
})

test('without a key there is no upload, and the ways to one are listed', async () => {
  const { status, body, headers } = await stand.request('POST', MEDIA, { body: 'x' })
  assert.equal(status, 401)
  assert.ok(body.detail.ways.length >= 2)
  assert.match(headers.get('www-authenticate')!, /resource_metadata=/)
})

test('while the log is down no receipt is promised; the same bytes get theirs once it is back', async () => {
  const bytes = randomBytes(500)
  const mend = breakLog(stand)
  try {
    const refused = await stand.upload(bytes, key)
    assert.equal(refused.status, 503)
    const looked = await receiptOf(hex(bytes))
    assert.equal(looked.status, 404)
    assert.match(looked.body.reason, /no receipt was issued/)
  } finally {
    mend()
  }
  const { status, body } = await stand.upload(bytes, key)
  assert.equal(status, 200)
  assert.equal((await receiptOf(hex(bytes))).body.cid, body.cid)
})

async function treeSize(): Promise<number> {
  return (await stand.get('/api/world-model/verify/log/sth')).body.size
}

/** Zeros in chunks of 1 MB, without ever holding them all. */
async function sendChunks(total: number) {
  const megabyte = Buffer.alloc(1_000_000)
  const chunks = (function* () {
    for (let left = total; left > 0; left -= megabyte.length)
      yield megabyte.subarray(0, Math.min(left, megabyte.length))
  })()
  const body = Readable.toWeb(Readable.from(chunks))
  return stand.request('POST', MEDIA, { headers: bearer(), body, duplex: 'half' } as RequestInit)
}
