import type { Lens } from './lens.ts'
import type { Cover, Scene } from './scene.ts'
import { shadowsOf } from './shadows.ts'
import { sheetOf } from './sheet.ts'
import type { Swept } from './swept.ts'
import { tableAt } from './table-top.ts'

/** Card and table under their light, three floats a pixel. */
export function paintGround(scene: Scene, lens: Lens, fruits: Swept[]): Float32Array {
  const { width, height, table, seed } = scene
  const light = new Float32Array(width * height * 3)
  const sheet = scene.card && sheetOf(scene.card)
  const shadowAt = shadowsOf(scene.camera.kind === 'flat' ? [] : fruits, scene.light)
  const coverAt = covering(scene.covers)
  const lampAt = lamp(scene)
  const ray = new Float64Array(6)
  const tone = new Float64Array(3)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      lens.ray(column + 0.5, row + 0.5, ray)
      const reach = -ray[2]! / ray[5]!
      const x = ray[0]! + reach * ray[3]!
      const y = ray[1]! + reach * ray[4]!
      const cover = coverAt(x, y)
      const outside = sheet ? Math.max(Math.abs(x) - sheet.widthMm / 2, Math.abs(y) - sheet.heightMm / 2) : 1
      if (cover !== null) tone.fill(cover)
      else if (sheet && outside <= 0) {
        // A pixel looks at a patch stretched by the slant: the mean of both ways keeps edges where they are.
        const sideMm = (1 / lens.pxPerMmAt(x, y, 0)) * 0.5 * (1 - 1 / ray[5]!)
        tone.fill(sheet.lightAt(x, y, sideMm))
      } else {
        tableAt(table, x, y, seed, tone)
        // The edge of the sheet throws a hair of shadow, so that a white table does not swallow it.
        if (sheet && outside < 1) for (let channel = 0; channel < 3; channel++) tone[channel]! *= 0.75 + 0.25 * outside
      }
      const bright = lampAt(column, row) * shadowAt(x, y)
      const at = (row * width + column) * 3
      light[at] = tone[0]! * bright * scene.light.warmth[0]
      light[at + 1] = tone[1]! * bright
      light[at + 2] = tone[2]! * bright * scene.light.warmth[1]
    }
  }
  return light
}

/** The lamp over the picture: brighter on one side, darker to the corners. */
export function lamp({ width, height, light }: Scene): (column: number, row: number) => number {
  const azimuth = (light.azimuthDeg * Math.PI) / 180
  const [cos, sin] = [Math.cos(azimuth), Math.sin(azimuth)]
  return (column, row) => {
    const across = column / width - 0.5
    const down = row / height - 0.5
    const slope = 1 + light.unevenness * (across * cos + down * sin)
    return light.exposure * slope * (1 - 0.25 * light.unevenness * (across * across + down * down))
  }
}

function covering(covers: Cover[]): (x: number, y: number) => number | null {
  if (covers.length === 0) return () => null
  const turned = covers.map((cover) => ({
    ...cover,
    cos: Math.cos((cover.turnDeg * Math.PI) / 180),
    sin: Math.sin((cover.turnDeg * Math.PI) / 180),
  }))
  return (x, y) => {
    for (const { centreMm, halfMm, cos, sin, shade } of turned) {
      const [dx, dy] = [x - centreMm[0], y - centreMm[1]]
      if (Math.abs(dx * cos + dy * sin) < halfMm[0] && Math.abs(dy * cos - dx * sin) < halfMm[1]) return shade
    }
    return null
  }
}
