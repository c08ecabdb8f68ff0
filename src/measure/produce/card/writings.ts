import type { CardVariant } from '../types.ts'
import type { Box, Writing } from './layout.ts'

const PAPER_NAME = { a4: 'A4', letter: 'Letter' }

/** As printed on the card: two decimals are finer than any ruler. */
export function inMm(length: number): string {
  return `${length.toFixed(2)} mm`
}

export function writings(
  { paper, dpi, spacingMm }: CardVariant,
  places: { upper: Box; lower: Box; patch: Box; ruler: Box },
  pxPerMm: number,
): Writing[] {
  const { upper, lower, patch, ruler } = places
  const across = inMm(spacingMm.across)
  const write = (text: string, x: number, y: number, size: number, style: Partial<Writing> = {}): Writing => ({
    text,
    x,
    y,
    size: size * pxPerMm,
    bold: false,
    align: 'left',
    shade: 0,
    ...style,
  })
  const steps = [
    'Print at 100 % (actual size), never "fit to page".',
    `Check with a ruler: the line below the field must be ${across} long.`,
    'Lay the fruit on its side in the field, both ends inside the grey corners.',
    'Photograph from straight above, all four markers in the picture.',
  ]
  const firstStep = upper.top + 12.6 * pxPerMm
  const below = ruler.top + ruler.height + 4 * pxPerMm
  const foot = patch.top + 2.6 * pxPerMm
  return [
    write('Witnessmark scale card', upper.left, upper.top + 5 * pxPerMm, 5, { bold: true }),
    write(`${PAPER_NAME[paper]} · ${dpi} dpi`, upper.left + upper.width, upper.top + 5 * pxPerMm, 3.2, {
      align: 'right',
    }),
    ...steps.flatMap((step, index) => [
      write(`${index + 1}`, upper.left, firstStep + index * 5.6 * pxPerMm, 2.7, { bold: true }),
      write(step, upper.left + 5 * pxPerMm, firstStep + index * 5.6 * pxPerMm, 2.7),
    ]),
    write(`This line is ${across} long`, lower.left + lower.width / 2, below, 2.7, { bold: true, align: 'centre' }),
    write('Marker spacing, centre to centre', lower.left, foot, 2.7, { bold: true }),
    write(`${across} across`, lower.left, foot + 6 * pxPerMm, 2.7),
    write(`${inMm(spacingMm.down)} down`, lower.left, foot + 11.4 * pxPerMm, 2.7),
    write('If your ruler says otherwise, send its reading as card_spacing_mm.', lower.left, foot + 18 * pxPerMm, 2.2),
    write('White balance: keep it bare', patch.left + patch.width, patch.top - 2 * pxPerMm, 2.2, { align: 'right' }),
  ]
}
