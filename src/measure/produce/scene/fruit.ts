import { lamp } from './ground.ts'
import type { Lens } from './lens.ts'
import type { Banana, FruitTruth, Scene } from './scene.ts'
import { skinOf } from './skin.ts'
import type { Swept } from './swept.ts'

const BLOCK = 8

/** Paints one fruit over the ground and says how much of it is bruised as the camera sees it. */
export function paintFruit(
  light: Float32Array,
  scene: Scene,
  lens: Lens,
  banana: Banana,
  swept: Swept,
  index: number,
): FruitTruth['bruised'] {
  const { width, height } = scene
  const skin = skinOf(banana, scene.seed * 31 + index)
  const lampAt = lamp(scene)
  const toLight = direction(scene.light.azimuthDeg, scene.light.elevationDeg)
  const isCutOut = scene.camera.kind === 'flat'
  const seen = viewer(swept, banana.lateralRatio)
  const ray = new Float64Array(6)
  const colour = new Float64Array(3)
  const box = boundsOf(swept, lens, banana.lateralRatio, width, height)
  let silhouette = 0
  let bruisedPx = 0
  let bruisedMm2 = 0
  for (let top = box.top; top < box.bottom; top += BLOCK) {
    for (let left = box.left; left < box.right; left += BLOCK) {
      lens.ray(left + BLOCK / 2, top + BLOCK / 2, ray)
      seen.nearestOfAll(ray)
      const pxPerMm = lens.pxPerMmAt(swept.x[seen.index]!, swept.y[seen.index]!, swept.z[seen.index]!)
      if (seen.depth * pxPerMm < -BLOCK * 1.5) continue
      const from = seen.index
      for (let row = top; row < Math.min(top + BLOCK, box.bottom); row++) {
        for (let column = left; column < Math.min(left + BLOCK, box.right); column++) {
          lens.ray(column + 0.5, row + 0.5, ray)
          seen.nearestFrom(ray, from)
          const covered = Math.max(0, Math.min(1, 0.5 + seen.depth * pxPerMm))
          if (covered === 0) continue
          if (isCutOut) seen.faceUp()
          else seen.face(ray)
          const sphere = seen.sphere
          const heading = swept.headingRad[seen.index]!
          const outward =
            (seen.normalX * Math.sin(heading) - seen.normalY * Math.cos(heading)) * Math.sign(banana.bendDeg || 1)
          const round = Math.atan2(outward, seen.normalZ)
          const dark = skin.colourAt(sphere * swept.stepMm, round, seen.radius, colour)
          const lit = Math.max(0, seen.normalX * toLight[0] + seen.normalY * toLight[1] + seen.normalZ * toLight[2])
          const sky = 0.62 + 0.38 * seen.normalZ
          const gloss = 0.05 * lit ** 24
          const bright =
            lampAt(column, row) * (scene.light.ambient * sky + ((1 - scene.light.ambient) * lit) / toLight[2])
          const at = (row * width + column) * 3
          for (let channel = 0; channel < 3; channel++) {
            const gain = channel === 0 ? scene.light.warmth[0] : channel === 2 ? scene.light.warmth[1] : 1
            const value = (colour[channel]! * bright + gloss) * gain
            light[at + channel] = light[at + channel]! * (1 - covered) + value * covered
          }
          silhouette += covered
          if (dark > 0.5) {
            bruisedPx += covered
            bruisedMm2 += covered / (pxPerMm * pxPerMm) / Math.max(0.15, seen.facing)
          }
        }
      }
    }
  }
  return { fraction: silhouette === 0 ? 0 : bruisedPx / silhouette, skinCm2: bruisedMm2 / 100 }
}

function direction(azimuthDeg: number, elevationDeg: number): readonly [number, number, number] {
  const [azimuth, elevation] = [(azimuthDeg * Math.PI) / 180, (elevationDeg * Math.PI) / 180]
  return [Math.cos(elevation) * Math.cos(azimuth), Math.cos(elevation) * Math.sin(azimuth), Math.sin(elevation)]
}

/**
 * Which sphere of the fruit a ray meets most deeply, and how it faces there. Heights are stretched by the lateral
 * ratio first, so that ellipsoids become the spheres they were.
 */
