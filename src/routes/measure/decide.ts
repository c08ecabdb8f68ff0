import { z } from 'zod'
import { DECISIVE_MARGIN, rank } from '../../measure/decide/rank.ts'
import { defineRoute } from '../../operation/route.ts'

const Feature = z
  .looseObject({ value: z.number().nullish(), known: z.boolean() })
  .refine(({ known, value }) => !known || typeof value === 'number', {
    error: 'known is true, so value must be a number',
  })
const Candidate = z.looseObject({ id: z.string().min(1), features: z.record(z.string(), Feature) })

const HOW =
  'score = sum of weight x value over the features that are known, divided by the sum of their weights; an unknown ' +
  'feature leaves the sum and is never zero. Scores are rounded to 12 significant digits; equal scores share a rank. ' +
  'decisive means: the distance between the first two is greater than decisive_margin.'

const NOT_DECISIVE =
  'The distance between the first two is not greater than decisive_margin (or there are not two to compare), so this ' +
  'ranking does not single one out: chosen is null and you_decide lists the candidates inside the margin.'

export default defineRoute({
  method: 'POST',
  path: '/api/decide',
  group: 'measure',
  summary: 'Rank candidates on typed features; say so when the margin decides nothing.',
  auth: 'none',
  bodyLimit: 8 * 1024 ** 2,
  input: z.strictObject({
    candidates: z
      .array(Candidate)
      .min(1)
      .max(10_000)
      .refine((candidates) => new Set(candidates.map(({ id }) => id)).size === candidates.length, {
        error: 'two candidates share an id: every id may stand once',
      }),
    weights: z
      .record(z.string(), z.number().nonnegative())
      .refine((weights) => Object.values(weights).some((weight) => weight > 0), {
        error: 'at least one weight must be greater than zero',
      }),
    decisive_margin: z.number().nonnegative().default(DECISIVE_MARGIN),
  }),
  output: z.object({
    ranked: z.array(
      z.looseObject({
        id: z.string(),
        rank: z.int(),
        score: z.number(),
        read_features: z.array(z.string()),
        unread_features: z.array(z.string()),
      }),
    ),
    chosen: z.string().nullable(),
    margin: z.number().nullable(),
    decisive: z.boolean(),
    decisive_margin: z.number(),
    how: z.string(),
    could_not_rank: z.array(z.looseObject({ id: z.string(), reason: z.string() })),
    why_could_not_rank: z.string().nullable(),
    not_decisive_means: z.string(),
    you_decide: z.array(z.string()),
  }),
  examples: [
    {
      name: 'a feature nobody read is not a zero',
      exact: true,
      input: {
        candidates: [
          { id: 'pump', features: { near: { value: 0.9, known: true }, deep: { value: 0.5, known: true } } },
          { id: 'well', features: { near: { value: 0.6, known: true }, deep: { known: false } } },
        ],
        weights: { near: 0.5, deep: 0.5 },
      },
      output: {
        ranked: [
          { id: 'pump', rank: 1, score: 0.7, read_features: ['near', 'deep'], unread_features: [] },
          { id: 'well', rank: 2, score: 0.6, read_features: ['near'], unread_features: ['deep'] },
        ],
        chosen: 'pump',
        margin: 0.1,
        decisive: true,
        decisive_margin: DECISIVE_MARGIN,
        how: HOW,
        could_not_rank: [],
        why_could_not_rank: null,
        not_decisive_means: NOT_DECISIVE,
        you_decide: [],
      },
    },
  ],
  handle({ candidates, weights, decisive_margin }) {
    const { ranked, unranked, margin, decisive, withinMargin } = rank(candidates, weights, decisive_margin)
    return {
      ranked: ranked.map(({ candidate: { features, ...carried }, ...standing }) => ({
        ...carried,
        rank: standing.rank,
        score: standing.score,
        read_features: standing.readFeatures,
        unread_features: standing.unreadFeatures,
      })),
      chosen: decisive ? ranked[0]!.candidate.id : null,
      margin,
      decisive,
      decisive_margin,
      how: HOW,
      could_not_rank: unranked.map(({ candidate: { features, ...carried }, reason }) => ({ ...carried, reason })),
      why_could_not_rank:
        unranked.length === 0
          ? null
          : `${unranked.length} of ${candidates.length} candidates have no known feature with a weight, so they have no score; none was scored as zero.`,
      not_decisive_means: NOT_DECISIVE,
      you_decide: withinMargin,
    }
  },
})
