import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { decode } from '../../src/imaging/decode.ts'
import { type Agreement, agree, type Compared, type Verdict } from '../../src/measure/crop/agree.ts'
import { cellOf } from '../../src/measure/crop/cell.ts'
import { colourOf, colourShares } from '../../src/measure/crop/colour.ts'
import { type PhotoSeen, readPhoto } from '../../src/measure/crop/photo.ts'
import { takenAtOf } from '../../src/measure/crop/taken-at.ts'
import { textureOf } from '../../src/measure/crop/texture.ts'

const PLAIN = { green: 0, brown: 0, sky: 0, blue_below: 0, grey: 0, bright: 0, dark: 0, other: 0 }
const TEXTURE = { brightness: 120, contrast: 40, detailed_blocks: 0.7, coherence: 0.6 }

function seen(colour: Partial<PhotoSeen['colour']>, objects: PhotoSeen['objects'] = []): PhotoSeen {
  return { width: 512, height: 384, colour: { ...PLAIN, ...colour }, texture: TEXTURE, objects }
}
const object = (name: string, score = 0.7) => ({ class: name, score })

const PHOTOS = {
  leaves: seen({ green: 0.8, sky: 0.2 }),
  rows: seen({ green: 0.35, brown: 0.4, sky: 0.25 }),
  herd: seen({ green: 0.6, sky: 0.3 }, [object('cow'), object('cow')]),
  tractor: seen({ green: 0.5, sky: 0.3 }, [object('truck')]),
  soil: seen({ brown: 0.7, sky: 0.3 }),
  stubble: seen({ brown: 0.55, green: 0.08, sky: 0.2 }),
  kitchen: seen({ brown: 0.4, grey: 0.4 }, [object('oven'), object('sink')]),
  desk: seen({ grey: 0.7 }, [object('laptop')]),
  street: seen({ grey: 0.6, sky: 0.2 }, [object('car'), object('car'), object('bus')]),
  crossing: seen({ grey: 0.6, green: 0.1 }, [object('traffic light')]),
  harbour: seen({ blue_below: 0.4, sky: 0.4 }, [object('boat')]),
  wall: seen({ grey: 0.9 }),
  crate: seen({ brown: 0.5, grey: 0.3, sky: 0.1 }, [object('banana'), object('orange')]),
  gardenRoom: seen({ green: 0.4 }, [object('couch')]),
  unseen: seen({ green: 0.8 }, null),
}
const CELLS = {
  crop: { 40: 96 },
  grass: { 30: 96 },
  forest: { 10: 96 },
  savanna: { 20: 40, 30: 56 },
  village: { 50: 90, 30: 6 },
  lake: { 80: 96 },
  desert: { 60: 96 },
  glacier: { 70: 96 },
  edge: { 40: 48, 50: 48 },
  farmyard: { 40: 90, 50: 6 },
}

interface Pair {
  ndvi?: number
  distance_m?: number
  times?: string
}

function compare(
  photo: keyof typeof PHOTOS,
  cell: keyof typeof CELLS | null,
  { ndvi, distance_m, times }: Pair = {},
): Agreement {
  const by_class = cell === null ? {} : (CELLS[cell] as Record<string, number>)
  const compared: Compared = {
    photo: readPhoto(PHOTOS[photo]),
    cell: cell === null ? null : cellOf({ pixels: 96, pixels_read: 96, by_class }),
    whyNoCell: cell === null ? 'upstream is down' : null,
    ndvi: ndvi === undefined ? null : { value: ndvi, sentence: `NDVI ${ndvi}` },
    whyNoNdvi: ndvi === undefined ? 'cloud' : null,
    layerAge: { year: 2021, years: 5 },
    position: distance_m === undefined ? null : { distance_m },
    timesContradict: times ?? null,
  }
  return agree(compared)
}

