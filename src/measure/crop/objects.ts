export interface SeenObject {
  class: string
  score: number
}

/** What stands in rooms and next to never in a field. */
const FURNISHING = new Set([
  'bed',
  'couch',
  'toilet',
  'tv',
  'laptop',
  'mouse',
  'remote',
  'keyboard',
  'microwave',
  'oven',
  'toaster',
  'sink',
  'refrigerator',
  'dining table',
])
const STREET_FURNITURE = new Set(['traffic light', 'fire hydrant', 'stop sign', 'parking meter'])
const VEHICLES = new Set(['car', 'bus', 'truck', 'motorcycle', 'train'])
const ON_WATER = new Set(['boat', 'surfboard'])
const HARVEST = new Set(['banana', 'apple', 'orange', 'broccoli', 'carrot'])

/** Stricter than the detector's own threshold: one of these overturns what the colours say. */
export const SURE_SCORE = 0.4
/** A tractor is taken for a truck, and a car may stand at a field: fewer make no street. */
const VEHICLES_OF_A_STREET = 3

export interface Setting {
  indoors: SeenObject[]
  street: SeenObject[]
  afloat: SeenObject[]
  harvest: SeenObject[]
}

export function settingOf(objects: readonly SeenObject[]): Setting {
  const sure = objects.filter(({ score }) => score >= SURE_SCORE)
  const among = (classes: Set<string>) => sure.filter((each) => classes.has(each.class))
  const vehicles = among(VEHICLES)
  return {
    indoors: among(FURNISHING),
    street: [...among(STREET_FURNITURE), ...(vehicles.length >= VEHICLES_OF_A_STREET ? vehicles : [])],
    afloat: among(ON_WATER),
    harvest: among(HARVEST),
  }
}

export function named(objects: readonly SeenObject[]): string {
  return objects.map((each) => `${each.class} (${each.score.toFixed(2)})`).join(', ')
}
