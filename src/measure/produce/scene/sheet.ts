import type { Scene } from './scene.ts'

/** The printed card as light it throws back (0..1, linear), averaged over any square of it in constant time. */
export interface Sheet {
  widthMm: number
  heightMm: number
  /** Mean over the square around a point of the card's frame. */
  lightAt(x: number, y: number, sideMm: number): number
}

export function sheetOf({ paper, printScale }: NonNullable<Scene['card']>): Sheet {
  const [width, height] = paper === 'a4' ? [297, 210] : [279.4, 215.9]
  return { widthMm: width * printScale, heightMm: height * printScale, lightAt: () => 0.85 }
}
