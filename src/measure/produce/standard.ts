/** Delegated Regulation (EU) 2023/2429, Annex I, Part B, Part 11: what its numbers are, and what one photograph is not. */
export const LENGTH_LIMITS = [
  { limit_mm: 140, what: 'minimum length' },
  { limit_mm: 130, what: 'least length inside the size tolerance' },
] as const

export const GRADE_LIMITS = [{ limit_mm: 27, what: 'minimum grade' }] as const

/** Between what is seen and what the standard means: sections of a finger are not round. */
export const FACES_SHARE = 0.15

export const FACES =
  'convex to concave, as a finger on its side shows it; the standard means the lateral faces, which one such photograph does not show'

export const SEES_HALF =
  'one photograph sees about half of the skin: it can show that a limit is exceeded, never that one is kept'

export const REGULATION = {
  name: 'Delegated Regulation (EU) 2023/2429, Annex I, Part B, Part 11 (bananas)',
  length: 'along the outer curve from the blossom end to the base of the pedicel where the pulp ends; at least 140 mm',
  grade: 'thickness of the middle section between the lateral faces, perpendicular to the axis; at least 27 mm',
  applies_to: 'Cavendish and Gros Michel; not fig bananas, plantains or fruit for processing',
} as const
