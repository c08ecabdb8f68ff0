import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import test, { describe, type TestContext } from 'node:test'
import type { Layers, Read, UnreadCause } from '../../src/earth/types.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import type { Fault } from '../support/range-server.ts'
import { COVER, coverAt, coverTile, store, tenDegrees } from './drawn-layers.ts'
import { openLayers } from './open-layers.ts'

const NAME = COVER('N45E009')
const PLACES = Array.from({ length: 400 }, (_, index) => ({
  lat: 48 - ((index % 20) + 0.5) * 0.15,
  lng: 9 + (Math.floor(index / 20) + 0.5) * 0.15,
}))
const BLOCKS = 16
/** How a file looks whose header is of another. */
const REPLACED = ['malformed', 'cut_short']

function outcome(read: Read): string | number {
  return read.outcome === 'value' ? read.value : read.outcome === 'unread' ? read.cause : 'no_data'
}

async function served(t: TestContext, clock = fixedClock('2026-01-01T00:00:00Z'), timeoutMs = 5_000) {
  const opened = await openLayers(t, { clock, timeoutMs })
  opened.server.put(NAME, coverTile(45, 9))
  return { ...opened, clock }
}

describe('requests', () => {
  test('cold: one for the header and one a distinct block; warm: none', async (t) => {
    const { layers, server } = await served(t)
    const reads = await layers.read('worldcover', PLACES)
    assert.ok(reads.every(({ outcome }) => outcome === 'value'))
    assert.equal(server.served.length, 1 + BLOCKS)
    assert.equal(new Set(server.served.map(({ range }) => range)).size, 1 + BLOCKS)
    await layers.read('worldcover', PLACES)
    assert.equal(server.served.length, 1 + BLOCKS)
  })

  test('32 bboxes at once cost no more than one', async (t) => {
    const { layers, server } = await served(t)
    const all = await Promise.all(Array.from({ length: 32 }, () => layers.read('worldcover', PLACES)))
    for (const reads of all) assert.ok(reads.every(({ outcome }) => outcome === 'value'))
    assert.equal(server.served.length, 1 + BLOCKS)
  })

  test('after a restart the header and the blocks come from disk', async (t) => {
    const { layers, server, again } = await served(t)
    const first = await layers.read('worldcover', PLACES)
    server.forget()
    server.fail('dead')
    assert.deepEqual(await (await again()).read('worldcover', PLACES), first)
    assert.equal(server.served.length, 0)
  })

  test('tables of 70,000 strips that lie behind them cost one request more, both together', async (t) => {
    const { layers, server } = await served(t)
    const strips = {
      pixel: 10 / 70_000,
      width: 3,
      height: 70_000,
      block: -1,
      tablesLast: true,
      compression: 'none' as const,
    }
    server.put(
      'recurrence/recurrence_0E_10N_v1_5_2024.tif',
      tenDegrees(10, 0, (row) => row % 101, strips),
    )
    const places = [0, 35_000, 69_999].map((row) => ({ lat: 10 - (row + 0.5) * strips.pixel, lng: strips.pixel }))
    assert.deepEqual((await layers.read('gsw_recurrence', places)).map(outcome), [0, 35_000 % 101, 69_999 % 101])
    assert.equal(server.served.length, 2 + 3, JSON.stringify(server.served))
  })

  test('a mirror may hold older versions, and leave out the folders; the newest there is read', async (t) => {
    const { layers, server } = await served(t)
    server.put(
      'recurrence_0E_10Nv1_4_2021.tif',
      tenDegrees(10, 0, () => 40),
    )
    for (const [name, level] of [
      ['recurrence_10E_10Nv1_4_2021.tif', 50],
      ['recurrence_10E_10N_v1_5_2024.tif', 60],
    ] as const)
      server.put(
        name,
        tenDegrees(10, 10, () => level),
      )
    const [older] = await layers.read('gsw_recurrence', [{ lat: 5, lng: 5 }])
    assert.deepEqual(older!.outcome === 'value' && [older!.value, older!.at.version], [40, 'v1_4'])
    server.forget()
    const [newer] = await layers.read('gsw_recurrence', [{ lat: 5, lng: 15 }])
    assert.deepEqual(newer!.outcome === 'value' && [newer!.value, newer!.at.version], [60, 'v1_5'])
    assert.equal(server.served.length, 2)
  })

  test('a caller that goes away costs the others nothing', async (t) => {
    const { layers, server } = await served(t)
    const leaving = new AbortController()
    const gone = layers.read('worldcover', PLACES, { signal: leaving.signal })
    const staying = layers.read('worldcover', PLACES)
    leaving.abort(new Error('left'))
    await assert.rejects(gone, /left/)
    assert.ok((await staying).every(({ outcome }) => outcome === 'value'))
    assert.equal(server.served.length, 1 + BLOCKS)
  })
})

