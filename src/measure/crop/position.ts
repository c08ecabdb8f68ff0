/** Where the file says it was taken, against the pin. A file can say anything: nearness alone proves nothing. */
export interface Position {
  distance_m: number
}

/** A field is photographed from its edge or from the road. */
export const NEAR_M = 250
export const FAR_M = 1_000

export function positionSays({ distance_m }: Position): 'near' | 'between' | 'far' {
  if (distance_m <= NEAR_M) return 'near'
  return distance_m > FAR_M ? 'far' : 'between'
}
