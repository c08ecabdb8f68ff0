import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { formatTilePath, parseTilePath, type TilePath } from '../../src/store/log/tile-path.ts'

const PUBLISHED: [string, TilePath][] = [
  ['/log/tile/0/000', { kind: 'hashes', level: 0, index: 0, width: 256 }],
  ['/log/tile/0/x001/x234/067', { kind: 'hashes', level: 0, index: 1234067, width: 256 }],
  ['/log/tile/0/273.p/112', { kind: 'hashes', level: 0, index: 273, width: 112 }],
  ['/log/tile/2/000.p/1', { kind: 'hashes', level: 2, index: 0, width: 1 }],
  ['/log/tile/63/999', { kind: 'hashes', level: 63, index: 999, width: 256 }],
  ['/log/tile/entries/x001/000.p/255', { kind: 'entries', index: 1000, width: 255 }],
]

test('tiles have the addresses that C2SP gives them', () => {
  for (const [path, tile] of PUBLISHED) {
    assert.deepEqual(parseTilePath(path), tile)
    assert.equal(formatTilePath(tile), path)
  }
})

test('every tile has one address, and it is read back', () => {
  const place = { index: fc.nat({ max: 2 ** 45 - 1 }), width: fc.integer({ min: 1, max: 256 }) }
  const hashes = fc.record({ kind: fc.constant('hashes' as const), level: fc.integer({ min: 0, max: 63 }), ...place })
  const entries = fc.record({ kind: fc.constant('entries' as const), ...place })
  fc.assert(
    fc.property(fc.oneof(hashes, entries), (tile) => {
      assert.deepEqual(parseTilePath(formatTilePath(tile)), { ...tile })
    }),
    { seed: 256 },
  )
})

test('an address that is not the one of its tile is no address', () => {
  const wrong = [
    '',
    '/log/tile',
    '/log/tile/',
    '/log/tile/0',
    '/log/tile/0/',
    'log/tile/0/000',
    '/log/tile/0/000/',
    '//log/tile/0/000',
    '/log/tile/0/0',
    '/log/tile/0/00',
    '/log/tile/0/0000',
    '/log/tile/0/x000/000',
    '/log/tile/0/x000/001',
    '/log/tile/0/001/000',
    '/log/tile/0/x001',
    '/log/tile/0/x001x000',
    '/log/tile/0/X001/000',
    '/log/tile/00/000',
    '/log/tile/01/000',
    '/log/tile/64/000',
    '/log/tile/100/000',
    '/log/tile/-1/000',
    '/log/tile/+1/000',
    '/log/tile/0/-01',
    '/log/tile/0/000.p',
    '/log/tile/0/000.p/',
    '/log/tile/0/000.p/0',
    '/log/tile/0/000.p/00',
    '/log/tile/0/000.p/01',
    '/log/tile/0/000.p/256',
    '/log/tile/0/000.p/999',
    '/log/tile/0/000.p/1/',
    '/log/tile/0/000.P/1',
    '/log/tile/0/000.p/-1',
    '/log/tile/0/000.p/1.0',
    '/log/tile/0/000p/1',
    '/log/tile/data/000',
    '/log/tile/Entries/000',
    '/log/tile/entries/0/000',
    '/log/tile/0/000\n',
    '/log/tile/0/000\0',
    '/log/tile/0/٠٠٠',
    '/log/tile/0/../0/000',
    '/log/tile/0/%30%30%30',
    '/log/tile/0/000?x',
    '/log/tile/8/0/000',
    '/log/tile/0/x035/x184/x372/x088/832',
    '/log/tile/0/x999/x999/x999/x999/x999/999',
    `/log/tile/0/${'x001/'.repeat(10000)}000`,
  ]
  for (const path of wrong) assert.equal(parseTilePath(path), undefined, path.slice(0, 60))
})
