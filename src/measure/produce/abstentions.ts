import type { ProduceAbstention } from './reading.ts'

export const ABSTENTIONS: Record<ProduceAbstention, string> = {
  no_fruit: 'nothing in the picture stands out from its background in the colours of a banana',
  background_not_plain: 'the background has no one colour from which a fruit could be told; lay the fruit on the card',
  cut_off: 'the fruit reaches the edge of the picture, so a part of it may be missing',
  off_the_card: 'the fruit reaches beyond the card, where its background is unknown',
  too_small: 'what stands out in the colours of a banana is too small in the picture to be measured; come closer',
  several_fruits_touching: 'the outline is that of several fruits that touch; lay one finger apart from the others',
  not_banana_shaped: 'what stands out from the background does not have the shape of one banana',
  outline_unclear: 'no variant of the measurement found a closed outline with a clear edge and two ends',
}
