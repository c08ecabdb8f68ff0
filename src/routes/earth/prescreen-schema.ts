import { z } from 'zod'

const Read = z.looseObject({ outcome: z.enum(['value', 'no_data', 'unread']), layer: z.string().optional() })
const Signal = z.object({
  value: z.number().min(0).max(1).nullable(),
  known: z.boolean(),
  why_unread: z.string().nullable(),
  read: Read.nullable(),
})
const Signals = z.object({ plausibly_farmland: Signal, something_growing: Signal })

const Item = z.looseObject({
  index: z.int().describe('Of the pin in the request; duplicates stay apart by it.'),
  lat: z.number(),
  lng: z.number(),
  loss: z.object({
    year: z.int().nullable().describe('null: no loss seen, or not established'),
    seen_until: z.int().nullable().describe('The last year that the layer reaches.'),
    lossyear: Read,
    datamask: Read,
  }),
  forest_2020: z.object({ forest: z.boolean().nullable(), why_unread: z.string().nullable(), read: Read }),
})

const Ranked = Item.extend({
  rank: z.int(),
  score: z.number(),
  scored_on: z.array(z.enum(['plausibly_farmland', 'something_growing'])),
  signals: Signals,
})
const DoNotVisit = Item.extend({ loss_year: z.int(), because: z.string(), read: Read })
const CouldNotScreen = Item.extend({ reasons: z.array(z.string()), signals: Signals.optional() })

export type ReadNote = z.input<typeof Read>
export type SignalNotes = z.input<typeof Signals>
export type PinItem = z.input<typeof Item>
export type RankedPin = z.input<typeof Ranked>
export type DisqualifiedPin = z.input<typeof DoNotVisit>
export type UnscreenedPin = z.input<typeof CouldNotScreen>

export const PrescreenReply = z.object({
  ranked: z.array(Ranked),
  do_not_visit: z.array(DoNotVisit),
  could_not_screen: z.array(CouldNotScreen),
  why_could_not_screen: z.string().nullable(),
  pins_read: z.int(),
  pins_unread: z.int(),
  weights: z.object({ plausibly_farmland: z.number(), something_growing: z.number() }),
  how: z.string(),
  readiness_window: z.null(),
  why_no_readiness_window: z.string(),
  no_value_range: z.string(),
  why_eligibility_is_not_weighted: z.string(),
  a_pin_is_not_a_plot: z.string(),
})
