import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../../src/kernel/refusal.ts'
import { reachOf } from '../../src/net/addresses.ts'
import { checkAddresses, checkTarget, Forbidden, type GuardRules } from '../../src/net/guard.ts'
import { fetchGuarded } from '../../src/net/guarded-fetch.ts'
import { rounds } from '../support/rounds.ts'
import { HOSTILE, NEVER } from './hostile-addresses.ts'

const rules: GuardRules = { schemes: ['https:'], allow: [] }
const limits = { ...rules, maxBytes: 1_000, timeoutMs: 5_000, maxRedirects: 2 }

function mustNotResolve(host: string): never {
  throw new Error(`${host} was resolved`)
}

for (const [address, why] of HOSTILE)
  test(`${JSON.stringify(address).slice(0, 80)} is refused for its ${why}, before any name is asked for`, async () => {
    await assert.rejects(fetchGuarded(address, { ...limits, resolve: mustNotResolve }), (error) => {
      assert.ok(error instanceof Refusal)
      assert.equal(error.code, 'image_url_refused')
      assert.equal(error.detail?.why, why)
      assert.ok(error.fix?.do)
      return true
    })
  })

test('ordinary addresses pass, in either spelling of the scheme and on both web ports', () => {
  for (const address of [
    'https://example.com/a.jpg?b=c#d',
    'HTTPS://Example.COM/a.jpg',
    'https://example.com:443/',
    'https://example.com:80/',
    'https://xn--mnchen-3ya.de/',
    'https://under_score.example.com/',
    'https://a.b-c.co.uk/@not-a-user',
    'https://8.8.8.8/',
    'https://[2a00:1450:4001:82a::200e]/',
  ])
    assert.equal(checkTarget(address, rules).vouched, false, address)
  assert.ok(checkTarget('http://example.com/', { ...rules, schemes: ['http:', 'https:'] }))
})

test('a name is refused when any one of its addresses is not public, and when it has none', () => {
  const target = checkTarget('https://example.com/', rules)
  checkAddresses(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'], target)
  for (const addresses of [
    ['93.184.215.14', '10.0.0.1'],
    ['127.0.0.1'],
    ['2606:2800::1', '::ffff:127.0.0.1'],
    ['fe80::1%eth0'],
    ['nonsense'],
    [],
  ])
    assert.throws(() => checkAddresses(addresses, target), Forbidden, addresses.join())
})

test('what the operator vouches for opens private addresses and ports of that host and port alone', () => {
  const allow = ['photos.lan:8443', '127.0.0.1:9443', '[::1]:9443', 'example.org:443']
  const vouched = (address: string) => checkTarget(address, { ...rules, allow }).vouched
  for (const address of [
    'https://photos.lan:8443/a',
    'https://PHOTOS.lan:8443/a',
    'https://127.0.0.1:9443/',
    'https://[0::1]:9443/',
    'https://example.org/',
  ])
    assert.equal(vouched(address), true, address)
  for (const address of [
    'https://photos.lan/',
    'https://photos.lan:8444/',
    'https://a.photos.lan:8443/',
    'https://127.0.0.2:9443/',
    'http://photos.lan:8443/',
    'https://user@photos.lan:8443/',
    'https://2130706433:9443/',
    'https://photos.lan.:8443/',
  ])
    assert.throws(() => vouched(address), Forbidden, address)
  checkAddresses(['192.168.1.7', 'fd12::7', '8.8.8.8'], checkTarget('https://photos.lan:8443/', { ...rules, allow }))
})

test('no vouching opens a metadata address, by number or by name', () => {
  for (const address of NEVER) {
    const host = address.includes(':') ? `[${address}]` : address
    const target = checkTarget(`https://${host}:8443/`, { ...rules, allow: [`${host}:8443`] })
    assert.equal(target.vouched, true, host)
    assert.throws(() => checkAddresses([address], target), Forbidden, address)
    const named = checkTarget('https://photos.lan:8443/', { ...rules, allow: ['photos.lan:8443'] })
    assert.throws(() => checkAddresses([address], named), Forbidden, address)
  }
  const allow = ['metadata.google.internal:443']
  assert.throws(() => checkTarget('https://metadata.google.internal/', { ...rules, allow }), Forbidden)
})

test('an IPv4 address inside any IPv6 form that routes to it is never public', () => {
  fc.assert(
    fc.property(fc.ipV4(), (ipv4) => {
      const hex = Buffer.from(ipv4.split('.').map(Number)).toString('hex')
      const [high, low] = [hex.slice(0, 4), hex.slice(4)]
      for (const form of [`::${ipv4}`, `::ffff:${ipv4}`, `64:ff9b::${ipv4}`, `64:ff9b:1::${ipv4}`])
        assert.notEqual(reachOf(form), 'public', form)
      for (const form of [`2002:${high}:${low}::1`, `2001:0:${high}:${low}::`, `2a00::5efe:${high}:${low}`])
        assert.equal(reachOf(form), 'never', form)
    }),
    { numRuns: rounds(200, 20_000), seed: 7 },
  )
})

test('no text makes the guard throw anything but a refusal, and none that passes names an address unjudged', () => {
  const pieces = fc.constantFrom(
    'https://',
    'http:',
    '@',
    '\\',
    '%2e',
    '127.0.0.1',
    '[::1]',
    'a.com',
    ':',
    '0x7f',
    '.',
    '/',
    '①',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(pieces, fc.string()), { maxLength: 6 }).map((p) => `https://${p.join('')}`),
  )
  fc.assert(
    fc.property(text, (address) => {
      try {
        const { url } = checkTarget(address, rules)
        assert.equal(url.protocol, 'https:')
        assert.ok(['', '80', '443'].includes(url.port))
        assert.ok(!address.slice(8).split(/[/?#]/)[0]!.includes('@'))
      } catch (error) {
        assert.ok(error instanceof Forbidden, String(error))
      }
    }),
    { numRuns: rounds(1_000, 100_000), seed: 11 },
  )
})
