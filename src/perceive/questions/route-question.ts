import type { NumberTest, Routed, Unrouted } from './question.ts'
import { thingsIn } from './things.ts'
import { whyUnanswerable } from './unanswerable.ts'

const PICTURE =
  '(?:picture|image|photo|photograph|frame|scene|shot|view|snapshot|camera frame|camera image|camera view)'
const WHERE = `(?: (?:here|there|visible|present|shown|seen|in view))?(?: (?:visible|present|shown))?(?: (?:in|on|within) (?:the|this|that) ${PICTURE})?`
const IT = `(?:it|(?:the|this|that) ${PICTURE})`
const IN_ALL = '(?: (?:in total|altogether|in all))?'
const SHOWS = '(?:show|contain|have|include|display)'
const NUMBER = '(\\d{1,4}|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a dozen)'
const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

const NUMBER_TESTS: Record<string, NumberTest> = {
  'more than': 'more_than',
  over: 'more_than',
  'fewer than': 'fewer_than',
  'less than': 'fewer_than',
  'at least': 'at_least',
  'at most': 'at_most',
  exactly: 'exactly',
}

type Route = readonly [RegExp, (...parts: string[]) => Routed | Unrouted]

const SEE = '(?:is there|are there|do you see|can you see)'

/** Each is matched whole: a word that no place is left for makes it another question. */
const ROUTES: readonly Route[] = [
  [
    whole(`${SEE} (more than|over|fewer than|less than|at least|at most|exactly) ${NUMBER} (.+?)${WHERE}`),
    (test, number, phrase) => against(NUMBER_TESTS[test!]!, numberOf(number!), phrase!),
  ],
  [whole(`${SEE} ${NUMBER} (.+?)${WHERE}`), (number, phrase) => against('exactly', numberOf(number!), phrase!)],
  [whole(`${SEE} more (.+?) or (?:more )?(.+?)${WHERE}`), (one, other) => compared('which', one!, other!)],
  [
    whole(`(?:which|what) (?:is|are) (?:there more of|more(?: common| numerous)?)${WHERE}[,:]? (.+?) or (.+?)`),
    (one, other) => compared('which', one!, other!),
  ],
  [whole(`${SEE} more (.+?) than (.+?)${WHERE}`), (one, other) => compared('more', one!, other!)],
  [whole(`${SEE} (?:fewer|less) (.+?) than (.+?)${WHERE}`), (one, other) => compared('fewer', one!, other!)],
  [
    whole(`is the number of (.+?) (?:greater|larger|higher|more) than (?:the number of |that of )?(.+?)${WHERE}`),
    (one, other) => compared('more', one!, other!),
  ],
  [
    whole(`${SEE} (?:as many|the same number of) (.+?) (?:as|and) (.+?)${WHERE}`),
    (one, other) => compared('as_many', one!, other!),
  ],
  [whole(`how many (.+?) does ${IT} ${SHOWS}`), counted],
  [
    whole(`how many (.+?)(?: (?:there (?:are|is)|(?:are|is|do|can)(?: there| you see| we see)?))?${WHERE}${IN_ALL}`),
    counted,
  ],
  [whole(`(?:what is|what's|what are) the (?:number|count|total number) of (.+?)${WHERE}${IN_ALL}`), counted],
  [whole(`(?:count|number of|count up) (?:how many )?(?:all )?(?:of )?(?:the )?(.+?)(?: there are)?${WHERE}`), counted],
  [whole(`(?:what|which) (?:objects|things|items|classes) (?:are|can you see|do you see)${WHERE}`), listed],
  [whole(`what (?:do|can) (?:you|we|i) see${WHERE}`), listed],
  [whole(`(?:what is|what's|what are) (?:there|visible|shown|seen)${WHERE}`), listed],
  [whole(`(?:what is|what's|what are) (?:in|on) (?:the|this|that) ${PICTURE}`), listed],
  [whole(`what does ${IT} ${SHOWS}`), listed],
  [
    whole(
      `(?:list|name|show) (?:me )?(?:all )?(?:of )?(?:the )?(?:objects|things|items|everything)(?: (?:that )?you (?:can )?see)?${WHERE}`,
    ),
    listed,
  ],
  [whole(`${SEE} (.+?)${WHERE}`), present],
  [whole(`does ${IT} ${SHOWS} (.+?)`), present],
  [
    whole(`(?:is|are) (.+?) (?:here|there|visible|present|shown|in view|in (?:the|this|that) ${PICTURE})${WHERE}`),
    present,
  ],
  [whole(`any (.+?)${WHERE}`), present],
]

/** Which of the answerable questions this is; everything else has a reason, and never an answer by default. */
export function routeQuestion(question: string): Routed | Unrouted {
  const text = plainQuestion(question)
  for (const [pattern, build] of ROUTES) {
    const match = pattern.exec(text)
    if (match !== null) return build(...match.slice(1))
  }
  return { kind: null, reason: whyUnanswerable(text) }
}

function plainQuestion(question: string): string {
  return question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'“”]+|[\s"'“”?!.]+$/g, '')
    .replace(/^(?:please,? |(?:can|could) you (?:please )?(?:tell me|count)(?: if|:|,)? |tell me,? )/, (start) =>
      start.includes('count') ? 'count ' : '',
    )
    .replace(/,? please$/, '')
}

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`)
}

function numberOf(text: string): number {
  if (text === 'a dozen') return 12
  const word = NUMBER_WORDS.indexOf(text)
  return word >= 0 ? word : Number(text)
}

function present(phrase = ''): Routed | Unrouted {
  const named = thingsIn(phrase)
  return 'reason' in named ? { kind: null, ...named } : { kind: 'presence', ...named }
}

function counted(phrase = ''): Routed | Unrouted {
  const named = thingsIn(phrase)
  return 'reason' in named ? { kind: null, ...named } : { kind: 'count', things: named.things }
}

function listed(): Routed {
  return { kind: 'list' }
}

function against(asks: NumberTest, number: number, phrase: string): Routed | Unrouted {
  const named = thingsIn(phrase)
  return 'reason' in named ? { kind: null, ...named } : { kind: 'comparison', asks, one: named.things, number }
}

function compared(asks: 'more' | 'fewer' | 'as_many' | 'which', left: string, right: string): Routed | Unrouted {
  const [one, other] = [thingsIn(left), thingsIn(right)]
  if ('reason' in one) return { kind: null, ...one }
  if ('reason' in other) return { kind: null, ...other }
  const both = one.things.find((thing) => other.things.some((each) => each.matched_class === thing.matched_class))
  if (both !== undefined)
    return { kind: null, reason: `both sides are read as ${both.matched_class}: there is nothing to compare` }
  return { kind: 'comparison', asks, one: one.things, other: other.things }
}
