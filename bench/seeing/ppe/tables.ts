import type { Bench } from '../../support/table.ts'
import { longer, type Read } from './read-all.ts'

export function peopleTable(rows: readonly Read[]): Bench {
  return {
    name: 'What was said of each person, beside what a look at the photograph shows',
    rows: rows.map(({ photo, box, eyes, hands, note, reading }) => ({
      photograph: photo,
      px: Math.round(longer(box)),
      'eyes, seen by a person': note ? `${eyes} (${note})` : eyes,
      hands,
      respirator: reading.usable ? reading.respirator : `not usable: ${(reading.why as { code: string }).code}`,
      gloves: reading.usable ? reading.gloves : '',
      coverall: reading.usable ? reading.coverall : '',
    })),
  }
}

/** People over 200 pixels whose eyes and bare hands a person sees. */
export function isBareHanded({ box, eyes, hands }: Read): boolean {
  return longer(box) > 200 && eyes === 'seen' && hands === 'bare'
}

export function targetsTable(rows: readonly Read[]): Bench {
  const said = rows.flatMap(({ reading }) => [reading.respirator, reading.gloves, reading.coverall])
  const hidden = rows.filter(({ eyes }) => eyes === 'not seen')
  const seen = rows.filter(({ eyes, box }) => eyes === 'seen' && longer(box) >= 100)
  const bare = rows.filter(isBareHanded)
  const of = (part: readonly unknown[], whole: readonly unknown[]) => `${part.length} of ${whole.length}`
  return {
    name: 'Spray equipment: what must hold',
    rows: [
      {
        what: 'said to be present where nothing is worn',
        seen: `${said.filter((verdict) => verdict === 'present').length}`,
        'must be': '0',
      },
      {
        what: 'eyes hidden, and still called usable',
        seen: of(
          hidden.filter(({ reading }) => reading.usable),
          hidden,
        ),
        'must be': '0',
      },
      {
        what: 'over 200 px, eyes seen, bare hands: gloves absent',
        seen: of(
          bare.filter(({ reading }) => reading.gloves === 'absent'),
          bare,
        ),
        'must be': 'at least half',
      },
      {
        what: 'eyes seen: called usable',
        seen: of(
          seen.filter(({ reading }) => reading.usable),
          seen,
        ),
        'must be': '',
      },
      {
        what: 'eyes seen: respirator absent',
        seen: of(
          seen.filter(({ reading }) => reading.respirator === 'absent'),
          seen,
        ),
        'must be': '',
      },
    ],
  }
}
