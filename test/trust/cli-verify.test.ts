import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { COMMANDS } from '../../src/commands/index.ts'
import { runCommand } from '../../src/commands/run.ts'
import { type Ran, runCli } from './child.ts'
import { freshFolder, startStand } from './stand.ts'

const V = '/api/world-model/verify'
const PHOTOGRAPH = 'the bytes that were handed over'

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire has no type of ours
type Wire = any

let desk: string
let saved: Record<
  'reply' | 'upload' | 'byCid' | 'proof' | 'noProof' | 'consistency' | 'oldSecond' | 'sth' | 'card' | 'svc',
  Wire
>
before(async () => {
  desk = mkdtempSync(join(tmpdir(), 'witnessmark-desk-'))
  const stand = await startStand()
  const reply = await stand.state(201.5)
  const { body: upload } = await stand.upload(PHOTOGRAPH, await stand.mint())
  await Promise.all([stand.state(), stand.state(), stand.state()])
  const get = async (path: string) => (await stand.get(path)).body
  const size = (await get(`${V}/log/sth`)).size
  saved = {
    reply,
    upload,
    byCid: await get(`${V}/by-cid/${reply.receipt.payload_sha256}`),
    proof: await get(`${V}/log/proof/${reply.receipt.payload_sha256}`),
    noProof: await get(`${V}/log/proof/${'f'.repeat(64)}`),
    consistency: await get(`${V}/log/consistency?first=1&second=${size}`),
    oldSecond: await get(`${V}/log/consistency?first=1&second=3`),
    sth: await get(`${V}/log/sth`),
    card: await get('/.well-known/agent-card.json'),
    svc: await get('/.well-known/svc.json'),
  }
  await stand.stop()
  save('svc.json', saved.svc)
})
after(() => rmSync(desk, { recursive: true, force: true }))

function save(name: string, value: unknown): string {
  const path = join(desk, name)
  writeFileSync(path, typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value))
  return path
}

/** The command itself, with its words and its exit code; only processes of their own take long to start. */
async function verify(value: unknown, ...words: string[]): Promise<Ran> {
  let [out, err] = ['', '']
  const io = {
    config: () => assert.fail('an offline check asked for the settings of a service'),
    out: (line: string) => {
      out += `${line}\n`
    },
    err: (line: string) => {
      err += `${line}\n`
    },
    stdin: async () => '',
  }
  const file = save('evidence.json', value)
  const key = words.includes('--key') ? [] : ['--key', join(desk, 'svc.json')]
  return { code: await runCommand(COMMANDS, ['verify', file, ...key, ...words], io), out, err }
}

for (const [name, found] of [
  ['reply', 'receipt at /receipt'],
  ['upload', 'receipt at /receipt'],
  ['byCid', 'receipt at /receipt'],
  ['proof', 'log proof: logged'],
  ['consistency', 'consistency proof: consistent'],
  ['sth', 'signed head at /sth'],
  ['card', 'agent card'],
] as const)
  test(`${name}: what the service answered holds, and nothing but the key file was needed`, async () => {
    const { code, out } = await verify(saved[name])
    assert.equal(code, 0, out)
    assert.ok(out.includes(found), out)
    assert.match(out, /1 found: 1 valid, 0 false, 0 not established/)
  })

test('a receipt alone, several in a list, and everything in one file are each found', async () => {
  assert.equal((await verify(saved.reply.receipt)).code, 0)
  const { out } = await verify([saved.reply.receipt, saved.upload, { deep: { inside: saved.sth } }])
  assert.match(out, /3 found: 3 valid/)
})

test('one line a check, each with its result', async () => {
  const { out } = await verify(saved.reply)
  for (const check of ['payload_hash', 'signer_key', 'signature', 'envelope_schema', 'logged'])
    assert.match(out, new RegExp(`^true   receipt at /receipt: ${check}: \\S`, 'm'))
  assert.match(out, /^null {3}receipt at \/receipt: schema: not run/m)
})

