import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCli } from './child.ts'
import { checkpointHolds, headHolds, isConsistent, proofHolds } from './plain-verifier.ts'
import { freshFolder, startStand } from './stand.ts'

const STATED_MS = 10_000

test('a key rotated beside a running service signs within the stated time, and the old one keeps verifying', async (t) => {
  const [folder, desk] = [freshFolder(t), freshFolder(t)]
  const stand = await startStand({ DATA_DIR: folder })
  t.after(() => stand.stop())
  const old = (await stand.get('/.well-known/svc.json')).body
  const before = await Promise.all(Array.from({ length: 5 }, (_, n) => stand.state(n)))
  const headBefore = (await stand.get('/api/world-model/verify/log/sth')).body.sth

  const rotated = await runCli(['signing-key', 'rotate'], { cwd: desk, env: { DATA_DIR: folder } })
  assert.equal(rotated.code, 0, rotated.err)
  assert.match(rotated.out, /within ten seconds/)
  const [, newKid] = /^(svc-\S+) signs from now on/.exec(rotated.out) ?? []
  assert.ok(newKid && newKid !== old.keys[0].kid)
  assert.equal(statSync(join(folder, 'signing-key.pem')).mode & 0o777, 0o600)

  const deadline = Date.now() + STATED_MS
  let latest = await stand.state()
  while (latest.receipt.kid !== newKid && Date.now() < deadline) {
    assert.equal((await stand.post('/api/world-model/verify/receipt', { receipt: latest.receipt })).body.valid, true)
    await sleep(200)
    latest = await stand.state()
  }
  assert.equal(latest.receipt.kid, newKid, 'the service did not take the new key up in time')

  const now = (await stand.get('/.well-known/svc.json')).body
  const receipts = [...before, latest].map(({ receipt }) => receipt)

  await t.test('the key file lists both, the old one with its end', () => {
    assert.deepEqual(
      now.keys.map(({ kid, until }: { kid: string; until: string | null }) => [kid, until !== null]),
      [
        [old.keys[0].kid, true],
        [newKid, false],
      ],
    )
    assert.deepEqual([now.log.log_id, now.log.origin], [old.log.log_id, old.log.origin])
    assert.notEqual(now.log.vkey, old.log.vkey)
  })
  await t.test('every other place that publishes the key has the new one', async () => {
    for (const path of ['/api/verify/key', '/api/verify/pubkey']) assert.equal((await stand.get(path)).body.kid, newKid)
    const { body } = await stand.get('/api/world-model/verify/agent-card')
    assert.deepEqual([body.self_check.valid, body.self_check.kid], [true, newKid])
    assert.equal(body.jwks.keys.length, 2)
  })
  await t.test('old and new receipts verify: one by one, in a batch, and by their content ids', async () => {
    for (const receipt of receipts) {
      assert.equal((await stand.post('/api/world-model/verify/receipt', { receipt })).body.valid, true)
      const { body } = await stand.get(`/api/world-model/verify/by-cid/${receipt.payload_sha256}`)
      assert.deepEqual([body.valid, body.checks[5].result], [true, true])
      assert.ok(proofHolds(receipt.payload_sha256, receipt.log, now))
    }
    const { body } = await stand.post('/api/world-model/verify/batch', { receipts })
    assert.equal(body.valid, receipts.length)
  })
  await t.test(
    'the command line verifies both with the new key file, and the new one is unknown to the old file',
    async () => {
      writeFileSync(join(desk, 'svc.json'), JSON.stringify(now))
      writeFileSync(join(desk, 'old-svc.json'), JSON.stringify(old))
      writeFileSync(join(desk, 'all.json'), JSON.stringify(receipts))
      const all = await runCli(['verify', 'all.json'], { cwd: desk })
      assert.equal(all.code, 0, all.out)
      const unknown = await runCli(['verify', 'all.json', '--key', 'old-svc.json'], { cwd: desk })
      assert.equal(unknown.code, 2, unknown.out)
      assert.doesNotMatch(unknown.out, /^false/m)
    },
  )
  await t.test('the checkpoint verifies under the new vkey, and no longer under the old one', async () => {
    const text = (await stand.get('/log/checkpoint')).body
    assert.ok(checkpointHolds(text, now.log.vkey))
    assert.equal(checkpointHolds(text, old.log.vkey), undefined)
  })
  await t.test('the heads before and after are of one log', async () => {
    const { sth } = (await stand.get('/api/world-model/verify/log/sth')).body
    assert.ok(headHolds(sth, now) && headHolds(headBefore, now))
    assert.equal(sth.kid, newKid)
    const [first, second] = [headBefore.payload.tree_size, sth.payload.tree_size]
    const { body } = await stand.get(`/api/world-model/verify/log/consistency?first=${first}&second=${second}`)
    assert.ok(isConsistent(body))
    assert.deepEqual([body.first_root, body.second_root], [headBefore.payload.root_sha256, sth.payload.root_sha256])
  })
})

test('right after the rotation, before anything is signed, the published vkey already verifies the checkpoint', async (t) => {
  const folder = freshFolder(t)
  const stand = await startStand({ DATA_DIR: folder })
  t.after(() => stand.stop())
  await stand.state()
  const { body: old } = await stand.get('/.well-known/svc.json')
  assert.equal((await runCli(['signing-key', 'rotate'], { cwd: folder, env: { DATA_DIR: folder } })).code, 0)
  await stand.context.ledger.reload()
  const { body: keyFile } = await stand.get('/.well-known/svc.json')
  const text = (await stand.get('/log/checkpoint')).body
  assert.ok(checkpointHolds(text, keyFile.log.vkey), text)
  assert.ok(checkpointHolds(text, old.log.vkey), 'who pinned the old key loses nothing yet')
  const { sth } = (await stand.get('/api/world-model/verify/log/sth')).body
  assert.ok(headHolds(sth, keyFile))
})

test('rotation under load loses no receipt, and none is signed by a key that is not published', async (t) => {
  const folder = freshFolder(t)
  const stand = await startStand({ DATA_DIR: folder })
  t.after(() => stand.stop())
  let running = true
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
  const receipts: any[] = []
  const work = Array.from({ length: 4 }, async () => {
    while (running) {
      const { receipt } = await stand.state()
      receipts.push(receipt)
      const { body } = await stand.post('/api/world-model/verify/receipt', { receipt })
      assert.equal(body.valid, true, body.reason)
    }
  })
  for (let round = 0; round < 3; round += 1) {
    await runCli(['signing-key', 'rotate'], { cwd: folder, env: { DATA_DIR: folder } })
    await stand.context.ledger.reload()
  }
  running = false
  await Promise.all(work)
  const { body: keyFile } = await stand.get('/.well-known/svc.json')
  assert.equal(keyFile.keys.length, 4)
  for (const receipt of receipts) assert.ok(proofHolds(receipt.payload_sha256, receipt.log, keyFile))
  assert.ok(new Set(receipts.map(({ kid }) => kid)).size >= 2)
})

test('a key from the environment is not rotated behind its back', async (t) => {
  const folder = freshFolder(t)
  const ran = await runCli(['signing-key', 'rotate'], { cwd: folder, env: { DATA_DIR: folder, SIGNING_KEY: 'x' } })
  assert.equal(ran.code, 1)
  assert.match(ran.err, /SIGNING_KEY is set/)
})