const PAIRS: Record<Verdict, [keyof typeof PHOTOS, keyof typeof CELLS | null, Pair?][]> = {
  consistent: [
    ['leaves', 'crop'],
    ['leaves', 'crop', { ndvi: 0.7 }],
    ['leaves', 'grass', { ndvi: 0.31 }],
    ['leaves', 'forest', { ndvi: 0.8, distance_m: 40 }],
    ['rows', 'crop', { ndvi: 0.4 }],
    ['rows', 'savanna'],
    ['herd', 'grass', { ndvi: 0.5 }],
    ['tractor', 'crop', { ndvi: 0.5 }],
    ['soil', 'crop', { ndvi: 0.12 }],
    ['soil', 'grass', { ndvi: 0.2 }],
    ['stubble', 'crop', { ndvi: 0.2, distance_m: 200 }],
    ['soil', 'desert'],
    ['soil', 'desert', { ndvi: 0.1 }],
  ],
  disagrees: [
    ['leaves', 'lake'],
    ['leaves', 'village'],
    ['leaves', 'glacier'],
    ['leaves', 'crop', { ndvi: 0.1 }],
    ['rows', 'desert', { ndvi: 0.08 }],
    ['herd', 'lake', { ndvi: -0.2 }],
    ['soil', 'crop', { ndvi: 0.7 }],
    ['soil', 'forest', { ndvi: 0.8 }],
    ['soil', 'lake'],
    ['kitchen', 'crop', { ndvi: 0.7 }],
    ['desk', 'forest'],
    ['street', 'crop'],
    ['crossing', 'desert'],
    ['harbour', 'crop'],
    ['leaves', 'crop', { ndvi: 0.7, distance_m: 5_000 }],
    ['wall', null, { distance_m: 80_000 }],
  ],
  cannot_say: [
    ['leaves', null],
    ['wall', 'crop'],
    ['gardenRoom', 'crop'],
    ['crate', 'crop', { ndvi: 0.7 }],
    ['unseen', 'crop', { ndvi: 0.7 }],
    ['leaves', 'edge'],
    ['leaves', 'crop', { ndvi: 0.2 }],
    ['leaves', 'desert'],
    ['leaves', 'village', { ndvi: 0.6 }],
    ['leaves', 'crop', { times: 'taken_at and the file differ by days' }],
    ['soil', 'crop'],
    ['soil', 'forest', { ndvi: 0.4 }],
    ['soil', 'village'],
    ['kitchen', 'farmyard'],
    ['street', 'village'],
    ['harbour', 'lake'],
    ['wall', 'lake', { distance_m: 500 }],
  ],
}

describe('a photograph against a cell', () => {
  for (const [verdict, pairs] of Object.entries(PAIRS))
    test(`${verdict} is reached by ${pairs.length} pairs, each with its evidence`, () => {
      assert.ok(pairs.length >= 10)
      for (const [photo, cell, more] of pairs) {
        const found = compare(photo, cell, more)
        assert.equal(found.verdict, verdict, `${photo} at ${cell} ${JSON.stringify(more)}: ${found.why[0]}`)
        assert.ok(found.why.length >= 4 || cell === null)
        assert.ok(found.why.every((sentence) => sentence.length > 15))
      }
    })

  test('nothing is consistent with a cell that nobody read, whatever else is known', () => {
    for (const photo of Object.keys(PHOTOS) as (keyof typeof PHOTOS)[])
      for (const ndvi of [undefined, 0, 0.3, 0.9])
        for (const distance_m of [undefined, 0, 100])
          assert.equal(compare(photo, null, { ndvi, distance_m }).verdict, 'cannot_say')
  })

  test('a nearby position alone makes nothing consistent', () => {
    assert.equal(compare('wall', 'crop', { ndvi: 0.7, distance_m: 1 }).verdict, 'cannot_say')
  })

  test('every verdict names photograph, cell and vegetation, and the age of the map', () => {
    const { why } = compare('leaves', 'crop', { ndvi: 0.7, distance_m: 40 })
    for (const word of ['the photograph', 'the cell', 'vegetation', 'age', 'position'])
      assert.ok(
        why.some((sentence) => sentence.startsWith(`${word}:`)),
        word,
      )
    assert.ok(why.some((sentence) => sentence.includes('of 2021, 5 years before')))
  })

  test('half a cell read is enough, less is not', () => {
    assert.equal(cellOf({ pixels: 96, pixels_read: 48, by_class: { 40: 48 } })?.kind, 'vegetated')
    assert.equal(cellOf({ pixels: 96, pixels_read: 47, by_class: { 40: 47 } }), null)
    assert.equal(cellOf({ pixels: 0, pixels_read: 0, by_class: {} }), null)
  })
})