const TAMPERED: [string, keyof typeof saved, (copy: Wire) => unknown][] = [
  ['a number', 'reply', ({ receipt }) => (receipt.payload.value += 1)],
  ['a signature', 'reply', ({ receipt }) => (receipt.signature_b64 = flipped(receipt.signature_b64))],
  ['a content id', 'reply', ({ receipt }) => (receipt.payload_sha256 = '0'.repeat(64))],
  ['a time', 'reply', ({ receipt }) => (receipt.signed_at = '2020-01-01T00:00:00.000Z')],
  ['a leaf index', 'reply', ({ receipt }) => (receipt.log.leaf_index += 1)],
  ['a node of the path', 'proof', (proof) => (proof.audit_path[0] = '0'.repeat(64))],
  ['the size of the proof', 'proof', (proof) => (proof.tree_size -= 1)],
  ['the root of the proof', 'proof', (proof) => (proof.root_sha256 = '0'.repeat(64))],
  ['a root', 'consistency', (proof) => (proof.first_root = '0'.repeat(64))],
  ['a node between two trees', 'consistency', (proof) => (proof.consistency_path[0] = '0'.repeat(64))],
  ['a smaller first tree', 'consistency', (proof) => (proof.first_size = 2)],
  ['the size of a head', 'sth', ({ sth }) => (sth.payload.tree_size += 1)],
  ['the time of a head', 'sth', ({ sth }) => (sth.payload.timestamp = '2020-01-01T00:00:00.000Z')],
  ['the name on a card', 'card', (card) => (card.name = 'Mallory')],
]

for (const [what, of, spoil] of TAMPERED)
  test(`with ${what} changed, ${of} is false and the exit code says so`, async () => {
    const copy = structuredClone(saved[of])
    spoil(copy)
    const { code, out } = await verify(copy)
    assert.equal(code, 1, out)
    assert.match(out, /^false /m)
  })

test('one bad receipt among good ones decides', async () => {
  const bad = { ...saved.reply.receipt, alg: 'none' }
  const { code, out } = await verify([saved.reply.receipt, bad, saved.upload])
  assert.equal(code, 1)
  assert.match(out, /3 found: 2 valid, 1 false, 0 not established/)
})

const stranger = (): Wire => ({ ...structuredClone(saved.reply.receipt), kid: 'other-2026-01-00000000' })

for (const [what, value] of Object.entries<() => Wire>({
  'a receipt by a key nobody published': stranger,
  'a file without evidence': () => ({ hello: 'world' }),
  'the key file itself': () => saved.svc,
  'an empty list': () => [],
  'no JSON': () => 'PK\x03\x04',
  'an empty file': () => '',
  'a member twice': () => `{"receipt":${JSON.stringify(saved.reply.receipt)},"receipt":{}}`,
  'a number beyond 2^53': () => JSON.stringify(saved.reply).replace('201.5', '9007199254740993'),
  'bytes that are no UTF-8': () => Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]),
  'an answer that nothing was found': () => saved.noProof,
  'a consistency proof to a tree whose head was not kept': () => ({ ...saved.oldSecond, sth: saved.sth.sth }),
  'an unsigned card': () => ({ name: 'x', skills: [], capabilities: {} }),
}))
  test(`${what} establishes nothing: exit code 2, and nobody is accused`, async () => {
    const { code, out } = await verify(value())
    assert.equal(code, 2, out)
    assert.doesNotMatch(out, /^false /m)
    assert.match(out, /\S/)
  })

test('--schema pins what the receipt must be', async () => {
  assert.equal((await verify(saved.reply, '--schema', 'svc.test.v1')).code, 0)
  const { code, out } = await verify(saved.reply, '--schema', 'svc.media.v1')
  assert.equal(code, 1)
  assert.match(out, /^false {2}receipt at \/receipt: schema: /m)
})

test('--media holds the file against the signed hash', async () => {
  const same = save('photograph.jpg', PHOTOGRAPH)
  const held = await verify(saved.upload, '--media', same)
  assert.equal(held.code, 0, held.out)
  assert.match(held.out, /^true {3}media: /m)
  const other = await verify(saved.upload, '--media', save('other.jpg', `${PHOTOGRAPH}.`))
  assert.equal(other.code, 1)
  assert.match(other.out, /^false {2}media: .*is not in the signed payload/m)
})

test('--media says nothing where nothing signed states a hash', async () => {
  const file = save('photograph.jpg', PHOTOGRAPH)
  const unknown = { ...structuredClone(saved.upload.receipt), kid: 'other-2026-01-00000000' }
  for (const value of [unknown, saved.sth, 'no JSON', {}]) {
    const { code, out } = await verify(value, '--media', file)
    assert.doesNotMatch(out, /^(true|false) +media: /m)
    assert.equal(code, 2, out)
  }
})

