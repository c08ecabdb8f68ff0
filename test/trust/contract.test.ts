import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contractNames, needsContract, type Stand, startStand, UNKNOWN_CID } from './stand.ts'

let stand: Stand
let cid: string
// biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
let receipt: any
let mediaSha256: string
before(async () => {
  stand = await startStand()
  const first = await stand.state()
  await stand.state()
  ;({ receipt } = first)
  cid = receipt.payload_sha256
  const uploaded = await stand.upload('custody', await stand.mint())
  mediaSha256 = uploaded.body.receipt.payload.media_sha256
})
after(() => stand.stop())

const V = '/api/world-model/verify'

/** Every answer a route can give with 200 has every name, also where there is nothing to say under it. */
const CALLS: [string, string, () => [string, unknown?]][] = [
  ['POST', V, () => [V, { token: cid }]],
  ['POST', V, () => [V, { token: UNKNOWN_CID }]],
  ['POST', V, () => [V, { receipt }]],
  ['GET', `${V}/by-cid/{cid}`, () => [`${V}/by-cid/${cid}`]],
  ['GET', `${V}/by-cid/{cid}`, () => [`${V}/by-cid/${UNKNOWN_CID}`]],
  ['POST', `${V}/receipt`, () => [`${V}/receipt`, { receipt }]],
  ['POST', `${V}/receipt`, () => [`${V}/receipt`, { receipt: {} }]],
  ['POST', `${V}/batch`, () => [`${V}/batch`, { receipts: [receipt, null] }]],
  ['GET', `${V}/log/sth`, () => [`${V}/log/sth`]],
  ['GET', `${V}/log/proof/{cid}`, () => [`${V}/log/proof/${cid}`]],
  ['GET', `${V}/log/proof/{cid}`, () => [`${V}/log/proof/${UNKNOWN_CID}`]],
  ['GET', `${V}/log/consistency`, () => [`${V}/log/consistency?first=1&second=2`]],
  ['GET', `${V}/agent-card`, () => [`${V}/agent-card`]],
  ['POST', `${V}/agent-card`, () => [`${V}/agent-card`, { card: { name: 'x' } }]],
  ['GET', '/api/world-model/media/receipt/{sha256}', () => [`/api/world-model/media/receipt/${mediaSha256}`]],
  ['GET', '/api/verify/key', () => ['/api/verify/key']],
]

for (const [method, path, call] of CALLS)
  test(`${method} ${path} answers with every name of the contract`, needsContract, async () => {
    const [address, body] = call()
    const reply = method === 'GET' ? await stand.get(address) : await stand.post(address, body)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    assert.deepEqual(
      contractNames(method, path).filter((name) => !Object.hasOwn(reply.body, name)),
      [],
    )
    assert.ok(reply.headers.get('x-request-id'))
  })

test('every check of a verdict has the seven names, and logged says that nobody co-signs', async () => {
  const { body } = await stand.get(`${V}/by-cid/${cid}`)
  for (const check of body.checks)
    for (const name of ['check', 'kind', 'what', 'result', 'reason', 'against', 'proof'])
      assert.ok(Object.hasOwn(check, name), `${check.check} has no ${name}`)
  assert.match(body.checks[5].witness_note, /No independent party/)
})
