import { defineRoute } from '../../operation/route.ts'
import { A_DAY, CardChoice, card } from './card.ts'

export default defineRoute({
  method: 'GET',
  path: '/api/produce/card.pdf',
  group: 'measure',
  summary: 'The scale card as a PDF page in exact millimetres: print it at 100 percent.',
  description: 'The same card as card.png, for programs that print PDF. Choose "actual size", never "fit to page".',
  auth: 'none',
  cache: A_DAY,
  input: CardChoice,
  output: { type: 'application/pdf', description: 'One page, drawn in lines and squares.' },
  examples: [{ name: 'for a printer of 300 dots an inch', input: { dpi: 300, paper: 'a4' }, output: undefined }],
  handle: (choice, call) => card('pdf', choice, call),
})
