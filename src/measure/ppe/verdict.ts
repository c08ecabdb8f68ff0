export type Verdict = 'present' | 'absent' | 'not_visible'

/** What one rule says of one item, and on what it rests; both are told. */
export interface Ruled {
  verdict: Verdict
  because: string
}

export const present = (because: string): Ruled => ({ verdict: 'present', because })
export const absent = (because: string): Ruled => ({ verdict: 'absent', because })
export const notVisible = (because: string): Ruled => ({ verdict: 'not_visible', because })
