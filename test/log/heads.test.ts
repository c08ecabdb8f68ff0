import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import test from 'node:test'
import {
  checkpointBody,
  keyId,
  NOTE_COSIGNATURE_V1,
  parseCheckpoint,
  verifyCheckpoint,
  vkey,
  type Witness,
} from '../../src/evidence/checkpoint.ts'
import { decodeBase64, decodeBase64url, encodeBase64, encodeHex } from '../../src/evidence/encoding.ts'
import { sodiumPrimitives } from '../../src/evidence/signatures/sodium.ts'
import { webcryptoPrimitives } from '../../src/evidence/signatures/webcrypto.ts'
import { verifyTreeHead } from '../../src/evidence/tree-head.ts'
import { logSigner } from '../../src/store/log/signer.ts'
import { IDENTITY, newKey, publish, START } from './fixture.ts'
import { cidOf, sha256 } from './naive-tree.ts'

const key = newKey()
const published = publish(key)
const signer = logSigner(key)
const payload = { log_id: IDENTITY.logId, tree_size: 7, root_sha256: encodeHex(cidOf(7)), timestamp: START }
const head = signer.signHead(payload)
const judge = async (sth: unknown, keys = published) => (await verifyTreeHead(sth, keys, sodiumPrimitives)).valid

test('a signed head verifies with the published keys alone, here and in a browser', async () => {
  assert.equal(await judge(head), true)
  assert.equal(await judge(JSON.parse(JSON.stringify(head))), true)
  assert.equal((await verifyTreeHead(head, published, webcryptoPrimitives)).valid, true)
  const { payload: p, ...rest } = head
  const reordered = {
    ...rest,
    payload: { timestamp: p.timestamp, tree_size: p.tree_size, root_sha256: p.root_sha256, log_id: p.log_id },
  }
  assert.equal(await judge(reordered), true)
})

test('a head by a key we never published, or of another log of ours, is not judged', async () => {
  assert.equal(await judge(head, publish(newKey('svc-2031-01'))), null)
  assert.equal(await judge(signer.signHead({ ...payload, log_id: 'svc.log.other.v1' })), null)
})

test('a head that was changed, or is no head, is false', async () => {
  const wrong: unknown[] = [
    null,
    undefined,
    5,
    'head',
    [],
    {},
    [head],
    { ...head, extra: 1 },
    { ...head, payload: { ...payload, extra: 1 } },
    { ...head, payload: [payload] },
    ...Object.keys(head).map((member) => ({ ...head, [member]: undefined })),
    ...Object.keys(head).map((member) => Object.fromEntries(Object.entries(head).filter(([name]) => name !== member))),
    ...Object.keys(payload).map((member) => ({ ...head, payload: { ...payload, [member]: null } })),
    ...[8, -1, 7.5, '7', 2 ** 53, Number.NaN].map((tree_size) => ({ ...head, payload: { ...payload, tree_size } })),
    ...[encodeHex(cidOf(8)), encodeHex(cidOf(7)).toUpperCase(), 'ab'].map((root_sha256) => ({
      ...head,
      payload: { ...payload, root_sha256 },
    })),
    ...['2026-03-01T08:00:01.000Z', '2026-03-01T08:00:00Z', '2026-03-01', 'now'].map((timestamp) => ({
      ...head,
      payload: { ...payload, timestamp },
    })),
    { ...head, payload: { ...payload, log_id: '\ud800' } },
    { ...head, payload_sha256: encodeHex(cidOf(0)) },
    { ...head, payload_sha256: head.payload_sha256.toUpperCase() },
    { ...head, signature_b64: `${head.signature_b64} ` },
    { ...head, signature_b64: head.signature_b64.replace(/=+$/, '') },
    { ...head, signature_b64: encodeBase64(new Uint8Array(64)) },
    { ...head, signature_b64: encodeBase64(decodeBase64(head.signature_b64)!.slice(1)) },
    logSigner(newKey()).signHead(payload),
  ]
  for (const [at, sth] of wrong.entries()) assert.equal(await judge(sth), false, `case ${at}`)
})

