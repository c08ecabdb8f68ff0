import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkpointHolds, sha256 } from './plain-verifier.ts'
import { type Stand, startStand } from './stand.ts'

const LEAVES = 300

let stand: Stand
let cids: Buffer[]
// biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
let keyFile: any
before(async () => {
  stand = await startStand()
  const replies = await Promise.all(Array.from({ length: LEAVES }, () => stand.state()))
  cids = []
  for (const { receipt } of replies) cids[receipt.log.leaf_index] = Buffer.from(receipt.payload_sha256, 'hex')
  ;({ body: keyFile } = await stand.get('/.well-known/svc.json'))
})
after(() => stand.stop())

async function tile(path: string) {
  const reply = await fetch(`${stand.url}/log/tile/${path}`)
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

const leaf = (cid: Buffer) => sha256(Uint8Array.of(0), cid)
const fold = (hashes: Buffer[]): Buffer => {
  if (hashes.length === 1) return hashes[0]!
  const cut = 2 ** (Math.ceil(Math.log2(hashes.length)) - 1)
  return sha256(Uint8Array.of(1), fold(hashes.slice(0, cut)), fold(hashes.slice(cut)))
}

test('the checkpoint is a signed note under the published vkey, and says what the head says', async () => {
  const { status, headers, body } = await stand.get('/log/checkpoint')
  assert.equal(status, 200)
  assert.match(headers.get('content-type')!, /^text\/plain/)
  assert.equal(headers.get('cache-control'), 'no-store')
  const checkpoint = checkpointHolds(body, keyFile.log.vkey)
  const { sth } = (await stand.get('/api/world-model/verify/log/sth')).body
  assert.deepEqual(checkpoint, { size: sth.payload.tree_size, root: sth.payload.root_sha256 })
  assert.equal(checkpoint?.size, LEAVES)
  assert.equal(body.split('\n')[0], keyFile.log.origin)
})

test('the root of the checkpoint follows from the tiles alone', async () => {
  const full = await tile('0/000')
  const rest = await tile(`0/001.p/${LEAVES - 256}`)
  assert.deepEqual([full.status, rest.status], [200, 200])
  const hashes = Buffer.concat([full.bytes, rest.bytes])
  const leaves = Array.from({ length: LEAVES }, (_, at) => hashes.subarray(at * 32, at * 32 + 32))
  assert.deepEqual(leaves, cids.map(leaf))
  const checkpoint = checkpointHolds((await stand.get('/log/checkpoint')).body, keyFile.log.vkey)
  assert.equal(fold(leaves).toString('hex'), checkpoint?.root)
  assert.deepEqual((await tile('1/000.p/1')).bytes, fold(leaves.slice(0, 256)))
})

test('an entry is the 32 bytes of a content id behind their length, and nothing else', async () => {
  const { bytes } = await tile('entries/000')
  assert.deepEqual(bytes, Buffer.concat(cids.slice(0, 256).flatMap((cid) => [Buffer.from([0, 32]), cid])))
})

test('a tile may be kept for ever, and a partial one is the beginning of the full one', async () => {
  const full = await tile('0/000')
  for (const path of ['0/000', '0/000.p/17', 'entries/000', `0/001.p/${LEAVES - 256}`]) {
    const { status, headers } = await tile(path)
    assert.equal(status, 200, path)
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.match(headers.get('content-type')!, /^application\/octet-stream/)
  }
  assert.deepEqual((await tile('0/000.p/17')).bytes, full.bytes.subarray(0, 17 * 32))
})

for (const path of [
  '0/001',
  `0/001.p/${LEAVES - 256 + 1}`,
  '0/002.p/1',
  '1/000',
  '2/000.p/1',
  '0/000.p/0',
  '0/000.p/256',
  '0/000.p/017',
  '0/0',
  '00/000',
  '64/000.p/1',
  '0/x000/000',
  'entries/001',
  'leaves/000',
  '0/000/',
  '..%2f..%2fcheckpoint',
])
  test(`the tile ${path} is not there, and nobody may remember that for long`, async () => {
    const { status, headers, bytes } = await tile(path)
    assert.equal(status, 404)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(JSON.parse(bytes.toString()).error, 'not_found')
  })
