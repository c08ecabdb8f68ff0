import { COCO_CLASSES } from '../../../src/perceive/detect/classes.ts'

export const STREET = ['person', 'bicycle', 'car', 'motorcycle', 'bus', 'truck', 'traffic light']

/** COCO's own groups, each from its first class to its last. */
const BOUNDS: Record<string, [first: string, last: string]> = {
  people: ['person', 'person'],
  vehicles: ['bicycle', 'boat'],
  'street furniture': ['traffic light', 'bench'],
  animals: ['bird', 'giraffe'],
  'things carried': ['backpack', 'suitcase'],
  sports: ['frisbee', 'tennis racket'],
  tableware: ['bottle', 'bowl'],
  food: ['banana', 'cake'],
  furniture: ['chair', 'toilet'],
  electronics: ['tv', 'cell phone'],
  appliances: ['microwave', 'refrigerator'],
  'indoor things': ['book', 'toothbrush'],
}

export const GROUPS: Record<string, readonly string[]> = Object.fromEntries(
  Object.entries(BOUNDS).map(([group, [first, last]]) => {
    const names: readonly string[] = COCO_CLASSES
    return [group, names.slice(names.indexOf(first), names.indexOf(last) + 1)]
  }),
)
