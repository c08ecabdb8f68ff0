/** What a pass does not prove. A signature is easily read as more than it is, so every verdict says this. */
const ALWAYS = [
  'It does not prove that what the payload says is true: only that the holder of the published key signed exactly this.',
  'It does not prove when it was signed: signed_at is the signer’s own word, and the log bounds it only from one side.',
]

const UNWITNESSED =
  'It does not prove that every reader is shown the same log: no independent party co-signs the log head yet.'

/** By the middle word of the schema, svc.<word>.v1. */
const OF_SCHEMA: Record<string, string[]> = {
  media: [
    'It does not prove that the content is true, unedited before upload, or made by who sent it: only that these bytes are unchanged since they were received.',
  ],
  clip: [
    'It does not cover the counts, the trend or any reading made from the clip: only which bytes were retained, from which camera, and when.',
    'It does not prove that the camera showed the street live: only what its operator served.',
  ],
  produce: [
    'It does not prove that the photograph shows the fruit it is said to show, nor that the fruit meets a standard.',
    'It does not prove that the card in the photograph was printed to size.',
  ],
  stack: [
    'It does not prove how many crates stand there: the count is of visible faces and is a floor.',
    'It does not prove where or when the photograph was taken.',
  ],
  ppe: ['It is no finding on the kind, the standard or the condition of protective equipment, nor on who wears it.'],
  water: [
    'It does not prove that there is water today: it repeats what a dated satellite layer holds at these points.',
  ],
  prescreen: [
    'It does not prove that a place is free of deforestation or in use: it repeats what dated satellite layers hold there.',
  ],
  lulc: ['It does not prove what grows or stands there today: it repeats the class that a dated layer holds.'],
  crop: ['It does not prove that photograph and field belong together: only that they agree or disagree.'],
  redact: ['It does not prove that no person can be recognised: only which regions were covered, and how.'],
  detection: ['It does not prove that nothing else was there: only what the named model reported above its threshold.'],
}

const GENERAL: readonly string[] = [...ALWAYS, UNWITNESSED]
const SPECIFIC = new Map(Object.entries(OF_SCHEMA).map(([word, own]) => [word, [...own, ...GENERAL]]))

export function doesNotEstablish(schema: unknown): readonly string[] {
  const word = typeof schema === 'string' ? /^svc\.([a-z]+)[._]/.exec(schema)?.[1] : undefined
  return SPECIFIC.get(word ?? '') ?? GENERAL
}
