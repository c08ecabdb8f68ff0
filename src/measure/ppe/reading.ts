import { ITEMS, type Item } from './read.ts'
import { UNUSABLE, type Unusable } from './unusable.ts'
import type { Ruled, Verdict } from './verdict.ts'

/** What is said of a picture. */
export type EquipmentReading = Record<Item, Verdict> & {
  usable: boolean
  /** Where nothing was read, the one reason; otherwise each item that is not visible, and its reason. */
  why: { code: Unusable; text: string } | Partial<Record<Item, string>>
  /** What was seen that an item's verdict rests on, for those that have one. */
  rests_on: Partial<Record<Item, string>>
}

export function unusable(code: Unusable): EquipmentReading {
  return {
    respirator: 'not_visible',
    gloves: 'not_visible',
    coverall: 'not_visible',
    usable: false,
    why: { code, text: UNUSABLE[code] },
    rests_on: {},
  }
}

export function usable(ruled: Record<Item, Ruled>): EquipmentReading {
  const because = (isMeant: (verdict: Verdict) => boolean) =>
    Object.fromEntries(ITEMS.filter((item) => isMeant(ruled[item].verdict)).map((item) => [item, ruled[item].because]))
  return {
    respirator: ruled.respirator.verdict,
    gloves: ruled.gloves.verdict,
    coverall: ruled.coverall.verdict,
    usable: true,
    why: because((verdict) => verdict === 'not_visible'),
    rests_on: because((verdict) => verdict !== 'not_visible'),
  }
}