test('--media believes no hash that stands outside a payload that holds', async () => {
  const file = save('photograph.jpg', PHOTOGRAPH)
  const { media_sha256 } = saved.upload.receipt.payload
  const beside = await verify(
    { media_sha256, payload: { media_sha256 }, receipt: saved.reply.receipt },
    '--media',
    file,
  )
  assert.equal(beside.code, 1, beside.out)
  const forged = structuredClone(saved.upload.receipt)
  forged.payload.media_sha256 = '0'.repeat(64)
  const { code, out } = await verify(forged, '--media', file)
  assert.equal(code, 1)
  assert.doesNotMatch(out, /^true +media: /m)
})

test('--explain says what a pass does not prove', async () => {
  const { out } = await verify(saved.upload, '--explain')
  assert.match(out, /does not prove that the content is true/)
  assert.match(out, /no independent party co-signs/)
  assert.doesNotMatch((await verify(saved.upload)).out, /does not prove/)
})

test('without a file that can be read, or keys that can be trusted, nothing is established', async (t) => {
  const bad = (value: unknown) => save('bad.json', value)
  const [key] = saved.svc.keys
  for (const [what, path] of Object.entries({
    'a key file that is not there': join(desk, 'nowhere.json'),
    'a folder': desk,
    'no JSON': bad('{'),
  }))
    await t.test(what, async () => {
      const { code, err } = await verify(saved.reply, '--key', path)
      assert.equal(code, 2)
      assert.match(err, /cannot be read|is no key file/)
    })
  for (const [what, value] of Object.entries({
    'no keys': { ...saved.svc, keys: [] },
    'a key of 31 bytes': { ...saved.svc, keys: [{ ...key, pubkey_b64: Buffer.alloc(31, 7).toString('base64') }] },
    'the identity as key': { ...saved.svc, keys: [{ ...key, pubkey_b64: `AQ${'A'.repeat(41)}=` }] },
    'two keys under one kid': { ...saved.svc, keys: [key, key] },
    'a member twice': JSON.stringify(saved.svc).replace('{"keys"', '{"keys":[],"keys"'),
  }))
    await t.test(what, async () => {
      const { code, err } = await verify(saved.reply, '--key', bad(value))
      assert.equal(code, 2, err)
      assert.match(err, /bad\.json is no key file/)
    })
})

test('a mistake in the words is told from a verdict', async () => {
  const { code, err } = await verify(saved.reply, '--kye', 'svc.json')
  assert.equal(code, 64)
  assert.match(err, /--kye/)
})

test('as a process: exit codes 0, 1 and 2, from a file and from a pipe, in a folder where nothing is made', async (t) => {
  const folder = freshFolder(t)
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value))
  write('svc.json', saved.svc)
  write('reply.json', saved.reply)
  write('forged.json', { ...saved.reply, receipt: { ...saved.reply.receipt, alg: 'none' } })
  write('stranger.json', stranger())
  const before = readdirSync(folder)
  chmodSync(folder, 0o555)
  const env = {
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
    EXT_URL: 'http://127.0.0.1:1',
    BASE_URL: 'nonsense',
  }
  for (const [name, expected] of [
    ['reply.json', 0],
    ['forged.json', 1],
    ['stranger.json', 2],
    ['nowhere.json', 2],
  ] as const)
    assert.equal((await runCli(['verify', name], { cwd: folder, env })).code, expected, name)
  const piped = await runCli(['verify', '-'], { cwd: folder, stdin: JSON.stringify(saved.reply), env })
  assert.equal(piped.code, 0, piped.err)
  const text = Buffer.from(JSON.stringify(saved.reply))
  const spoiled = Buffer.from(text)
  spoiled[spoiled.indexOf('0badc0de')] = 0xff
  const garbled = await runCli(['verify', '-'], { cwd: folder, stdin: spoiled, env })
  assert.equal(garbled.code, 2, `a pipe is read as a file is: ${garbled.out}`)
  assert.deepEqual(readdirSync(folder), before)
  chmodSync(folder, 0o755)
})

function flipped(b64: string): string {
  const bytes = Buffer.from(b64, 'base64')
  bytes[0]! ^= 1
  return bytes.toString('base64')
}
