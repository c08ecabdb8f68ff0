import type { Colour } from '../../../src/imaging/draw.ts'
import type { Verdict } from '../../../src/measure/ppe/verdict.ts'
import type { ModelsAt } from '../../../src/perceive/models.ts'
import type { Bench } from '../../support/table.ts'
import {
  beard,
  coverall,
  type Dressing,
  darkGlasses,
  gloves,
  handBeforeMouth,
  respirator,
  scarf,
  surgicalMask,
} from './dress.ts'
import { longer, type Read, readOne } from './read-all.ts'

interface Painted {
  what: string
  item: 'respirator' | 'gloves' | 'coverall'
  dress: Dressing
  /** Whether the item is worn in the painted picture. */
  worn: boolean
}

const GREY: Colour = [110, 115, 122]

export const PAINTED: Painted[] = [
  {
    what: 'half mask, violet filters',
    item: 'respirator',
    dress: respirator({ body: GREY, filters: [190, 60, 120] }),
    worn: true,
  },
  {
    what: 'half mask, white filters',
    item: 'respirator',
    dress: respirator({ body: [40, 42, 46], filters: [215, 215, 210] }),
    worn: true,
  },
  {
    what: 'half mask, yellow filters',
    item: 'respirator',
    dress: respirator({ body: [60, 90, 100], filters: [225, 190, 60] }),
    worn: true,
  },
  { what: 'surgical mask, blue', item: 'respirator', dress: surgicalMask([110, 170, 215]), worn: false },
  { what: 'surgical mask, white', item: 'respirator', dress: surgicalMask([235, 235, 238]), worn: false },
  { what: 'surgical mask, black', item: 'respirator', dress: surgicalMask([30, 30, 32]), worn: false },
  { what: 'scarf', item: 'respirator', dress: scarf([120, 40, 45]), worn: false },
  { what: 'scarf, striped', item: 'respirator', dress: scarf([160, 60, 50], [225, 215, 200]), worn: false },
  { what: 'beard', item: 'respirator', dress: beard([45, 30, 22]), worn: false },
  { what: 'hand before the mouth', item: 'respirator', dress: handBeforeMouth, worn: false },
  { what: 'dark glasses', item: 'respirator', dress: darkGlasses, worn: false },
  { what: 'gloves, blue', item: 'gloves', dress: gloves([40, 90, 180]), worn: true },
  { what: 'gloves, green', item: 'gloves', dress: gloves([20, 120, 70]), worn: true },
  { what: 'gloves, black', item: 'gloves', dress: gloves([28, 28, 30]), worn: true },
  { what: 'gloves, white', item: 'gloves', dress: gloves([230, 230, 235]), worn: true },
  { what: 'gloves, tan', item: 'gloves', dress: gloves([220, 160, 80]), worn: true },
  { what: 'hooded suit, white', item: 'coverall', dress: coverall([225, 228, 232]), worn: true },
  { what: 'hooded suit, blue', item: 'coverall', dress: coverall([70, 110, 180]), worn: true },
]

/** Everybody large and well seen, painted: what present is reached on, and what is not taken for it. */
export async function paintedTable(rows: readonly Read[], models: ModelsAt): Promise<Bench> {
  const people = rows.filter(({ reading, box, eyes }) => reading.usable && longer(box) > 300 && eyes === 'seen')
  const handed = people.filter(({ person }) => person!.hands.left !== null || person!.hands.right !== null)
  const table: Bench['rows'] = []
  for (const { what, item, dress, worn } of PAINTED) {
    const said: (Verdict | 'not usable')[] = []
    for (const { pixels, box, person } of item === 'gloves' ? handed : people) {
      const { reading } = await readOne(dress(pixels, person!), box, models)
      said.push(reading.usable ? reading[item] : 'not usable')
    }
    const count = (verdict: string) => said.filter((each) => each === verdict).length
    table.push({
      painted: what,
      'is one': worn ? 'yes' : 'no',
      people: said.length,
      present: count('present'),
      absent: count('absent'),
      not_visible: count('not_visible'),
      'not usable': count('not usable'),
    })
  }
  return { name: 'The same people, painted', rows: table }
}