const checkpoint = { origin: IDENTITY.origin, treeSize: 7, root: cidOf(7) }
const note = signer.signCheckpoint(checkpoint)
const verify = (text: string, witnesses: Witness[] = [], keys = published) =>
  verifyCheckpoint(text, keys, witnesses, sodiumPrimitives)

test('a key has the text and the id that Go gives it', () => {
  const publicKey = decodeBase64('ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')!.slice(1)
  assert.equal(
    vkey('PeterNeumann', publicKey, sha256),
    'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  )
})

test('a checkpoint is read back as it was signed', async () => {
  assert.deepEqual(parseCheckpoint(note)!.checkpoint, checkpoint)
  assert.deepEqual(await verify(note), { valid: true, reason: null, checkpoint, cosigners: [], unknown: [] })
})

test('a witness who co-signs is named with its time, a stranger only by name', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const witness = { name: 'witness.test/w1', publicKey: decodeBase64url(publicKey.export({ format: 'jwk' }).x!)! }
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(1679315147n)
  const message = Buffer.from(`cosignature/v1\ntime 1679315147\n${checkpointBody(checkpoint)}`)
  const id = keyId(witness.name, NOTE_COSIGNATURE_V1, witness.publicKey, sha256)
  const signature = sign(null, message, privateKey)
  const line = `— ${witness.name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`
  const found = await verify(note + line, [witness])
  assert.deepEqual(
    [found.valid, found.cosigners, found.unknown],
    [true, [{ name: witness.name, time: 1679315147 }], []],
  )
  const stranger = await verify(note + line)
  assert.deepEqual([stranger.valid, stranger.cosigners, stranger.unknown], [true, [], [witness.name]])
  time.writeBigUInt64BE(1679315148n)
  const later = `— ${witness.name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`
  assert.equal((await verify(note + later, [witness])).valid, false)
  const bare = checkpointBody(checkpoint) + `\n${line}`
  assert.equal((await verify(bare, [witness])).valid, null)
})

test('a checkpoint of another log or by another key is not judged, a changed one is false', async () => {
  const other = logSigner(newKey())
  assert.equal((await verify(other.signCheckpoint(checkpoint))).valid, null)
  assert.equal((await verify(signer.signCheckpoint({ ...checkpoint, origin: 'other.test/v1' }))).valid, null)
  assert.equal((await verify(note.replace('\n7\n', '\n8\n'))).valid, false)
  assert.equal((await verify(note.replace(encodeBase64(cidOf(7)), encodeBase64(cidOf(8))))).valid, false)
})

test('text that is no signed checkpoint is false, never a crash', async () => {
  const [body, line] = note.split('\n\n') as [string, string]
  const wrong = [
    '',
    '\n',
    '\n\n',
    body,
    `${body}\n`,
    `${body}\n\n`,
    note.slice(0, -1),
    `${note}\n`,
    note.replaceAll('\n', '\r\n'),
    note.replace('— ', '- '),
    note.replace('\n7\n', '\n07\n'),
    note.replace('\n7\n', '\n-7\n'),
    note.replace('\n7\n', '\n7.0\n'),
    note.replace('\n7\n', '\n9007199254740993\n'),
    note.replace('\n7\n', '\n\n'),
    note.replace(encodeBase64(cidOf(7)), 'AAAA'),
    `${body}\n\n${line.replace(/ \S+\n$/, ' AAAA\n')}`,
    `${body}\n\n${line.replace('= ', '=')}x`,
    `${body}\n\n${line.replace(IDENTITY.origin, 'a b')}`,
    `${note}\u0000`,
    `${note}— x \ud800\n`,
    body + '\n\n' + line.repeat(100),
    'x'.repeat(100_000),
  ]
  for (const text of wrong) assert.equal((await verify(text)).valid, false, JSON.stringify(text.slice(0, 80)))
})
