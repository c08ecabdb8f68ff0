import { defineRoute } from '../../operation/route.ts'
import { A_DAY, CardChoice, card } from './card.ts'

export default defineRoute({
  method: 'GET',
  path: '/api/produce/card.png',
  group: 'measure',
  summary: 'The scale card as a picture: print it at 100 percent and lay the fruit on it.',
  description:
    'Four markers, a neutral field for the fruit, a white patch, and the spacing of the markers beside a line to hold a ruler to.',
  auth: 'none',
  cache: A_DAY,
  input: CardChoice,
  output: { type: 'image/png', description: 'A PNG that carries its physical resolution.' },
  examples: [{ name: 'for a printer of 300 dots an inch', input: { dpi: 300, paper: 'a4' }, output: undefined }],
  handle: (choice, call) => card('png', choice, call),
})
