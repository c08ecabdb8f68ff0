import { z } from 'zod'
import { DECISIVE_MARGIN, rank } from '../../measure/decide/rank.ts'
import { defineRoute } from '../../operation/route.ts'

const Feature = z.looseObject({ value: z.number().nullish(), known: z.boolean() })
const Candidate = z.looseObject({ id: z.string().min(1), features: z.object({}).catchall(Feature) })

const HOW =
  'score = sum(weight x value) / sum(weight) over known features, to 12 digits; unknown ones leave both sums. decisive: margin > decisive_margin.'

const NOT_DECISIVE = 'The margin singles nobody out: chosen is null and you_decide lists who is inside it.'

/** A caller's own member of such a name could be taken for ours, most of all a score of what has none. */
const OURS = ['rank', 'score', 'read_features', 'unread_features', 'reason']
/** Twice this is still a number, so that the distance between any two scores is one. */
const GREATEST_VALUE = 1e300
/** As many standings of features as a reply can list before it takes the service away from others. */
const MOST_STANDINGS = 1_000_000

/** One pass over what the shapes cannot say: ids stand once, and what is known has a number. */
function checkCandidates({ value: candidates, issues }: z.core.ParsePayload<z.output<typeof Candidate>[]>): void {
  const ids = new Set<string>()
  for (const [index, candidate] of candidates.entries()) {
    const { id, features } = candidate
    for (const name of OURS)
      if (Object.hasOwn(candidate, name)) refuse([index, name], 'the reply has a member of this name')
    if (ids.has(id))
      refuse([index, 'id'], `the id ${JSON.stringify(id.slice(0, 100))} stands twice: every id may stand once`)
    ids.add(id)
    for (const name in features) {
      const { known, value } = features[name]!
      if (known && typeof value !== 'number')
        refuse([index, 'features', name, 'value'], 'known is true, so value must be a number')
      else if (known && Math.abs(value!) > GREATEST_VALUE)
        refuse([index, 'features', name, 'value'], `at most ${GREATEST_VALUE} either side of zero was expected`)
    }
  }
  function refuse(path: PropertyKey[], message: string): void {
    issues.push({ code: 'custom', input: candidates, path, message })
  }
}

/** A candidate as its owner knows it: all it came with but the features. */
function carried({ id, features, ...others }: z.output<typeof Candidate>): { id: string } {
  return { id, ...others }
}

function checkWork({ value, issues }: z.core.ParsePayload<{ candidates: unknown[]; weights: object }>): void {
  const { candidates, weights } = value
  const weighed = Object.keys(weights).length
  if (candidates.length * weighed <= MOST_STANDINGS) return
  issues.push({
    code: 'custom',
    input: weights,
    path: ['weights'],
    message: `${weighed} weights for ${candidates.length} candidates: weights x candidates may be ${MOST_STANDINGS} at most`,
  })
}

export default defineRoute({
  method: 'POST',
  path: '/api/decide',
  group: 'measure',
  summary: 'Rank candidates on typed features; say so when the margin decides nothing.',
  auth: 'none',
  bodyLimit: 8 * 1024 ** 2,
  input: z
    .strictObject({
      candidates: z.array(Candidate).min(1).max(10_000).check(checkCandidates),
      weights: z
        .object({})
        .catchall(z.number().nonnegative())
        .refine((weights) => Object.values(weights).some((weight) => weight > 0), {
          error: 'at least one weight must be greater than zero',
        }),
      decisive_margin: z.number().nonnegative().default(DECISIVE_MARGIN),
    })
    .check(checkWork),
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
      ranked: ranked.map(({ candidate, rank, score, readFeatures, unreadFeatures }) => ({
        ...carried(candidate),
        rank,
        score,
        read_features: readFeatures,
        unread_features: unreadFeatures,
      })),
      chosen: decisive ? ranked[0]!.candidate.id : null,
      margin,
      decisive,
      decisive_margin,
      how: HOW,
      could_not_rank: unranked.map(({ candidate, reason }) => ({ ...carried(candidate), reason })),
      why_could_not_rank:
        unranked.length === 0
          ? null
          : `${unranked.length} of ${candidates.length} candidates have no known feature with a weight, so they have no score; none was scored as zero.`,
      not_decisive_means: NOT_DECISIVE,
      you_decide: withinMargin,
    }
  },
})
