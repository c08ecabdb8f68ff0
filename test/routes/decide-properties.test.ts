import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rank, score } from '../../src/measure/decide/rank.ts'
import { rounds } from '../support/rounds.ts'

const NAMES = ['near', 'deep', 'green', 'old']
const value = fc.double({ min: -1000, max: 1000, noNaN: true })
const feature = fc.oneof(
  value.map((value) => ({ known: true, value })),
  fc.constant({ known: false, value: null }),
)
const features = fc.dictionary(fc.constantFrom(...NAMES), feature, { noNullPrototype: true })
const weight = fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 10, noNaN: true }))
const weights = fc
  .dictionary(fc.constantFrom(...NAMES), weight, { minKeys: 1, noNullPrototype: true })
  .filter((weights) => Object.values(weights).some((weight) => weight > 0))
const candidates = fc
  .array(features, { minLength: 1, maxLength: 12 })
  .map((all) => all.map((features, index) => ({ id: `c${index}`, features })))
const runs = { numRuns: rounds(300, 10_000) }

const near = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

test('a score is the weighted mean of what is known, and lies between the least and the greatest of it', () => {
  fc.assert(
    fc.property(features, weights, (features, weights) => {
      const result = score(features, weights)
      const read = NAMES.filter((name) => features[name]?.known && weights[name]! > 0)
      if (result.score === null) return assert.equal(read.length, 0)
      const total = read.reduce((sum, name) => sum + weights[name]!, 0)
      const mean = read.reduce((sum, name) => sum + weights[name]! * (features[name]!.value as number), 0) / total
      const values = read.map((name) => features[name]!.value as number)
      assert.ok(near(result.score, mean), `${result.score} is not ${mean}`)
      assert.ok(result.score >= Math.min(...values) - 1e-6 && result.score <= Math.max(...values) + 1e-6)
      assert.deepEqual(result.readFeatures.toSorted(), read.toSorted())
    }),
    runs,
  )
})

test('an unknown feature leaves the score as if its weight were not there', () => {
  fc.assert(
    fc.property(features, weights, (features, weights) => {
      const known = Object.fromEntries(Object.entries(weights).filter(([name]) => features[name]?.known))
      assert.deepEqual(score(features, weights), score(features, known))
    }),
    runs,
  )
})

test('an unknown feature never lowers the score of good values as a zero would', () => {
  fc.assert(
    fc.property(features, weights, fc.constantFrom(...NAMES), (features, weights, name) => {
      const positive = Object.fromEntries(
        Object.entries(features).map(([key, { known, value }]) => [key, { known, value: value && Math.abs(value) }]),
      )
      const unknown = score({ ...positive, [name]: { known: false } }, weights)
      const zero = score({ ...positive, [name]: { known: true, value: 0 } }, weights)
      if (unknown.score === null || zero.score === null) return
      assert.ok(unknown.score >= zero.score - 1e-9)
    }),
    runs,
  )
})

test('scaling all weights changes no score', () => {
  fc.assert(
    fc.property(candidates, weights, fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (candidates, weights, factor) => {
      const scaled = Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, weight * factor]))
      const scores = (using: typeof weights) =>
        new Map(rank(candidates, using, 0.05).ranked.map(({ candidate, score }) => [candidate.id, score]))
      const before = scores(weights)
      for (const [id, score] of scores(scaled)) assert.ok(near(score, before.get(id)!))
    }),
    runs,
  )
})

test('the order of the candidates and of the weights changes no score, no rank, no margin and no decision', () => {
  fc.assert(
    fc.property(candidates, weights, fc.infiniteStream(fc.nat()), (candidates, weights, keys) => {
      const order = new Map(candidates.map(({ id }) => [id, keys.next().value as number]))
      const shuffled = candidates.toSorted((a, b) => order.get(a.id)! - order.get(b.id)!)
      const turned = Object.fromEntries(Object.entries(weights).reverse())
      const facts = (ranking: ReturnType<typeof rank>) => ({
        standings: ranking.ranked.map(({ candidate, rank, score }) => `${rank} ${candidate.id} ${score}`).toSorted(),
        unranked: ranking.unranked.map(({ candidate }) => candidate.id).toSorted(),
        margin: ranking.margin,
        decisive: ranking.decisive,
        withinMargin: ranking.withinMargin.toSorted(),
      })
      assert.deepEqual(facts(rank(shuffled, weights, 0.05)), facts(rank(candidates, weights, 0.05)))
      const before = rank(candidates, weights, 0.05).ranked
      const after = rank(candidates, turned, 0.05).ranked
      for (const [index, { score }] of after.entries()) assert.ok(near(score, before[index]!.score))
    }),
    runs,
  )
})

test('every candidate is ranked or said to be unrankable, never both, never neither', () => {
  fc.assert(
    fc.property(candidates, weights, fc.double({ min: 0, max: 100, noNaN: true }), (candidates, weights, margin) => {
      const { ranked, unranked, decisive, withinMargin } = rank(candidates, weights, margin)
      const ids = [...ranked, ...unranked].map(({ candidate }) => candidate.id)
      assert.deepEqual(ids.toSorted(), candidates.map(({ id }) => id).toSorted())
      assert.equal(withinMargin.length > 0, ranked.length > 0 && !decisive)
      if (withinMargin.length > 0 && ranked.length > 1) assert.ok(withinMargin.length > 1)
    }),
    runs,
  )
})