function viewer({ x, y, z, radius, count }: Swept, lateralRatio: number) {
  const [ox, oy, oz, dx, dy, dz] = [0, 1, 2, 3, 4, 5]
  const ray = new Float64Array(6)
  function take(from: Float64Array) {
    ray[ox] = from[0]!
    ray[oy] = from[1]!
    ray[oz] = from[2]! / lateralRatio
    const length = Math.hypot(from[3]!, from[4]!, from[5]! / lateralRatio)
    ray[dx] = from[3]! / length
    ray[dy] = from[4]! / length
    ray[dz] = from[5]! / lateralRatio / length
  }
  function depthIn(index: number): number {
    const wx = x[index]! - ray[ox]!
    const wy = y[index]! - ray[oy]!
    const wz = z[index]! / lateralRatio - ray[oz]!
    const along = wx * ray[dx]! + wy * ray[dy]! + wz * ray[dz]!
    return radius[index]! - Math.sqrt(Math.max(0, wx * wx + wy * wy + wz * wz - along * along))
  }
  const viewed = {
    index: 0,
    /** Between two spheres. */
    sphere: 0,
    /** How deep the ray passes inside the fruit's silhouette, in millimetres; negative beside it. */
    depth: 0,
    radius: 0,
    normalX: 0,
    normalY: 0,
    normalZ: 0,
    /** Cosine between the skin and the line of sight. */
    facing: 0,
    nearestOfAll(from: Float64Array) {
      take(from)
      viewed.depth = -Infinity
      for (let index = 0; index < count; index++) {
        const depth = depthIn(index)
        if (depth > viewed.depth) {
          viewed.depth = depth
          viewed.index = index
        }
      }
    },
    nearestFrom(from: Float64Array, start: number) {
      take(from)
      let index = start
      let depth = depthIn(index)
      let before = index > 0 ? depthIn(index - 1) : -Infinity
      let after = index < count - 1 ? depthIn(index + 1) : -Infinity
      while (before > depth || after > depth) {
        if (after > before) {
          index += 1
          before = depth
          depth = after
          after = index < count - 1 ? depthIn(index + 1) : -Infinity
        } else {
          index -= 1
          after = depth
          depth = before
          before = index > 0 ? depthIn(index - 1) : -Infinity
        }
      }
      viewed.index = index
      viewed.sphere = index
      viewed.depth = depth
      const bow = before - 2 * depth + after
      if (Number.isFinite(bow) && bow < 0) {
        const offset = (0.5 * (before - after)) / bow
        viewed.sphere = index + offset
        viewed.depth = depth - 0.25 * (before - after) * offset
      }
      viewed.radius = radius[index]!
    },
    faceUp() {
      viewed.normalX = 0
      viewed.normalY = 0
      viewed.normalZ = 1
      viewed.facing = 1
    },
    face(from: Float64Array) {
      take(from)
      const { index } = viewed
      const wx = x[index]! - ray[ox]!
      const wy = y[index]! - ray[oy]!
      const wz = z[index]! / lateralRatio - ray[oz]!
      const along = wx * ray[dx]! + wy * ray[dy]! + wz * ray[dz]!
      const aside = Math.max(0, wx * wx + wy * wy + wz * wz - along * along)
      const short = Math.sqrt(Math.max(0, radius[index]! ** 2 - aside))
      const hit = along - short
      const nx = hit * ray[dx]! - wx
      const ny = hit * ray[dy]! - wy
      const nz = (hit * ray[dz]! - wz) / lateralRatio
      const length = Math.hypot(nx, ny, nz)
      viewed.normalX = nx / length
      viewed.normalY = ny / length
      viewed.normalZ = nz / length
      viewed.facing = -(viewed.normalX * from[3]! + viewed.normalY * from[4]! + viewed.normalZ * from[5]!)
    },
  }
  return viewed
}

function boundsOf({ x, y, z, radius, count }: Swept, lens: Lens, lateralRatio: number, width: number, height: number) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let index = 0; index < count; index += 4) {
    const reach = radius[index]! * Math.max(1, lateralRatio) * 1.25
    const [px, py] = lens.project(x[index]!, y[index]!, z[index]!)
    const reachPx = reach * lens.pxPerMmAt(x[index]!, y[index]!, z[index]! + reach) + 12
    box.left = Math.min(box.left, px - reachPx)
    box.right = Math.max(box.right, px + reachPx)
    box.top = Math.min(box.top, py - reachPx)
    box.bottom = Math.max(box.bottom, py + reachPx)
  }
  return {
    left: Math.max(0, Math.floor(box.left)),
    top: Math.max(0, Math.floor(box.top)),
    right: Math.min(width, Math.ceil(box.right)),
    bottom: Math.min(height, Math.ceil(box.bottom)),
  }
}
