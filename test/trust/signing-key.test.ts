import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freshFolder, startStand } from './stand.ts'

const pemOf = (type: 'ed25519' | 'x25519' | 'ed448') =>
  generateKeyPairSync(type as 'ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

async function started(t: TestContext, env: Record<string, string>) {
  const stand = await startStand(env)
  t.after(() => stand.stop())
  const { body: key } = await stand.get('/api/verify/pubkey')
  const { body: keyFile } = await stand.get('/.well-known/svc.json')
  return { stand, key, keyFile }
}

test('the first start makes a key that only its owner can read, and leaves no copy', async (t) => {
  const folder = freshFolder(t)
  const { key } = await started(t, { DATA_DIR: folder })
  const path = join(folder, 'signing-key.pem')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('signing-key')),
    ['signing-key.pem'],
  )
  assert.match(key.kid, new RegExp(`^svc-${new Date().toISOString().slice(0, 7)}-[0-9a-f]{8}$`))
})

test('a restart keeps the kid, the name of the log, and the first day of the key', async (t) => {
  const folder = freshFolder(t)
  const first = await startStand({ DATA_DIR: folder })
  const { receipt } = await first.state()
  const before = (await first.get('/.well-known/svc.json')).body
  await first.stop()
  const { stand, keyFile } = await started(t, { DATA_DIR: folder })
  assert.deepEqual(keyFile, before)
  const { body } = await stand.get(`/api/world-model/verify/by-cid/${receipt.payload_sha256}`)
  assert.deepEqual([body.valid, body.checks[5].result], [true, true])
})

test('SIGNING_KEY signs, and no key is written to disk', async (t) => {
  const folder = freshFolder(t)
  const pem = pemOf('ed25519')
  const { stand } = await started(t, { DATA_DIR: folder, SIGNING_KEY: pem })
  const { receipt } = await stand.state()
  assert.equal((await stand.post('/api/world-model/verify/receipt', { receipt })).body.valid, true)
  assert.ok(!existsSync(join(folder, 'signing-key.pem')))
})

test('SIGNING_KEY_FILE signs, and is the same key as the text of that file in SIGNING_KEY', async (t) => {
  const path = join(freshFolder(t), 'key.pem')
  writeFileSync(path, pemOf('ed25519'), { mode: 0o600 })
  const byFile = await started(t, { SIGNING_KEY_FILE: path })
  const byText = await started(t, { SIGNING_KEY: readFileSync(path, 'utf8') })
  assert.deepEqual(byFile.key, byText.key)
})

test('another key after a restart keeps the name of the log and every earlier key', async (t) => {
  const folder = freshFolder(t)
  const first = await startStand({ DATA_DIR: folder, SIGNING_KEY: pemOf('ed25519') })
  const { receipt } = await first.state()
  const before = (await first.get('/.well-known/svc.json')).body
  await first.stop()
  const { stand, keyFile, key } = await started(t, { DATA_DIR: folder, SIGNING_KEY: pemOf('ed25519') })
  assert.equal(keyFile.log.log_id, before.log.log_id)
  assert.equal(keyFile.keys.length, 2)
  assert.equal(keyFile.keys[0].kid, before.keys[0].kid)
  assert.ok(keyFile.keys[0].until)
  assert.deepEqual([keyFile.keys[1].kid, keyFile.keys[1].until], [key.kid, null])
  assert.equal((await stand.post('/api/world-model/verify/receipt', { receipt })).body.valid, true)
})

const REFUSED: [string, (t: TestContext) => Record<string, string>, RegExp][] = [
  [
    'both SIGNING_KEY and SIGNING_KEY_FILE',
    () => ({ SIGNING_KEY: 'x', SIGNING_KEY_FILE: '/x' }),
    /SIGNING_KEY and SIGNING_KEY_FILE/,
  ],
  ['a SIGNING_KEY that is no key', () => ({ SIGNING_KEY: 'hunter2' }), /^SIGNING_KEY holds no ed25519 private key/],
  ['a SIGNING_KEY for x25519', () => ({ SIGNING_KEY: pemOf('x25519') }), /^SIGNING_KEY holds no ed25519/],
  ['a SIGNING_KEY for ed448', () => ({ SIGNING_KEY: pemOf('ed448') }), /^SIGNING_KEY holds no ed25519/],
  [
    'a public key',
    () => ({ SIGNING_KEY: generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) as string }),
    /^SIGNING_KEY holds no ed25519 private key/,
  ],
  [
    'a file that is not there',
    (t) => ({ SIGNING_KEY_FILE: join(freshFolder(t), 'none.pem') }),
    /none\.pem: no signing key can be read/,
  ],
  [
    'a file its group may read',
    (t) => ({ SIGNING_KEY_FILE: keyFileWith(t, 0o640) }),
    /key\.pem can be read by others.*chmod 600/,
  ],
  [
    'a file anyone may write',
    (t) => ({ SIGNING_KEY_FILE: keyFileWith(t, 0o602) }),
    /key\.pem can be read by others|key\.pem .*others/,
  ],
  ['an empty file', (t) => ({ SIGNING_KEY_FILE: keyFileWith(t, 0o600, '') }), /key\.pem holds no ed25519/],
]

for (const [what, env, message] of REFUSED)
  test(`${what} stops the start, by name and without the key`, async (t) => {
    const settings = env(t)
    await assert.rejects(
      async () => {
        const stand = await startStand({ DATA_DIR: freshFolder(t), ...settings })
        await stand.stop()
      },
      (error: Error) => {
        assert.match(error.message, message)
        if (settings.SIGNING_KEY !== undefined) assert.ok(!error.message.includes(settings.SIGNING_KEY))
        return true
      },
    )
  })

function keyFileWith(t: TestContext, mode: number, text = pemOf('ed25519')): string {
  const path = join(freshFolder(t), 'key.pem')
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}