test('what is blank, noise, dark, blown out or tiny shows nothing', () => {
  const leaves = PHOTOS.leaves
  for (const texture of [
    { ...TEXTURE, contrast: 2 },
    { ...TEXTURE, coherence: 0.06 },
    { ...TEXTURE, brightness: 10 },
    { ...TEXTURE, brightness: 252 },
    { ...TEXTURE, detailed_blocks: 0.02 },
  ])
    assert.equal(readPhoto({ ...leaves, texture }).shows, 'unclear')
  assert.equal(readPhoto({ ...leaves, width: 95 }).shows, 'unclear')
})

test('sky hangs from the upper edge: paper on a table is none, and a bird does not end it', () => {
  const [width, height] = [60, 40]
  type Colour = [number, number, number]
  const drawn = (paint: (row: number, col: number) => Colour) =>
    colourShares({
      width,
      height,
      data: Uint8Array.from(
        Array.from({ length: width * height }, (_, at) => paint(Math.floor(at / width), at % width)).flat(),
      ),
    })
  const table: Colour = [142, 108, 78]
  const paper: Colour = [240, 240, 240]
  const blue: Colour = [130, 170, 220]
  const isInside = (row: number, col: number) => row >= 8 && row < 18 && col >= 10 && col < 50
  assert.equal(drawn((row, col) => (isInside(row, col) ? paper : table)).sky, 0)
  assert.equal(drawn((row, col) => (isInside(row, col) ? blue : table)).blue_below, 0)
  assert.equal(drawn((row) => (row < 10 ? paper : table)).sky, 0.25)
  const wire = drawn((row) => (row < 10 && row !== 4 ? blue : table))
  assert.equal(wire.sky, 0.225)
})

test('a banana on its card lies on no bare ground, though table and card have the colours of soil and cloud', async () => {
  const bytes = await readFile(new URL('../../docs/pictures/banana-on-card.jpg', import.meta.url))
  const { width, height } = await sharp(bytes).metadata()
  const pixels = await decode({ bytes, width, height, media_type: 'image/jpeg' }, { maxDimension: 512 })
  const shown = readPhoto({ ...pixels, colour: colourShares(pixels), texture: textureOf(pixels), objects: [] })
  assert.equal(shown.shows, 'unclear', shown.because)
})

test('colours are named as a person would name them', () => {
  const below = (r: number, g: number, b: number) => colourOf(r, g, b, false)
  assert.equal(below(80, 130, 50), 'green')
  assert.equal(below(140, 105, 75), 'brown')
  assert.equal(below(190, 165, 110), 'brown')
  assert.equal(below(120, 120, 122), 'grey')
  assert.equal(below(10, 12, 9), 'dark')
  assert.equal(below(240, 240, 238), 'bright')
  assert.equal(below(60, 110, 170), 'blue_below')
  assert.equal(below(200, 30, 30), 'other')
  assert.equal(colourOf(130, 170, 220, true), 'sky')
  assert.equal(colourOf(235, 236, 238, true), 'sky')
})

describe('when a photograph was taken', () => {
  const now = new Date('2026-07-01T00:00:00Z')

  test('the caller’s word comes first, the file’s second, and a contradiction is said', () => {
    assert.deepEqual(takenAtOf('2026-06-01T00:00:00Z', null, now).from, 'caller')
    assert.deepEqual(takenAtOf(null, '2026-06-01T00:00:00.000Z', now).from, 'file')
    assert.equal(takenAtOf(null, null, now).used, null)
    assert.equal(takenAtOf('2026-06-01T00:00:00Z', '2026-06-02T09:00:00.000Z', now).contradiction, null)
    assert.match(takenAtOf('2026-06-01T00:00:00Z', '2026-06-09T00:00:00.000Z', now).contradiction!, /8 days apart/)
  })

  test('a clock that was never set is not believed', () => {
    for (const time of ['1980-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z'])
      assert.equal(takenAtOf(null, time, now).used, null)
  })
})
