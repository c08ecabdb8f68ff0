/** Pixels by land-cover code within a short way of the pin. */
export interface CoverAround {
  pixels: number
  pixels_read: number
  by_class: Record<string, number>
}

export type CellKind = 'vegetated' | 'bare' | 'built' | 'water' | 'snow' | 'mixed'

export interface Cell {
  kind: CellKind
  share: { vegetated: number; field: number; trees: number; bare: number; built: number; water: number; snow: number }
}

const GROUPS = {
  vegetated: ['10', '20', '30', '40', '90', '95', '100'],
  /** Where the ground is bare for a part of the year. */
  field: ['30', '40'],
  trees: ['10', '95'],
  bare: ['60'],
  built: ['50'],
  water: ['80'],
  snow: ['70'],
} as const

/** A cell is of one kind only where nearly all of it is. */
const NEARLY_ALL = 0.8
const LEAST_SHARE_READ = 0.5

/** Null where too little of the cell was read to say what it is. */
export function cellOf({ pixels, pixels_read, by_class }: CoverAround): Cell | null {
  if (pixels_read === 0 || pixels_read < LEAST_SHARE_READ * pixels) return null
  const shareOf = (codes: readonly string[]) =>
    codes.reduce((count, code) => count + (by_class[code] ?? 0), 0) / pixels_read
  const share = {
    vegetated: shareOf(GROUPS.vegetated),
    field: shareOf(GROUPS.field),
    trees: shareOf(GROUPS.trees),
    bare: shareOf(GROUPS.bare),
    built: shareOf(GROUPS.built),
    water: shareOf(GROUPS.water),
    snow: shareOf(GROUPS.snow),
  }
  const kinds = ['vegetated', 'bare', 'built', 'water', 'snow'] as const
  return { kind: kinds.find((kind) => share[kind] >= NEARLY_ALL) ?? 'mixed', share }
}
