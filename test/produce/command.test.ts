import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { Io } from '../../src/commands/command.ts'
import { measure } from '../../src/commands/measure.ts'
import { runCommand } from '../../src/commands/run.ts'
import { readConfig } from '../../src/config.ts'
import { freshFolder } from '../store/fresh.ts'
import { blank, photograph } from './photographs.ts'

async function run(...words: string[]) {
  const [out, err, progress]: string[][] = [[], [], []]
  const io: Io = {
    config: () => readConfig({}),
    out: (line) => out!.push(line),
    err: (line) => err!.push(line),
    stdin: async () => '',
    progress: (line) => progress!.push(line),
  }
  const code = await runCommand([measure], ['measure', ...words], io)
  return { code, out: out!.join('\n'), err: err!.join('\n'), progress: progress! }
}

let good: Awaited<ReturnType<typeof photograph>>
before(async () => {
  good = await photograph()
})

describe('one photograph', () => {
  test('is told in numbers with their accuracy, says that nothing is signed, and leaves its overlay', async (t) => {
    const folder = freshFolder(t)
    writeFileSync(join(folder, 'photo.jpg'), good.jpeg)
    const { code, out } = await run(join(folder, 'photo.jpg'), '--overlay', join(folder, 'drawn.png'))
    assert.equal(code, 0, out)
    assert.match(out, /^length \d+\.\d ± \d+\.\d mm to the pedicel base, \d+\.\d ± \d+\.\d mm to the crown$/m)
    assert.match(out, /^grade \d+\.\d ± \d+\.\d mm as seen/m)
    assert.match(out, /^colour stage \d ± \d$/m)
    assert.match(out, /not signed/)
    assert.match(out, /produce\.measure@1\.0\.0\+[0-9a-f]{64}/)
    assert.equal((await sharp(join(folder, 'drawn.png')).metadata()).width, 1280)
  })

  test('as JSON is the whole reading, without a receipt', async (t) => {
    const file = join(freshFolder(t), 'photo.jpg')
    writeFileSync(file, good.jpeg)
    const reading = JSON.parse((await run(file, '--json', '--card-spacing-mm', '242.7')).out)
    assert.equal(reading.scale_card.spacing.from, 'ruler')
    assert.equal(reading.receipt, undefined)
    const typed = JSON.parse((await run(file, '--json', '--mm-per-px', '0.3432', '--scale-basis', 'a ruler')).out)
    assert.deepEqual(typed.scale_basis, { from: 'typed', stated: 'a ruler', spacing_mm: null })
  })

  test('without a fruit exits 2 and says why', async (t) => {
    const file = join(freshFolder(t), 'blank.jpg')
    writeFileSync(file, await blank())
    const { code, out } = await run(file)
    assert.equal(code, 2)
    assert.match(out, /^nothing measured: /)
  })

  test('that is none exits 1, and so does one that is not there', async (t) => {
    const file = join(freshFolder(t), 'text.jpg')
    writeFileSync(file, 'text')
    for (const path of [file, `${file}.gone`]) {
      const { code, out, err } = await run(path)
      assert.deepEqual([code, out], [1, ''])
      assert.equal(err.split('\n').length, 1)
    }
  })
})

describe('a folder', () => {
  test('gives a row a photograph: measured, abstained and unreadable, under a moving bar', async (t) => {
    const folder = freshFolder(t)
    writeFileSync(join(folder, 'a,"good".jpg'), good.jpeg)
    writeFileSync(join(folder, 'b.jpg'), await blank())
    writeFileSync(join(folder, '=c.png'), 'no picture')
    writeFileSync(join(folder, 'notes.txt'), 'not looked at')
    const csv = join(folder, 'out.csv')
    const { code, out, progress } = await run(folder, '--csv', csv)
    assert.equal(code, 1, 'one file cannot be read')
    assert.match(out, /a,"good"\.jpg: length/)
    assert.match(out, /b\.jpg: nothing measured/)
    assert.match(out, /=c\.png: not read/)
    assert.equal(progress.length, 4)
    assert.match(progress[1]!, /^\[#+\.+\] 1 of 3/)
    const [header, ...rows] = readFileSync(csv, 'utf8').trimEnd().split('\r\n')
    assert.equal(rows.length, 3)
    assert.ok(header!.startsWith('file,length_mm,length_accuracy_mm,'))
    assert.ok(rows[0]!.startsWith("'=c.png,,"), 'a name is never a formula')
    assert.match(rows[0]!, /not JPEG, PNG/)
    assert.match(rows[1]!, /^"a,""good""\.jpg",\d+\.?\d*,\d/)
    assert.match(rows[2]!, /,no_fruit,true,/)
  })

  test('without a photograph exits 1', async (t) => {
    const { code, err } = await run(freshFolder(t))
    assert.equal(code, 1)
    assert.match(err, /no photograph/)
  })
})

describe('words that cannot be meant exit 64', () => {
  const mistakes: [string[], RegExp][] = [
    [['--mm-per-px', '0.3'], /--scale-basis/],
    [['--scale-basis', 'a ruler'], /--mm-per-px/],
    [['--mm-per-px', 'wide', '--scale-basis', 'x'], /--mm-per-px is "wide"/],
    [['--card-spacing-mm', '0'], /--card-spacing-mm/],
    [['--csv', 'out.csv'], /--csv is for a folder/],
    [['--overlay', '/no/such/folder/out.png'], /cannot be written/],
  ]
  for (const [words, message] of mistakes)
    test(words.join(' '), async (t) => {
      const file = join(freshFolder(t), 'blank.jpg')
      writeFileSync(file, await blank())
      const { code, err, out } = await run(file, ...words)
      assert.equal(code, 64, out)
      assert.match(err, message)
      assert.ok(!existsSync('out.csv'))
    })
})
