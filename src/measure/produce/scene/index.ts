export { plainBanana, plainScene } from './plain.ts'
export { renderScene } from './render.ts'
export type {
  Banana,
  Bruise,
  Cover,
  FlatCamera,
  FruitTruth,
  Light,
  PinholeCamera,
  Scene,
  Stage,
  Table,
  Truth,
} from './scene.ts'
export { truePlane } from './true-plane.ts'
