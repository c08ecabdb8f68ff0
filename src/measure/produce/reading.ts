import type { Point } from './types.ts'

/** Why no number is given; each has its sentence in `abstentions.ts`. */
export type ProduceAbstention =
  | 'no_fruit'
  | 'background_not_plain'
  | 'cut_off'
  | 'off_the_card'
  | 'too_small'
  | 'several_fruits_touching'
  | 'not_banana_shaped'
  | 'outline_unclear'

/** A limit of the marketing standard beside an interval: decided only where the whole interval lies on one side. */
export interface Comparison {
  limit_mm: number
  what: string
  verdict: 'above' | 'below' | 'undecided'
}

export interface LengthReading {
  /** To the base of the pedicel, where the pulp ends. Millimetres are null without a scale. */
  mm: number | null
  to_pedicel_base_mm: number | null
  to_crown_mm: number | null
  px: number
  to_crown_px: number
  accuracy_mm: number | null
  to_crown_accuracy_mm: number | null
  accuracy_px: number
  undecided_against: { limit_mm: number; what: string }[]
  compared: Comparison[]
}

export interface GradeReading {
  mm: number | null
  px: number
  accuracy_mm: number | null
  accuracy_px: number
  faces: string
  undecided_against: { limit_mm: number; what: string }[]
  compared: Comparison[]
}

export interface Metric {
  length: LengthReading
  grade: GradeReading
  colour_stage: { stage: number; accuracy_stages: number }
  blemish: { fraction: number; visible_cm2: number | null; accuracy: { fraction: number; visible_cm2: number | null } }
  slenderness: { ratio: number; accuracy: number }
}

/** The terms whose root sum of squares is a stated accuracy; in the number's own unit, none of them a guess left out. */
export interface AccuracyTerms {
  scale: number
  print: number
  parallax: number
  contour: number
  end_points: number
  spread: number
}

export interface MeasurementAccuracy {
  unit: 'mm' | 'px'
  length: AccuracyTerms
  to_crown: AccuracyTerms
  grade: AccuracyTerms
  how: string
  /** Where the scale or the heights rest on something nobody measured, what that is. */
  rests_on: string[]
}

export interface ColourReading {
  lab: { l: number; a: number; b: number }
  hue_deg: number
  shares: { green: number; yellow: number; brown: number }
  white_balance: 'card_white_patch' | 'background' | 'none'
}

export interface BlemishReading {
  fraction: number
  visible_cm2: number | null
  /** Skin that was judged: without the stalk, the tips and the rim that is seen too slantingly. */
  judged_share_of_silhouette: number
  sees: string
}

export interface BackgroundReading {
  from: 'card_field' | 'picture_border'
  /** sRGB of the middle of the model. */
  rgb: [number, number, number]
  /** Share of the cells that should be background and are. */
  plain_share: number
}

export type FrameSide = 'top' | 'right' | 'bottom' | 'left'

/** Where the numbers were taken, in image pixels: what an overlay draws. */
export interface Marks {
  contour: Point[]
  /** From the blossom tip over the pedicel base to the crown, along the convex side. */
  convexPath: Point[]
  blossomTip: Point
  pedicelBase: Point
  crown: Point
  midSection: [outer: Point, inner: Point]
}

export interface FruitScale {
  from: 'card' | 'typed'
  /** On the card plane at the fruit; the typed value where one was typed. */
  mmPerPx: number
  /** Half the measured grade: how high the outline was taken to lie. Null where no height was corrected. */
  heightMm: number | null
  /** What the height correction took from the length, as a share. */
  heightCorrection: number | null
}

export interface SelfAgreement {
  spread_percent: number | null
  variants_measured: number
  variants: 6
}

/** Everything one photograph said: numbers, or why there are none; the other members are there either way. */
export interface ProduceOutcome {
  metric: Metric | null
  abstained: { code: ProduceAbstention; reason: string } | null
  measurement_accuracy: MeasurementAccuracy | null
  colour: ColourReading | null
  blemish: BlemishReading | null
  reference_finger: { asserted_by: 'caller'; measured: string }
  fingers_separated: number
  background: BackgroundReading
  background_fraction: number
  mask_touches_frame_sides: FrameSide[]
  /** Null with stability off: nothing was compared. */
  self_agreement: SelfAgreement | null
  send_to_a_person: boolean | null
  send_to_a_person_because: string[] | null
  scale: FruitScale | null
  marks: Marks | null
}
