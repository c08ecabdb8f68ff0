import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonical, headHolds, isConsistent, keyNamed, proofHolds, sha256, signatureHolds } from './plain-verifier.ts'
import { freshFolder, startStand } from './stand.ts'

test('the recipe to the letter: steps 1 to 4 with the service stopped, step 5 with it running', async (t) => {
  const [folder, desk] = [freshFolder(t), freshFolder(t)]
  const photograph = Buffer.from('the bytes that were handed over')

  const earlier = await startStand({ DATA_DIR: folder })
  const { body: uploaded } = await earlier.upload(photograph, await earlier.mint(), 'image/jpeg')
  const measured = await earlier.state(201.5)
  for (const [name, path] of [['svc.json', '/.well-known/svc.json']] as const)
    writeFileSync(join(desk, name), await (await fetch(earlier.url + path)).text())
  writeFileSync(join(desk, 'upload.json'), JSON.stringify(uploaded))
  writeFileSync(join(desk, 'measured.json'), JSON.stringify(measured))
  await earlier.stop()
  await assert.rejects(fetch(`${earlier.url}/api/health`), 'nobody is left to ask')

  const saved = (name: string) => JSON.parse(readFileSync(join(desk, name), 'utf8'))
  const keyFile = saved('svc.json')
  for (const name of ['upload.json', 'measured.json']) {
    const { receipt, verify } = saved(name)
    assert.deepEqual(
      verify.steps.map(({ n, needs_us }: { n: number; needs_us: boolean }) => [n, needs_us]),
      [1, 2, 3, 4, 5].map((n) => [n, n === 5]),
    )

    await t.test(`${name}, step 1: the canonical payload hashes to payload_sha256`, () => {
      assert.equal(sha256(canonical(receipt.payload)).toString('hex'), receipt.payload_sha256)
    })
    await t.test(`${name}, step 2: the kid is in the key file, and the envelope repeats the payload`, () => {
      assert.ok(keyNamed(keyFile, receipt.kid))
      for (const member of ['schema', 'kid', 'signer', 'signed_at'])
        assert.equal(receipt[member], receipt.payload[member])
    })
    await t.test(`${name}, step 3: the signature holds over those bytes`, () => {
      const signature = Buffer.from(receipt.signature_b64, 'base64')
      assert.ok(signatureHolds(keyNamed(keyFile, receipt.kid)!, canonical(receipt.payload), signature))
    })
    await t.test(`${name}, step 4: it speaks of what I hold, and its proof leads to a signed head`, () => {
      if (name === 'upload.json') assert.equal(receipt.payload.media_sha256, sha256(photograph).toString('hex'))
      else assert.equal(receipt.payload.value, saved(name).value)
      assert.ok(proofHolds(receipt.payload_sha256, receipt.log, keyFile))
      for (const said of ['sth.payload.root_sha256', 'sth.payload.tree_size', 'log_id', 'sth.kid'])
        assert.ok(verify.steps[3].do.includes(said), `step 4 does not say to compare ${said}`)
    })
  }

  const later = await startStand({ DATA_DIR: folder })
  t.after(() => later.stop())
  for (let n = 0; n < 3; n += 1) await later.state()
  for (const name of ['upload.json', 'measured.json']) {
    const { receipt, verify } = saved(name)
    await t.test(`${name}, step 5: the log was only ever added to`, async () => {
      const [consistency, byCid] = verify.steps[4].do.match(/http[^\s),]+/g).map((url: string) => new URL(url).pathname)
      const { sth } = (await later.get('/api/world-model/verify/log/sth')).body
      assert.ok(headHolds(sth, keyFile))
      const { tree_size } = receipt.log
      const { body } = await later.get(`${consistency}?first=${tree_size}&second=${sth.payload.tree_size}`)
      assert.ok(isConsistent(body))
      assert.equal(body.first_root, receipt.log.root_sha256)
      assert.equal(body.second_root, sth.payload.root_sha256)
      assert.ok(sth.payload.tree_size >= tree_size + 3)
      assert.equal((await later.get(byCid)).body.valid, true)
    })
  }
})

test('the plain verifier tells a forged proof from a good one, so that its yes means something', async (t) => {
  const stand = await startStand()
  t.after(() => stand.stop())
  const replies = []
  for (let n = 0; n < 7; n += 1) replies.push(await stand.state(n))
  const { body: keyFile } = await stand.get('/.well-known/svc.json')
  for (const { receipt } of replies) {
    const { log, payload_sha256: cid } = receipt
    assert.ok(proofHolds(cid, log, keyFile))
    for (const forged of [
      { ...log, leaf_index: log.leaf_index + 1 },
      { ...log, tree_size: log.tree_size + 1 },
      { ...log, audit_path: [...log.audit_path, '0'.repeat(64)] },
      { ...log, root_sha256: '0'.repeat(64) },
      { ...log, sth: { ...log.sth, payload: { ...log.sth.payload, root_sha256: '0'.repeat(64) } } },
    ])
      assert.ok(!proofHolds(cid, forged, keyFile))
    assert.ok(!proofHolds('0'.repeat(64), log, keyFile))
  }
})
