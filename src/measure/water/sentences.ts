export const IT_IS_A_BRACKET =
  'The nearest pixel with recurring water has its centre between these two ring radii, measured along the ground on WGS 84. A pixel is about 30 m wide and water need not fill it, so a single number of metres would promise more than was seen.'

export const NOTHING_FOUND =
  'No bracket: no pixel with recurring water was found within the search. Ponds, wells, pipes and streams narrower than a pixel are not in this layer, so this does not say that there is no water.'

export const NOT_READ =
  'No bracket: part of the search could not be read or has no data, and no water was found in the rest. Nothing is said about the part that was not read.'

export const NEARER_NOT_RULED_OUT =
  'A pixel nearer than the water found was not read: water may be nearer than the bracket says, never farther.'

export const WHAT_RECURRENCE_IS_NOT =
  'Recurrence is the share of years with water in which it came back, seen from space since 1984. It is not depth, quality, quantity, access or the right to draw from it, and it does not say that water stands there today.'

export const RECURRENCE_ALONE =
  'The transitions of the same version could not be read for all of it, so water that has since been lost may be counted as wet.'

export const WET_MEANS =
  'Recurrence of at least 1 percent, and not lost since: transitions 3 (lost permanent) and 6 (lost seasonal) are dry.'
