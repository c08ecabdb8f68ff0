import assert from 'node:assert/strict'
import test from 'node:test'
import { addressKey } from '../../src/kernel/address.ts'

test('an IPv4 address is itself, however it is written', () => {
  assert.equal(addressKey('203.0.113.9'), '203.0.113.9')
  assert.equal(addressKey('::ffff:203.0.113.9'), '203.0.113.9')
  assert.equal(addressKey('::FFFF:cb00:7109'), '203.0.113.9')
  assert.equal(addressKey('0:0:0:0:0:ffff:203.0.113.9'), '203.0.113.9')
})

test('an IPv6 address counts by its /64', () => {
  assert.equal(addressKey('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(addressKey('2001:0DB8:0001:0002::'), '2001:db8:1:2::/64')
  assert.equal(addressKey('2001:db8:1:2:ffff::1'), addressKey('2001:db8:1:2::9'))
  assert.notEqual(addressKey('2001:db8:1:3::1'), addressKey('2001:db8:1:2::1'))
  assert.equal(addressKey('2001:db8::1'), '2001:db8:0:0::/64')
  assert.equal(addressKey('::1'), '0:0:0:0::/64')
  assert.equal(addressKey('fe80::1%eth0'), 'fe80:0:0:0::/64')
})

test('what is no address still counts as something', () => {
  assert.equal(addressKey(''), '')
  assert.equal(addressKey('not:an:address'), 'not:an:address')
})
