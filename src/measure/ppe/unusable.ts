/** The three cases in which nothing is read of anybody. */
export const UNUSABLE = {
  no_person: 'No person is found in the picture.',
  person_under_100_px:
    'The largest person in the picture measures under 100 pixels along the longer side: too few to read anything of.',
  no_visible_eyes:
    'The largest person in the picture shows no eyes: turned away, hidden, behind dark glasses, in the dark, or of too few pixels.',
} as const

export type Unusable = keyof typeof UNUSABLE

/** Along the longer side of the person's box. */
export const LEAST_PERSON_PX = 100
