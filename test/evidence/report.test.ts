import assert from 'node:assert/strict'
import test from 'node:test'
import { signCard } from '../../src/evidence/card.ts'
import { encodeHex } from '../../src/evidence/encoding.ts'
import { findEvidence } from '../../src/evidence/find.ts'
import { leafHash, nodeHash } from '../../src/evidence/merkle.ts'
import { type ReportOptions, reportOn } from '../../src/evidence/report.ts'
import { sodiumPrimitives } from '../../src/evidence/signatures/sodium.ts'
import { loggedReceipts, ours, proveAll, published, statement, stranger } from './witness.ts'

const receipts = loggedReceipts(5)
const receipt = receipts[3]!
const card = signCard({ name: 'A', skills: [{ id: 'x' }], capabilities: { streaming: false } }, ours)
const report = (value: unknown, options: ReportOptions = {}) =>
  reportOn(typeof value === 'string' ? value : JSON.stringify(value), { keys: published }, options, sodiumPrimitives)

test('what can be verified is found wherever it stands', () => {
  const document = { metric: 1, 'a/b': [{ receipt }], proof: receipt.log, head: { sth: receipt.log!.sth }, card }
  assert.deepEqual(
    findEvidence(document).map(({ kind, at }) => [kind, at]),
    [
      ['receipt', '/a~1b/0/receipt'],
      ['log proof', '/proof'],
      ['signed head', '/head/sth'],
      ['agent card', '/card'],
    ],
  )
  assert.deepEqual(
    findEvidence(receipt).map(({ kind, at }) => [kind, at]),
    [['receipt', '']],
  )
  assert.deepEqual(findEvidence([1, 'x', null, { a: {} }]), [])
})

test('a receipt gives one line a check, and 0', async () => {
  const { exit, lines, explain } = await report(receipt)
  assert.equal(exit, 0)
  assert.deepEqual(
    lines.map(({ check, result }) => [check, result]),
    [
      ['payload_hash', true],
      ['signer_key', true],
      ['signature', true],
      ['envelope_schema', true],
      ['schema', null],
      ['logged', true],
    ],
  )
  assert.ok(explain.length >= 3)
})

const leaves = receipts
  .slice(0, 2)
  .map(({ payload_sha256 }) => leafHash(Buffer.from(payload_sha256, 'hex'), sodiumPrimitives.sha256))
const head = proveAll(receipts.slice(0, 2).map(({ payload_sha256 }) => payload_sha256))[0]!.sth
const consistency = {
  first_size: 1,
  second_size: 2,
  first_root: encodeHex(leaves[0]!),
  second_root: encodeHex(nodeHash(leaves[0]!, leaves[1]!, sodiumPrimitives.sha256)),
  consistency_path: [encodeHex(leaves[1]!)],
  sth: head,
}

const FILES: [what: string, file: unknown, exit: 0 | 1 | 2, options?: ReportOptions][] = [
  ['a whole reply', { metric: { mm: 201 }, receipt, verify: { steps: [] } }, 0],
  ['a batch', { receipts }, 0],
  ['a media receipt reply', { found: true, cid: receipt.payload_sha256, receipt, means: '…' }, 0],
  ['a proof from the log', { found: true, ...receipt.log }, 0],
  ['a proof beside its content id', { cid: receipt.payload_sha256, ...receipt.log }, 0],
  ['a proof beside another content id', { cid: '0'.repeat(64), ...receipt.log }, 1],
  ['a proof with another root', { ...receipt.log, root_sha256: '0'.repeat(64) }, 1],
  ['a proof under a stranger’s head', proveAll([receipt.payload_sha256], stranger)[0], 2],
  ['a signed head', { available: true, sth: receipt.log!.sth }, 0],
  ['a changed head', { ...receipt.log!.sth, payload: { ...receipt.log!.sth.payload, tree_size: 6 } }, 1],
  ['a consistency proof', consistency, 0],
  ['a consistency proof that does not lead there', { ...consistency, first_root: '0'.repeat(64) }, 1],
  ['a consistency proof from nothing', { ...consistency, first_size: 0 }, 1],
  ['a consistency proof backwards', { ...consistency, first_size: 3 }, 1],
  ['a consistency proof under another head', { ...consistency, sth: receipt.log!.sth }, 2],
  ['a card', card, 0],
  ['a changed card', { ...card, name: 'B' }, 1],
  ['an unsigned card', { name: 'A', skills: [], capabilities: {} }, 2],
  ['a changed receipt', { ...receipt, payload: { ...receipt.payload, usable: false } }, 1],
  ['one changed receipt among good ones', [...receipts, { ...receipt, note: 1 }], 1],
  ['a stranger’s receipt', loggedReceipts(1, statement, stranger)[0], 2],
  ['a stranger’s receipt among good ones', [...receipts, loggedReceipts(1, statement, stranger)[0]], 2],
  ['a receipt of the expected schema', receipt, 0, { expectedSchema: 'svc.produce.v1' }],
  ['a receipt of another schema', receipt, 1, { expectedSchema: 'svc.clip.v1' }],
  ['a file without evidence', { a: 1 }, 2],
  ['no JSON', 'hello', 2],
  ['a key twice', JSON.stringify(receipt).replace('{', '{"kid":"x",'), 2],
  ['a byte order mark', `\ufeff${JSON.stringify(receipt)}`, 2],
]

for (const [what, file, exit, options] of FILES) {
  test(`${what} gives ${exit}`, async () => {
    const told = await report(file, options)
    assert.equal(told.exit, exit, told.summary)
    assert.ok(told.summary)
    assert.ok(told.explain.length > 0)
    for (const { text } of told.lines) assert.ok(text)
  })
}
