import { z } from 'zod'
import { LEAST_DPI, MOST_DPI } from '../../measure/produce/card/index.ts'
import { type Answer, bytes } from '../../operation/answer.ts'
import type { Call } from '../../operation/route.ts'

export const CardChoice = z.strictObject({
  dpi: z
    .int()
    .min(LEAST_DPI)
    .max(MOST_DPI)
    .default(300)
    .describe(
      'Dots an inch of the printer. The spacing is whole dots, so it depends on this; it is printed on the card.',
    ),
  paper: z.enum(['a4', 'letter']).default('a4'),
})

export const A_DAY = { maxAgeS: 86_400 }

const TYPES = { png: 'image/png', pdf: 'application/pdf' } as const

export async function card(
  format: keyof typeof TYPES,
  { dpi, paper }: z.output<typeof CardChoice>,
  { context, address, signal }: Call,
): Promise<Answer> {
  const drawn = await context.pool.run<Uint8Array>('produce-card', { format, paper, dpi }, { address, signal })
  return bytes(TYPES[format], drawn, {
    'content-disposition': `inline; filename="scale-card-${paper}-${dpi}dpi.${format}"`,
  })
}
