import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { measuringFiles, PRODUCE_MODEL } from '../../src/measure/produce/model.ts'

const src = resolve(import.meta.dirname, '..', '..', 'src')
const read = (file: string) => readFileSync(join(src, file), 'utf8')

/** Every file that code reached from here is made of; what is imported as a type alone runs nowhere. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached
  reached.add(file)
  for (const [, specifier] of read(file).matchAll(/^(?:import|export) (?!type)[^'"]*from '(\.[^']+)'/gm))
    reachedFrom(relative(src, resolve(src, dirname(file), specifier!)), reached)
  return reached
}

describe('the model', () => {
  test('its hash covers every file that can move a number', () => {
    const covered = new Set(measuringFiles())
    for (const start of ['measure/produce/photograph.ts', 'imaging/decode.ts', 'imaging/focal.ts'])
      for (const file of reachedFrom(start))
        assert.ok(covered.has(file) || NOT_A_NUMBER.has(file), `${file} is not in the hash`)
    assert.ok(reachedFrom('measure/produce/photograph.ts').size > 30, 'imports were followed')
  })

  test('and neither the renderer nor the self-test, which judge it', () => {
    for (const file of measuringFiles()) assert.doesNotMatch(file, /scene\/|selftest/)
  })

  test('is what anyone computes from the source and two package.json', () => {
    const version = (library: string) =>
      JSON.parse(readFileSync(join(src, '..', 'node_modules', library, 'package.json'), 'utf8')).version
    const hash = createHash('sha256')
    for (const file of measuringFiles()) hash.update(`${file}\n`).update(read(file))
    hash.update(`sharp@${version('sharp')}\nopencv-js@${version('@techstark/opencv-js')}\n`)
    assert.equal(PRODUCE_MODEL.id, `produce.measure@1.0.0+${hash.digest('hex')}`)
    assert.deepEqual(measuringFiles(), measuringFiles().toSorted())
  })
})

/** Reached, and without a say in what is measured: refusals, and the strokes of letters on the card. */
const NOT_A_NUMBER = new Set(['imaging/refusals.ts', 'kernel/refusal.ts', 'imaging/draw.ts', 'imaging/font.ts'])
