import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Io } from '../../src/commands/command.ts'
import { detect } from '../../src/commands/detect.ts'
import { runCommand } from '../../src/commands/run.ts'
import { readConfig } from '../../src/config.ts'
import { freshFolder } from '../store/fresh.ts'
import { needsModels } from '../support/needs.ts'

const STREET = fileURLToPath(new URL('../../docs/pictures/street.jpg', import.meta.url))
const models = needsModels('nanodet', 'ssdlite')

async function run(words: string[], env: Record<string, string | undefined> = process.env) {
  const [out, err]: string[][] = [[], []]
  const io: Io = {
    config: () => readConfig(env),
    out: (line) => out!.push(line),
    err: (line) => err!.push(line),
    stdin: async () => '',
  }
  const code = await runCommand([detect], ['detect', ...words], io)
  return { code, out: out!.join('\n'), err: err!.join('\n') }
}

describe('detect', models, () => {
  test('tells what it found of what was asked for, and what it could not read', async () => {
    const { code, out } = await run([
      STREET,
      ...['--prompts', 'taxi, hard hat', '--alerts', 'traffic light,gun', '--question', 'How many cars are there?'],
    ])
    assert.equal(code, 2)
    assert.match(out, /^taxi \(read as car, broader\) {2}score 0\.\d\d {2}at \d+ \d+ \d+ \d+$/m)
    assert.match(out, /^ALERT traffic light {2}score/m)
    assert.match(out, /^not read: hard hat: "hard hat" is none of the 80 classes/m)
    assert.match(out, /^no alert will come for gun: /m)
    assert.match(out, /^2 cars were found\.$/m)
    assert.match(out, /^read by coco-fast@[0-9a-f]+ at a score of 0\.\d+ or more$/m)
    assert.match(out, /not signed/)
  })

  test('exits 0 where everything was read, as JSON and with an overlay', async (t) => {
    const drawn = join(freshFolder(t), 'drawn.png')
    const { code, out } = await run([STREET, '--json', '--overlay', drawn, '--mode', 'thorough'])
    assert.equal(code, 0)
    const reading = JSON.parse(out)
    assert.equal(reading.mode, 'thorough')
    assert.ok(reading.total_objects >= 4)
    assert.equal((await sharp(drawn).metadata()).format, 'png')
  })

  test('says that nothing was looked for where no word could be read', async () => {
    const { code, out } = await run([STREET, '--prompts', 'hard hat'])
    assert.equal(code, 2)
    assert.match(out, /^nothing was looked for/m)
  })

  test('refuses a picture that is none', async (t) => {
    const file = join(freshFolder(t), 'text.jpg')
    writeFileSync(file, 'hello')
    const { code, err } = await run([file])
    assert.equal(code, 1)
    assert.match(err, /not JPEG/)
  })
})

describe('detect says no', () => {
  test('to a file that is not there', async () => {
    const { code, err } = await run(['/nowhere.jpg'])
    assert.deepEqual([code, err], [1, '/nowhere.jpg cannot be read: there is no such file'])
  })

  test('without the models, and names them', async () => {
    const { code, err } = await run([STREET], { MODELS_DIR: '/nonexistent' })
    assert.equal(code, 1)
    assert.match(err, /nanodet/)
  })

  for (const words of [
    ['--mode', 'best'],
    ['--threshold', '2'],
    ['--threshold', ''],
    ['--threshold', 'high'],
  ])
    test(`to ${words.join(' ')}`, async () => {
      const { code, err } = await run([STREET, ...words])
      assert.equal(code, 64)
      assert.match(err, /was expected/)
    })
})
