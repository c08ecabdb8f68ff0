import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { describe, type TestContext } from 'node:test'
import type { Io } from '../../src/commands/command.ts'
import { COMMANDS } from '../../src/commands/index.ts'
import { runCommand } from '../../src/commands/run.ts'
import { readConfig } from '../../src/config.ts'
import { NO_CACHE } from '../../src/earth/block-cache.ts'
import { createLayers } from '../../src/earth/layers.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { COVER, coverTile, tenDegrees } from '../earth/drawn-layers.ts'
import { needsCommand } from '../support/needs.ts'
import { startRangeServer } from '../support/range-server.ts'

async function upstream(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'witnessmark-fetch-'))
  const server = await startRangeServer()
  t.after(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const urls = { WORLDCOVER_URL: server.url, GSW_URL: server.url, HANSEN_URL: server.url, GFC2020_URL: server.url }
  const progress: string[] = []
  async function run(...words: string[]) {
    const out: string[] = []
    const err: string[] = []
    const io: Io = {
      config: () => readConfig({ DATA_DIR: dataDir, ...urls }),
      out: (line) => out.push(line),
      err: (line) => err.push(line),
      stdin: async () => '',
      progress: (text) => progress.push(text),
    }
    return { code: await runCommand(COMMANDS, words, io), out: out.join('\n'), err: err.join('\n') }
  }
  const folder = join(dataDir, 'layers')
  const files = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(tif|part)$/.test(name))
  return { server, run, folder, files, progress }
}

const NAME = COVER('N45E009')
/** Noise packs badly: blocks of some weight, so that a download can be broken off among them. */
const noisy = (row: number, col: number) =>
  [10, 20, 30, 40, 50, 60][(Math.imul(row * 64 + col, 2654435761) >>> 24) % 6]!
const AROUND = ['layers', 'fetch', '--around', '46.5,10.5', '--km', '30', '--layer', 'worldcover']

function offline(folder: string) {
  const nowhere = 'http://127.0.0.1:9'
  const urls = { worldcover: nowhere, gsw: nowhere, hansen: nowhere, gfc2020: nowhere }
  return createLayers({ folder, urls, clock: systemClock, cache: NO_CACHE })
}

