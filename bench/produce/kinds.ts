export const KINDS = [
  'good',
  'marker covered',
  'two fruits apart',
  'two fruits touching',
  'no fruit',
  'fruit out of frame',
  'no card',
] as const
export type Kind = (typeof KINDS)[number]

/** Seven of ten are good photographs, the others are what goes wrong in a shed, in turn. */
export function kindOf(index: number): Kind {
  if (index % 10 < 7) return 'good'
  const hard = KINDS.slice(1)
  return hard[(Math.floor(index / 10) * 3 + (index % 10) - 7) % hard.length]!
}
