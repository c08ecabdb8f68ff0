import { cardPdf, cardPng } from '../../measure/produce/card/index.ts'
import type { Paper } from '../../measure/produce/types.ts'

/** At 600 dots an inch the page has 35 million pixels. */
export default function produceCard({
  format,
  paper,
  dpi,
}: {
  format: 'png' | 'pdf'
  paper: Paper
  dpi: number
}): Uint8Array | Promise<Uint8Array> {
  return format === 'png' ? cardPng({ paper, dpi }) : cardPdf({ paper, dpi })
}
