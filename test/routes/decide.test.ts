import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const unread = { known: false }
type Features = Record<string, number | typeof unread>

function candidate(id: string, features: Features, more = {}) {
  const typed = Object.entries(features).map(([name, value]) => [
    name,
    typeof value === 'number' ? { value, known: true } : value,
  ])
  return { id, features: Object.fromEntries(typed), ...more }
}

async function decide(candidates: unknown[], weights: unknown, more = {}) {
  const { status, body } = await service.post('/api/decide', { candidates, weights, ...more })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

async function refused(body: unknown, reason: RegExp) {
  const reply = await service.post('/api/decide', body)
  assert.equal(reply.status, 400)
  assert.equal(reply.body.error, 'invalid_input')
  assert.match(reply.body.reason, reason)
  assert.equal((await service.post('/api/decide', reply.body.fix.body)).status, 200)
}

const standings = ({ ranked }: { ranked: { id: string; score: number }[] }) =>
  ranked.map(({ id, score }) => [id, score])

describe('a ranking', () => {
  test('an unread feature is not a zero: its weight goes to what was read', async () => {
    const reply = await decide(
      [candidate('a', { near: 0.9, deep: 0.5 }), candidate('b', { near: 0.8, deep: unread })],
      {
        near: 0.5,
        deep: 0.5,
      },
    )
    assert.deepEqual(standings(reply), [
      ['b', 0.8],
      ['a', 0.7],
    ])
    assert.deepEqual(reply.ranked[0].read_features, ['near'])
    assert.deepEqual(reply.ranked[0].unread_features, ['deep'])
  })

  test('a feature that a candidate does not have is unread', async () => {
    const { ranked } = await decide([candidate('a', { near: 1 })], { near: 1, deep: 1 })
    assert.deepEqual([ranked[0].score, ranked[0].unread_features], [1, ['deep']])
  })

  test('a value beside known false is not read', async () => {
    const { could_not_rank } = await decide([{ id: 'a', features: { near: { value: 5, known: false } } }], { near: 1 })
    assert.equal(could_not_rank[0].id, 'a')
  })

  test('a feature without a weight says nothing', async () => {
    const { ranked } = await decide([candidate('a', { near: 1, colour: 99 })], { near: 1, colour: 0 })
    assert.deepEqual([ranked[0].score, ranked[0].read_features], [1, ['near']])
  })

  test('values are taken as given: negative, large, and in any unit', async () => {
    const reply = await decide(
      [candidate('a', { m: -5000 }), candidate('b', { m: 12_000 }), candidate('c', { m: 0 })],
      {
        m: 3,
      },
    )
    assert.deepEqual(standings(reply), [
      ['b', 12_000],
      ['c', 0],
      ['a', -5000],
    ])
    assert.equal(reply.margin, 12_000)
  })

  test('names that objects are born with are features like others', async () => {
    const { ranked, could_not_rank } = await decide([candidate('a', { toString: 1 }), candidate('b', { near: 1 })], {
      toString: 1,
      constructor: 1,
    })
    assert.deepEqual(
      ranked.map(({ id }: { id: string }) => id),
      ['a'],
    )
    assert.deepEqual(
      could_not_rank.map(({ id }: { id: string }) => id),
      ['b'],
    )
  })

  test('what a caller adds to a candidate comes back with it', async () => {
    const { ranked, could_not_rank } = await decide(
      [candidate('a', { n: 1 }, { farm: { name: 'Ola' }, note: null }), candidate('b', {}, { farm: 'B' })],
      { n: 1 },
    )
    assert.deepEqual([ranked[0].farm, ranked[0].note], [{ name: 'Ola' }, null])
    assert.equal(could_not_rank[0].farm, 'B')
  })

  for (const name of ['rank', 'score', 'read_features', 'unread_features', 'reason'])
    test(`a candidate's own ${name} is refused: it could be taken for ours`, () =>
      refused(
        { candidates: [candidate('a', { n: 1 }, { [name]: 0.9 })], weights: { n: 1 } },
        new RegExp(`candidates\\[0\\].*${name}`),
      ))
})

describe('who cannot be ranked', () => {
  test('is a candidate with nothing known: no score, and the reason', async () => {
    const reply = await decide([candidate('a', { near: 1 }), candidate('b', { near: unread }), candidate('c', {})], {
      near: 1,
    })
    assert.deepEqual(
      reply.could_not_rank.map(({ id, score }: { id: string; score?: number }) => [id, score]),
      [
        ['b', undefined],
        ['c', undefined],
      ],
    )
    for (const { reason } of reply.could_not_rank) assert.match(reason, /known/)
    assert.match(reply.why_could_not_rank, /2 of 3 candidates/)
  })

  test('when nobody can: an empty ranking, nothing chosen, margin null', async () => {
    const reply = await decide([candidate('a', {})], { near: 1 })
    assert.deepEqual(
      [reply.ranked, reply.chosen, reply.margin, reply.decisive, reply.you_decide],
      [[], null, null, false, []],
    )
  })

  test('when everybody can, why_could_not_rank is null', async () => {
    assert.equal((await decide([candidate('a', { n: 1 })], { n: 1 })).why_could_not_rank, null)
  })
})

describe('the margin', () => {
  const two = (a: number, b: number) => [candidate('a', { n: a }), candidate('b', { n: b })]

  test('decides when it is greater than decisive_margin', async () => {
    const reply = await decide(two(0.8, 0.7), { n: 1 })
    assert.deepEqual(
      [reply.margin, reply.decisive, reply.chosen, reply.you_decide, reply.decisive_margin],
      [0.1, true, 'a', [], 0.05],
    )
  })

  test('decides nothing when it equals decisive_margin, whatever the sixteenth digit says', async () => {
    for (const [a, b, decisive_margin] of [
      [0.8, 0.7, 0.1],
      [0.3, 0.1, 0.2],
      [1000.1, 1000, 0.1],
      [3e9 + 1, 3e9, 1],
    ] as const) {
      const reply = await decide(two(a, b), { n: 1 }, { decisive_margin })
      assert.deepEqual([reply.decisive, reply.chosen, reply.margin], [false, null, decisive_margin])
      assert.deepEqual(reply.you_decide, ['a', 'b'])
    }
  })

  test('hands over everybody within it, and nobody else', async () => {
    const candidates = [0.5, 0.48, 0.46, 0.44].map((n, index) => candidate(`c${index}`, { n }))
    assert.deepEqual((await decide(candidates, { n: 1 })).you_decide, ['c0', 'c1', 'c2'])
  })

  test('of 0 lets any difference decide, and a tie never', async () => {
    assert.equal((await decide(two(1, 1 - 1e-9), { n: 1 }, { decisive_margin: 0 })).chosen, 'a')
    const tie = await decide(two(1, 1), { n: 1 }, { decisive_margin: 0 })
    assert.deepEqual([tie.decisive, tie.margin, tie.you_decide], [false, 0, ['a', 'b']])
  })

  test('is null with one rankable candidate, and nothing is chosen', async () => {
    const reply = await decide([candidate('a', { n: 1 }), candidate('b', {})], { n: 1 })
    assert.deepEqual([reply.margin, reply.decisive, reply.chosen, reply.you_decide], [null, false, null, ['a']])
  })

  test('is a number however far apart the two are, and values whose distance is none are refused', async () => {
    const { margin, chosen } = await decide(two(1e300, -1e300), { n: 1 })
    assert.deepEqual([margin, chosen], [2e300, 'a'])
    await refused(
      { candidates: two(1.7e308, -1.7e308), weights: { n: 1 } },
      /^candidates\[0\]\.features\.n\.value: at most/,
    )
  })

  test('equal scores share a rank and keep the order in which they came', async () => {
    const { ranked } = await decide(
      [candidate('z', { n: 1 }), candidate('a', { n: 2 }), candidate('m', { n: 1 }), candidate('b', { n: 0 })],
      { n: 1 },
    )
    assert.deepEqual(
      ranked.map(({ id, rank }: { id: string; rank: number }) => [id, rank]),
      [
        ['a', 1],
        ['z', 2],
        ['m', 2],
        ['b', 4],
      ],
    )
  })
})

describe('what cannot be meant is 400 with a body that works', () => {
  const candidates = [candidate('a', { n: 1 })]
  const cases: [string, unknown, RegExp][] = [
    ['weights missing', { candidates }, /^weights: missing/],
    ['weights empty', { candidates, weights: {} }, /^weights: at least one weight/],
    ['a negative weight', { candidates, weights: { n: -1, m: 2 } }, /^weights\.n/],
    ['all weights zero', { candidates, weights: { n: 0 } }, /^weights: at least one weight/],
    [
      'two ids alike',
      { candidates: [...candidates, ...candidates], weights: { n: 1 } },
      /^candidates\[1\]\.id: .*twice/,
    ],
    [
      'known without a number',
      { candidates: [{ id: 'a', features: { n: { known: true } } }], weights: { n: 1 } },
      /known is true/,
    ],
    ['no candidates', { candidates: [], weights: { n: 1 } }, /^candidates/],
    ['a negative margin', { candidates, weights: { n: 1 }, decisive_margin: -1 }, /^decisive_margin/],
  ]
  for (const [name, body, reason] of cases) test(name, () => refused(body, reason))
})

describe('size', () => {
  const many = (count: number, features: number) =>
    Array.from({ length: count }, (_, index) =>
      candidate(
        `c${index}`,
        Object.fromEntries(Array.from({ length: features }, (_, f) => [`f${f}`, (index * 7 + f) % 101])),
      ),
    )

  test('10,000 candidates are ranked, each once', async () => {
    const started = performance.now()
    const { ranked } = await decide(many(10_000, 3), { f0: 1, f1: 2, f2: 3 })
    assert.equal(new Set(ranked.map(({ id }: { id: string }) => id)).size, 10_000)
    assert.ok(performance.now() - started < 3000)
  })

  test('candidates times weights are bounded, so that no body takes the service away from others', async () => {
    const weights = Object.fromEntries(Array.from({ length: 101 }, (_, f) => [`w${f}`, 1]))
    await refused({ candidates: many(10_000, 0), weights }, /weights/)
    assert.equal((await decide(many(9_900, 0), weights)).could_not_rank.length, 9_900)
  })
})