describe('a tile that upstream does not have', () => {
  test('of land cover is open ocean, remembered for a day and no longer', async (t) => {
    const { layers, server, clock } = await served(t)
    const ocean = [{ lat: -31, lng: -20 }]
    const [first] = await layers.read('worldcover', ocean)
    assert.equal(first!.outcome, 'no_data')
    assert.match(first!.outcome === 'no_data' ? first!.why : '', /ocean/)
    await layers.read('worldcover', ocean)
    assert.equal(server.served.length, 1)
    server.put(COVER('S33W021'), coverTile(-33, -21, { value: () => 80 }))
    clock.advance(86_400_001)
    assert.deepEqual((await layers.read('worldcover', ocean)).map(outcome), [80])
  })

  test('of any other layer could not be read', async (t) => {
    const { layers } = await served(t)
    for (const layer of ['gsw_recurrence', 'gsw_transitions', 'hansen_lossyear', 'hansen_datamask', 'gfc2020'] as const)
      assert.deepEqual((await layers.read(layer, [{ lat: -31, lng: -20 }])).map(outcome), ['not_found'])
  })
})

describe('an upstream that fails', () => {
  const faults: [Fault, UnreadCause][] = [
    ['dead', 'unreachable'],
    ['slow', 'timed_out'],
    [403, 'forbidden'],
    [500, 'upstream_error'],
    ['half', 'cut_short'],
    ['garbage', 'malformed'],
    [{ wrong_tile: coverTile(45, 12, { value: () => 10 }) }, 'wrong_tile'],
  ]
  for (const [fault, cause] of faults) {
    const name = typeof fault === 'object' ? 'wrong tile' : String(fault)

    test(`${name}: ${cause}; other tiles are answered, and it recovers without a restart`, async (t) => {
      const { layers, server, folder, clock } = await served(t, undefined, fault === 'slow' ? 300 : 5_000)
      await store(folder, { [COVER('N45E012')]: coverTile(45, 12) })
      server.fail(fault, /N45E009/)
      const places = [PLACES[0]!, { lat: 46, lng: 13 }, PLACES[1]!]
      const reads = await layers.read('worldcover', places)
      assert.deepEqual(reads.map(outcome), [cause, outcome(reads[1]!), cause])
      assert.equal(reads[1]!.outcome, 'value')
      for (const read of reads)
        if (read.outcome === 'unread') assert.ok(read.why.length > 10 && !('value' in read), read.why)
      server.fail(null)
      clock.advance(600_000)
      assert.equal((await layers.read('worldcover', [PLACES[0]!]))[0]!.outcome, 'value')
    })

    test(`${name} in the middle: what is known already stays right, the rest is ${cause}, then recovers`, async (t) => {
      const { layers, server, clock } = await served(t, undefined, fault === 'slow' ? 300 : 5_000)
      const known = await layers.read('worldcover', [PLACES[0]!])
      server.fail(fault)
      const reads = await layers.read('worldcover', PLACES)
      assert.deepEqual(reads[0], known[0])
      const others = new Set(reads.filter(({ outcome }) => outcome !== 'value').map(outcome))
      assert.ok(
        [...others].every((each) => [cause, 'paused', ...REPLACED].includes(String(each))),
        [...others].join(),
      )
      assert.ok(others.size > 0)
      for (const [index, read] of reads.entries())
        if (read.outcome === 'value') assert.equal(read.value, coverOf(index))
      server.fail(null)
      clock.advance(600_000)
      const after = await layers.read('worldcover', PLACES)
      for (const [index, read] of after.entries()) assert.equal(outcome(read), coverOf(index))
    })
  }

  function coverOf(index: number): number {
    const { lat, lng } = PLACES[index]!
    return coverAt(Math.floor((48 - lat) / (3 / 64)), Math.floor((lng - 9) / (3 / 64)))
  }

  test('one that sends whole files instead of ranges is refused, not downloaded', async (t) => {
    const { layers, server } = await served(t)
    server.fail('no_ranges')
    const [read] = await layers.read('worldcover', [PLACES[0]!])
    assert.deepEqual(read!.outcome === 'unread' && [read!.cause, /ranges/.test(read!.why)], ['refused', true])
    server.fail(null)
    assert.equal((await layers.read('worldcover', [PLACES[0]!]))[0]!.outcome, 'value')
  })

  test('a read that is under way when the service stops ends as cancelled', async (t) => {
    const { layers, server } = await served(t)
    server.fail('slow')
    const reading = layers.read('worldcover', [PLACES[0]!])
    while (server.served.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    layers.close()
    assert.deepEqual((await reading).map(outcome), ['cancelled'])
  })

  test('noise in a file that is not packed is no reading either', async (t) => {
    const { layers, server } = await served(t)
    const name = 'recurrence/recurrence_0E_10N_v1_5_2024.tif'
    server.put(
      name,
      tenDegrees(10, 0, () => 7, { compression: 'none', block: 16 }),
    )
    assert.deepEqual((await layers.read('gsw_recurrence', [{ lat: 9.9, lng: 0.1 }])).map(outcome), [7])
    server.fail('garbage')
    assert.deepEqual((await layers.read('gsw_recurrence', [{ lat: 5, lng: 5 }])).map(outcome), ['malformed'])
    server.fail(null)
    assert.deepEqual((await layers.read('gsw_recurrence', [{ lat: 5, lng: 5 }])).map(outcome), [7])
  })

  test('a dead one is asked a few times, then left alone, then tried by one', async (t) => {
    const { layers, server, clock } = await served(t)
    server.fail(500)
    const read = async () => outcome((await layers.read('worldcover', [PLACES[0]!]))[0]!)
    for (let n = 0; n < 3; n++) assert.equal(await read(), 'upstream_error')
    const asked = server.served.length
    assert.equal(await read(), 'paused')
    assert.equal(server.served.length, asked)
    clock.advance(16_000)
    server.fail(null)
    assert.equal(typeof (await read()), 'number')
  })

  test('a file that was replaced meanwhile is read anew, header and all', async (t) => {
    const { layers, server } = await served(t)
    await layers.read('worldcover', [PLACES[0]!])
    server.put(NAME, coverTile(45, 9, { value: () => 90, block: 32 }))
    const far = [{ lat: 45.1, lng: 11.9 }]
    assert.ok(REPLACED.includes(String(outcome((await layers.read('worldcover', far))[0]!))))
    assert.deepEqual((await layers.read('worldcover', far)).map(outcome), [90])
  })

  test('blocks of a new file are never taken for those of the old one, however alike the two are', async (t) => {
    const { layers, server } = await served(t)
    const plain = (code: number) => coverTile(45, 9, { value: () => code, compression: 'none' })
    server.put(NAME, plain(10))
    assert.deepEqual((await layers.read('worldcover', [PLACES[0]!])).map(outcome), [10])
    server.put(NAME, plain(90))
    const far = [{ lat: 45.1, lng: 11.9 }]
    assert.deepEqual((await layers.read('worldcover', far)).map(outcome), ['malformed'])
    assert.deepEqual((await layers.read('worldcover', [...far, PLACES[0]!])).map(outcome), [90, 90])
  })

  test('damage in the cache on disk is noticed, and asked for again', async (t) => {
    const { layers, server, again, cacheFolder } = await served(t)
    const first = await layers.read('worldcover', PLACES)
    await rm(`${cacheFolder}/blocks`, { recursive: true })
    server.forget()
    const restarted: Layers = await again()
    assert.deepEqual(await restarted.read('worldcover', PLACES), first)
    assert.equal(server.served.length, 1 + BLOCKS)
  })
})
