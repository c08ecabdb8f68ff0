import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { NDVI } from '../../src/measure/crop/agree.ts'
import { LEAST_EXCESS_GREEN } from '../../src/measure/crop/colour.ts'
import { SURE_SCORE } from '../../src/measure/crop/objects.ts'
import { GREEN } from '../../src/measure/crop/photo.ts'
import { FAR_M } from '../../src/measure/crop/position.ts'
import { LEAST_SIDE_PX } from '../../src/measure/crop/usable.ts'
import { GROWING_NDVI } from '../../src/measure/prescreen/growing.ts'
import { AROUND_M } from '../../src/measure/prescreen/land-cover.ts'
import { DEFAULT_WEIGHTS } from '../../src/measure/prescreen/screen.ts'
import { COMPARED_WITHIN_DAYS } from '../../src/routes/earth/cell-reads.ts'
import { CropReply } from '../../src/routes/earth/crop-schema.ts'
import { NEWEST_WITHIN_DAYS } from '../../src/routes/earth/pin-reads.ts'
import { MOST_PINS } from '../../src/routes/earth/prescreen.ts'

const page = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../docs/${name}.md`, import.meta.url)), 'utf8').replaceAll(/\s+/g, ' ')

describe('the pages state the numbers that the rules hold', () => {
  test('of screening', () => {
    const text = page('prescreen')
    for (const stated of [
      `1 to ${MOST_PINS} pins`,
      `within ${AROUND_M} m`,
      `last ${NEWEST_WITHIN_DAYS} days`,
      `${GROWING_NDVI.nothing} and below | ${GROWING_NDVI.surely} and above`,
      `| ${DEFAULT_WEIGHTS.plausibly_farmland} |`,
      `| ${DEFAULT_WEIGHTS.something_growing} |`,
    ])
      assert.ok(text.includes(stated), stated)
  })

  test('of agreement', () => {
    const text = page('crop')
    for (const stated of [
      `smaller than ${LEAST_SIDE_PX} pixels`,
      `scores of ${SURE_SCORE} and more`,
      `of ${LEAST_EXCESS_GREEN} and more`,
      `at least ${100 * GREEN.plants} % green`,
      `at most ${100 * GREEN.little} % green`,
      `NDVI at least ${NDVI.green}`,
      `NDVI under ${NDVI.barren}`,
      `NDVI under ${NDVI.sparse}`,
      `NDVI of ${NDVI.lush} and more`,
      `more than ${FAR_M / 1000} km`,
      `at most ${COMPARED_WITHIN_DAYS} days`,
    ])
      assert.ok(text.includes(stated), stated)
    for (const shows of CropReply.shape.photo.shape.shows.options) assert.ok(text.includes(`| \`${shows}\` |`), shows)
    for (const verdict of CropReply.shape.verdict.options) assert.ok(text.includes(`| \`${verdict}\` |`), verdict)
  })
})
