import type { Pixels, Point } from '../types.ts'
import { paintFruit } from './fruit.ts'
import { paintGround } from './ground.ts'
import { lensOf } from './lens.ts'
import { outlineOf } from './outline.ts'
import type { Scene, Truth } from './scene.ts'
import { expose } from './sensor.ts'
import { sweep } from './swept.ts'

/** A photograph of a card and fruit on it with everything about it known: the same scene gives the same bytes. */
export function renderScene(scene: Scene): { pixels: Pixels; truth: Truth } {
  const lens = lensOf(scene)
  const fruits = scene.fruits.map((banana) => ({ banana, swept: sweep(banana, 1) }))
  const light = paintGround(
    scene,
    lens,
    fruits.map(({ swept }) => swept),
  )
  const truths = fruits.map(({ banana, swept }, index) => ({
    ...outlineOf(banana),
    bruised: paintFruit(light, scene, lens, banana, swept, index),
  }))
  const ray = new Float64Array(6)
  return {
    pixels: expose(light, scene),
    truth: {
      fruits: truths,
      tiltDeg: lens.tiltDeg,
      cameraMm: lens.position,
      toImage: ([x, y], heightMm = 0): Point => lens.project(x, y, heightMm),
      toPlane([x, y]): Point {
        lens.ray(x, y, ray)
        const reach = -ray[2]! / ray[5]!
        return [ray[0]! + reach * ray[3]!, ray[1]! + reach * ray[4]!]
      },
    },
  }
}
