import type { ProduceReply } from '../work/jobs/measure-produce.ts'
import { type Cell, csvText } from './csv.ts'

export interface Row {
  file: string
  /** Null where the file could not be read; then `error` says why. */
  reply: ProduceReply | null
  error: string | null
}

const COLUMNS: [name: string, of: (row: Row) => Cell][] = [
  ['file', ({ file }) => file],
  ['length_mm', ({ reply }) => reply?.metric?.length.mm],
  ['length_accuracy_mm', ({ reply }) => reply?.metric?.length.accuracy_mm],
  ['to_crown_mm', ({ reply }) => reply?.metric?.length.to_crown_mm],
  ['grade_mm', ({ reply }) => reply?.metric?.grade.mm],
  ['grade_accuracy_mm', ({ reply }) => reply?.metric?.grade.accuracy_mm],
  ['length_px', ({ reply }) => reply?.metric?.length.px],
  ['grade_px', ({ reply }) => reply?.metric?.grade.px],
  ['colour_stage', ({ reply }) => reply?.metric?.colour_stage.stage],
  ['blemish_fraction', ({ reply }) => reply?.metric?.blemish.fraction],
  ['blemish_visible_cm2', ({ reply }) => reply?.metric?.blemish.visible_cm2],
  ['slenderness', ({ reply }) => reply?.metric?.slenderness.ratio],
  ['spread_percent', ({ reply }) => reply?.self_agreement?.spread_percent],
  ['variants_measured', ({ reply }) => reply?.self_agreement?.variants_measured],
  ['scale_from', ({ reply }) => reply?.scale_basis.from],
  ['no_card_scale', ({ reply }) => reply?.no_card_scale?.code],
  ['abstained', ({ reply }) => reply?.abstained?.code],
  ['send_to_a_person', ({ reply }) => reply?.send_to_a_person],
  ['because', ({ reply }) => reply?.send_to_a_person_because?.join('; ')],
  ['error', ({ error }) => error],
  ['image_sha256', ({ reply }) => reply?.image.sha256],
  ['model', ({ reply }) => reply?.model.id],
]

/** One row a photograph, whatever became of it. */
export function csvOf(rows: readonly Row[]): string {
  return csvText([COLUMNS.map(([name]) => name), ...rows.map((row) => COLUMNS.map(([, of]) => of(row)))])
}
