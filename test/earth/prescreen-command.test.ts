import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import type { Io } from '../../src/commands/command.ts'
import { csvText, readCsv } from '../../src/commands/csv.ts'
import { prescreen } from '../../src/commands/prescreen.ts'
import { runCommand } from '../../src/commands/run.ts'
import { readConfig } from '../../src/config.ts'
import { freshFolder } from '../store/fresh.ts'
import { startRangeServer } from '../support/range-server.ts'
import { type Land, pinAt, SIDE, tilesOf } from './drawn-land.ts'
import { startStandInStac } from './stand-in-stac.ts'

const LAND: Land = {
  west: -71.7,
  north: 18.6,
  worldcover: (_, col) => (col < SIDE.fine / 2 ? 40 : 10),
  lossyear: (row) => (row < 40 ? 0 : 22),
  datamask: () => 1,
  forest: () => 0,
}

async function stand(t: TestContext) {
  const folder = freshFolder(t)
  mkdirSync(join(folder, 'layers'))
  for (const [name, bytes] of Object.entries(tilesOf(LAND))) writeFileSync(join(folder, 'layers', name), bytes)
  const [{ url, stop }, stac] = [await startRangeServer(), await startStandInStac()]
  t.after(() => Promise.all([stop(), stac.stop()]))
  const env = {
    LAYERS_DIR: join(folder, 'layers'),
    WORLDCOVER_URL: url,
    GSW_URL: url,
    HANSEN_URL: url,
    GFC2020_URL: url,
  }
  async function run(table: string, ...words: string[]) {
    writeFileSync(join(folder, 'pins.csv'), table)
    const [out, err, progress]: string[][] = [[], [], []]
    const io: Io = {
      config: () => readConfig({ ...env, STAC_URL: stac.url, DATA_DIR: folder }),
      out: (line) => out!.push(line),
      err: (line) => err!.push(line),
      stdin: async () => '',
      progress: (line) => progress!.push(line),
    }
    const code = await runCommand([prescreen], ['prescreen', join(folder, 'pins.csv'), ...words], io)
    return { code, out: out!.join('\n'), err: err!.join('\n'), progress: progress! }
  }
  const ranked = join(folder, 'ranked.csv')
  return { run, ranked, table: () => readCsv(readFileSync(ranked, 'utf8')) }
}

const row = (name: string, atRow: number, col: number) => {
  const { lat, lng } = pinAt(LAND, atRow, col)
  return `${name},${lat},${lng}\r\n`
}

describe('a table of pins', () => {
  test('comes back with the best first, its own columns, and what was read', async (t) => {
    const { run, ranked, table } = await stand(t)
    const given = `name,lat,lng\r\n${row('"wood, north"', 8, 60)}${row('field', 8, 10)}${row('cleared', 60, 10)}elsewhere,50,10\r\n`
    const { code, out, progress } = await run(given, '--out', ranked)
    assert.equal(code, 2, out)
    const [head, ...rows] = table()
    assert.deepEqual(head!.slice(-3), ['name', 'lat', 'lng'])
    const at = (name: string) => rows.map((cells) => cells[head!.indexOf(name)])
    assert.deepEqual(at('standing'), ['ranked', 'ranked', 'do_not_visit', 'could_not_screen'])
    assert.deepEqual(at('name'), ['field', 'wood, north', 'cleared', 'elsewhere'])
    assert.deepEqual(at('rank'), ['1', '2', '', ''])
    assert.deepEqual(at('score'), ['1', '0', '', ''])
    assert.deepEqual(at('loss_year'), ['', '', '2022', ''])
    assert.match(at('because')[0]!, /something_growing is unread/)
    assert.match(at('because')[2]!, /lost in 2022/)
    assert.match(at('because')[3]!, /could not be read/)
    assert.match(out, /2 ranked, 1 not to be visited, 1 not screened/)
    assert.match(out, /not signed|Nothing of this is signed/)
    assert.match(progress[0]!, /0 of 4 pins/)
  })

  test('of more pins than one request takes is screened too, with progress', async (t) => {
    const { run, ranked, table } = await stand(t)
    const rows = Array.from({ length: 620 }, (_, index) => row(`p${index}`, 4 + (index % 30), 4 + ((index * 7) % 70)))
    const { code, progress } = await run(`id,lat,lng\n${rows.join('')}`, '--out', ranked)
    assert.equal(code, 0)
    assert.equal(table().length, 621)
    assert.ok(progress.length > 10)
  })

  test('with rows that are no pins is refused whole, and every one is named', async (t) => {
    const { run, ranked } = await stand(t)
    const { code, err } = await run('Latitude,Longitude\n1,2\n91,0\n,5\nx,y\n', '--out', ranked)
    assert.equal(code, 1)
    for (const name of ['row 3: Latitude', 'row 4: Latitude', 'row 5: Latitude', 'row 5: Longitude'])
      assert.ok(err.includes(name), err)
    assert.ok(!err.includes('row 2'))
    for (const table of ['', 'a,b\n1,2\n', 'lat,lng\n', 'lat,lng,score\n1,2,3\n'])
      assert.equal((await run(table, '--out', ranked)).code, 1, table)
  })

  test('needs a place for the answer, and a table that is there', async (t) => {
    const { run, ranked } = await stand(t)
    assert.equal((await run('lat,lng\n1,2\n')).code, 64)
    assert.equal((await run('lat,lng\n1,2\n', '--out', join(ranked, 'no', 'folder.csv'))).code, 64)
  })
})

test('a table is read as it was written, quotes, commas, line breaks and all', () => {
  const lines = [
    ['a', 'b,c', 'd"e'],
    ['f\r\ng', '', '-71.5'],
  ]
  assert.deepEqual(readCsv(csvText(lines)), lines)
  assert.deepEqual(readCsv('\ufeffa,b\n\n1,"x ""y"" z"'), [
    ['a', 'b'],
    ['1', 'x "y" z'],
  ])
  assert.equal(csvText([['=1+1', '-5', '-x']]), "'=1+1,-5,'-x\r\n")
})
