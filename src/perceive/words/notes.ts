import type { CocoClass } from '../detect/classes.ts'

/** Classes whose name could be taken for something else: which of its meanings the detectors know. */
export const NOTES: Partial<Record<CocoClass, string>> = {
  mouse: 'the computer mouse; the animal is none of the classes',
  orange: 'the fruit; the colour is not read',
  kite: 'the toy on a string; the bird would be "bird"',
  tie: 'the one worn round the neck',
  remote: 'a hand-held remote control',
  keyboard: "a computer's; a piano's is none of the classes",
  bear: 'the animal; the toy is "teddy bear"',
  train: 'railway vehicles of any kind',
  tv: 'televisions and computer monitors alike',
  boat: 'vessels of any size',
  'sports ball': 'the ball of any sport',
  'hot dog': 'the food',
  oven: 'stoves are often labelled so too',
  toilet: 'the fixture; the room is not read',
  sink: 'the basin',
  book: 'the printed object',
}

/** Where one word is read as the first of its two meanings. */
export const WORD_NOTES: Record<string, string> = {
  bike: 'a bicycle; ask for "motorcycle" as well where a motorbike is meant',
  ship: 'the class boat holds vessels of any size',
  football: 'the ball, not the game',
  basketball: 'the ball, not the game',
  baseball: 'the ball, not the game',
  volleyball: 'the ball, not the game',
  chicken: 'the bird, not the meat',
  duck: 'the bird, not the meat',
  plane: 'an airplane',
}
