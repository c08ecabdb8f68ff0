const CAN_ASK =
  'only whether one of its classes is there, how many of it, what there is, and of which there is more can be answered'

/** What a question asks for that boxes with names do not hold; the first that fits is the reason. */
const ASKS_FOR: readonly [RegExp, string][] = [
  [
    /\b(?:colou?rs?|red|green|blue|yellow|black|white|brown|orange coloured|gr[ae]y|pink|purple|dark|bright|light coloured)\b/,
    'colours are not read',
  ],
  [/^(?:why|how come)\b/, 'reasons are not read from a picture'],
  [/^(?:who|whose|whom)\b|\bnamed?\b|\bidentif(?:y|ied)\b|\brecogni[sz]e\b/, 'nobody is identified'],
  [/^where\b|\bwhich (?:side|corner|place|city|country|street)\b/, 'places are not told in words: the boxes say where'],
  [/^when\b|\b(?:time|date|day|night|year|season|o'clock|now|still|yet|before|after|ago)\b/, 'time is not read'],
  [/\b(?:weather|rain(?:ing|y)?|sunny|snow(?:ing|y)?|cloudy|fog(?:gy)?|wet|dry)\b/, 'weather is not read'],
  [
    /\b(?:says?|reads?|written|text|letters?|words?|number ?plate|licen[cs]e|brand|logo|label(?:led)?)\b/,
    'writing is not read',
  ],
  [
    /^(?:describe|caption|summari[sz]e|explain|tell me about)\b|\bhappening\b|\bgoing on\b/,
    'pictures are not described',
  ],
  [
    /^how (?:much|long|far|tall|big|old|large|small|high|wide|heavy|fast|close|near|busy|crowded|safe|dangerous)\b|\b(?:size|distance|height|width|speed|age|price|cost|weight|temperature)\b/,
    'nothing is measured or weighed up here but numbers of things',
  ],
  [
    /\b(?:safe|dangerous|normal|busy|crowded|empty|full|clean|dirty|broken|damaged|open|closed|suspicious|legal|allowed|beautiful|good|bad|happy|sad|angry)\b/,
    'states and judgements are not read',
  ],
  [
    /\b(?:no|not|without|none|never|n't)\b|n't\b/,
    'it asks for what is missing: ask whether the thing is there instead',
  ],
  [
    /\b(?:wearing|wears?|holding|carrying|riding|driving|sitting|standing|walking|running|eating|drinking|playing|looking|sleeping|working|doing|moving|parked|waiting|crossing|facing|smiling|using)\b/,
    'what something does or wears is not read',
  ],
  [
    /\b(?:left|right|behind|in front|next to|beside|near|under|above|below|between|inside|outside|around|on top|against|closest|nearest|biggest|largest|smallest|first|last|with|of the|on the|on a|in the|in a|at the|that|who)\b/,
    'how things stand to each other is not read',
  ],
]

/** Why a question has no answer here. */
export function whyUnanswerable(question: string): string {
  const reason = ASKS_FOR.find(([asks]) => asks.test(question))?.[1]
  return reason === undefined
    ? `this is no question that the detector's boxes can answer: ${CAN_ASK}`
    : `${reason}: ${CAN_ASK}`
}

/** More words than the name of a thing: whatever else it says would be lost. */
const SAYS_MORE =
  /\b(?:is|are|was|were|has|have|do|does|can|on|in|at|with|without|wearing|who|that|which|near|behind|under|over|between|beside|next|by|than|not|no|from|to|for|of|parked|\w+ing)\b/

export function saysMoreThanAName(phrase: string): boolean {
  return SAYS_MORE.test(phrase)
}