describe('layers fetch', () => {
  test('brings the blocks around a place and no others, and they read without upstream as they do with it', async (t) => {
    const { server, run, folder, files, progress } = await upstream(t)
    server.put(NAME, coverTile(45, 9, { value: noisy, block: 16 }))
    const { code, out, err } = await run(...AROUND)
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /worldcover +N45E009 +fetched/)
    assert.equal(files().length, 1)
    assert.ok(files()[0]!.endsWith(NAME))
    assert.ok(progress.some((line) => line.includes('[####################]')))
    const layers = offline(folder)
    const window = await layers.window('worldcover', { centre: { lat: 46.5, lng: 10.5 }, radiusM: 30_000 })
    assert.ok(window.outcomes.every((outcome) => outcome === 0))
    for (let row = 0; row < window.rows; row++)
      for (let col = 0; col < window.columns; col++) {
        const lat = window.north - (row + 0.5) * window.pixelHeightDeg
        const lng = window.west + (col + 0.5) * window.pixelWidthDeg
        const expected = noisy(Math.floor((48 - lat) / (3 / 64)), Math.floor((lng - 9) / (3 / 64)))
        assert.equal(window.values[row * window.columns + col], expected)
      }
    const [beside] = await layers.read('worldcover', [{ lat: 47.9, lng: 9.1 }])
    assert.equal(beside!.outcome, 'unread')
    assert.ok(statSync(join(folder, files()[0]!)).size < 0.5 * coverTile(45, 9, { value: noisy }).length)
  })

  test('goes on where it was broken off, and asks for no block twice but to compare', async (t) => {
    const { server, run, files, folder } = await upstream(t)
    server.put(NAME, coverTile(45, 9, { value: noisy, block: 16 }))
    assert.equal((await run('layers', 'fetch', '--bbox', '9,45,12,48', '--layer', 'worldcover')).code, 0)
    const path = join(folder, files()[0]!)
    const whole = readFileSync(path)
    await rm(path)
    writeFileSync(`${path}.part`, whole)
    truncateSync(`${path}.part`, whole.length - 500)
    server.forget()
    assert.equal((await run('layers', 'fetch', '--bbox', '9,45,12,48', '--layer', 'worldcover')).code, 0)
    assert.deepEqual(readFileSync(path), whole)
    const asked = server.served.reduce((sum, { range }) => {
      const [, from, to] = /(\d+)-(\d+)/.exec(range!)!
      return sum + Number(to) - Number(from) + 1
    }, 0)
    assert.ok(asked < 65_536 + 0.8 * whole.length, `${asked} bytes were asked for`)
  })

  test('a part of another file or another state of it is begun anew', async (t) => {
    const { server, run, files, folder } = await upstream(t)
    server.put(NAME, coverTile(45, 9, { value: noisy, block: 16 }))
    assert.equal((await run(...AROUND)).code, 0)
    const path = join(folder, files()[0]!)
    const first = readFileSync(path)
    await rm(path)
    writeFileSync(`${path}.part`, first.subarray(0, first.length - 100))
    server.put(NAME, coverTile(45, 9, { value: () => 80, block: 16 }))
    assert.equal((await run(...AROUND)).code, 0)
    const [read] = await offline(folder).read('worldcover', [{ lat: 46.5, lng: 10.5 }])
    assert.equal(read!.outcome === 'value' && read!.value, 80)
    assert.ok(files().every((name) => name.endsWith('.tif')))
  })

  test('what lies there already is not fetched again', async (t) => {
    const { server, run } = await upstream(t)
    server.put(NAME, coverTile(45, 9))
    await run('layers', 'fetch', '--bbox', '9,45,12,48', '--layer', 'worldcover')
    server.forget()
    const { code, out } = await run(...AROUND)
    assert.equal(code, 0)
    assert.match(out, /worldcover +N45E009 +here/)
    assert.equal(server.served.length, 0)
  })

  test('over tiles and layers, strips and older versions, across 180°; open ocean is nothing to fetch', async (t) => {
    const { server, run, folder } = await upstream(t)
    server.put(
      'recurrence_170E_10Sv1_4_2021.tif',
      tenDegrees(-10, 170, () => 7, { block: -4 }),
    )
    server.put(
      'recurrence_180W_10Sv1_4_2021.tif',
      tenDegrees(-10, -180, () => 9, { block: -4, compression: 'none' }),
    )
    server.put(COVER('S18W180'), coverTile(-18, -180, { value: () => 40 }))
    const words = ['layers', 'fetch', '--bbox', '179.5,-17.5,-179.5,-16.5', '--layer', 'gsw_recurrence,worldcover']
    const { code, out } = await run(...words)
    assert.equal(code, 0, out)
    assert.match(out, /worldcover +S18E177 +nothing +0 +.*ocean/)
    const layers = offline(folder)
    const places = [179.6, -179.6].map((lng) => ({ lat: -17, lng }))
    const reads = await layers.read('gsw_recurrence', places)
    assert.deepEqual(
      reads.map((read) => read.outcome === 'value' && [read.value, read.at.version]),
      [
        [7, 'v1_4'],
        [9, 'v1_4'],
      ],
    )
    assert.equal((await layers.read('worldcover', [places[1]!]))[0]!.outcome, 'value')
  })

  test('what upstream cannot give is said, the rest is fetched, and nothing half lies under a final name', async (t) => {
    const { server, run, files } = await upstream(t)
    server.put(NAME, coverTile(45, 9))
    const { code, out } = await run(...AROUND.slice(0, -1), 'worldcover,gsw_recurrence')
    assert.equal(code, 1)
    assert.match(out, /gsw_recurrence +10E_50N +failed +0 +.*404/)
    assert.match(out, /worldcover +N45E009 +fetched/)
    const bad = Buffer.from(coverTile(45, 12, { block: -8, compression: 'none', value: () => 37 }))
    server.put(COVER('N45E012'), bad)
    const damaged = await run('layers', 'fetch', '--around', '46.5,13.5', '--km', '5', '--layer', 'worldcover')
    assert.deepEqual([damaged.code, /failed.*37/.test(damaged.out)], [1, true])
    assert.equal(files().length, 1)
  })

  test('gdal reads the clip as well, and finds the same', needsCommand('gdallocationinfo'), async (t) => {
    const { server, run, folder, files } = await upstream(t)
    server.put(NAME, coverTile(45, 9, { value: noisy, block: 16, predictor: true }))
    await run(...AROUND)
    const path = join(folder, files()[0]!)
    const said = execFileSync('gdallocationinfo', ['-valonly', '-geoloc', path, '10.5', '46.5']).toString()
    const [read] = await offline(folder).read('worldcover', [{ lat: 46.5, lng: 10.5 }])
    assert.equal(read!.outcome === 'value' && read!.value, Number(said))
  })

  test('words that name no place are refused with the help', async (t) => {
    const { run } = await upstream(t)
    for (const words of [
      [],
      ['--around', '46,9'],
      ['--around', '46,9', '--km', '0'],
      ['--around', '46,9', '--km', '501'],
      ['--around', '46', '--km', '5'],
      ['--around', '96,9', '--km', '5'],
      ['--around', '46,9', '--km', '5', '--bbox', '1,2,3,4'],
      ['--bbox', '1,2,3'],
      ['--bbox', '1,5,3,4'],
      ['--bbox', '1,,3,4'],
      ['--bbox', '1,2,3,4', '--layer', 'moon'],
    ]) {
      const { code, err } = await run('layers', 'fetch', ...words)
      assert.equal(code, 64, words.join(' '))
      assert.match(err, /witnessmark layers fetch/)
    }
  })

  test('a place south and west is written as it is', async (t) => {
    const { server, run } = await upstream(t)
    server.put(COVER('S18W057'), coverTile(-18, -57))
    const { code, out } = await run('layers', 'fetch', '--around', '-15.5,-55.7', '--km', '5', '--layer', 'worldcover')
    assert.deepEqual([code, /S18W057 +fetched/.test(out)], [0, true])
  })
})

describe('layers list and verify', () => {
  test('name every file that is a tile or a clip, and what is damaged', async (t) => {
    const { server, run, folder, files } = await upstream(t)
    server.put(NAME, coverTile(45, 9, { value: noisy }))
    await run(...AROUND)
    const listed = await run('layers', 'list')
    assert.equal(listed.code, 0)
    assert.match(listed.out, /worldcover +v200 +N45E009 +9\.75 45\.75 11\.25 47\.25 +worldcover/)
    assert.match(listed.out, /1 files in /)
    assert.equal((await run('layers', 'verify')).code, 0)
    const path = join(folder, files()[0]!)
    const bytes = readFileSync(path)
    bytes.fill(0xff, bytes.length - 60, bytes.length - 20)
    writeFileSync(path, bytes)
    const found = await run('layers', 'verify')
    assert.deepEqual([found.code, /N45E009_Map\.tif: damaged: /.test(found.out)], [1, true])
    assert.match(found.out, /1 files, 1 damaged/)
  })
})
