import type { Light } from './scene.ts'
import type { Swept } from './swept.ts'

const CELL_MM = 2.5
/** Shadows are soft: of the spheres along the axis a few are enough. */
const EVERY = 3

/** How much of the light reaches a point of the card: 1 in the open, less under and beside the fruit. */
export function shadowsOf(fruits: Swept[], light: Light): (x: number, y: number) => number {
  if (fruits.length === 0) return () => 1
  const spheres = fruits.flatMap((fruit) =>
    Array.from({ length: Math.floor(fruit.count / EVERY) }, (_, nth) => ({
      x: fruit.x[nth * EVERY]!,
      y: fruit.y[nth * EVERY]!,
      z: fruit.z[nth * EVERY]!,
      radius: fruit.radius[nth * EVERY]!,
    })),
  )
  const reach = 90
  const left = Math.min(...spheres.map(({ x }) => x)) - reach
  const top = Math.min(...spheres.map(({ y }) => y)) - reach
  const columns = Math.ceil((Math.max(...spheres.map(({ x }) => x)) + reach - left) / CELL_MM) + 2
  const rows = Math.ceil((Math.max(...spheres.map(({ y }) => y)) + reach - top) / CELL_MM) + 2
  const reached = new Float32Array(columns * rows).fill(1)
  const elevation = (light.elevationDeg * Math.PI) / 180
  const azimuth = (light.azimuthDeg * Math.PI) / 180
  const [lx, ly, lz] = [
    Math.cos(elevation) * Math.cos(azimuth),
    Math.cos(elevation) * Math.sin(azimuth),
    Math.sin(elevation),
  ]
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = left + column * CELL_MM
      const y = top + row * CELL_MM
      let open = 1
      let lit = 1
      for (let nth = 0; nth < spheres.length; nth++) {
        const sphere = spheres[nth]!
        const dx = sphere.x - x
        const dy = sphere.y - y
        const dz = sphere.z
        const away = Math.sqrt(dx * dx + dy * dy)
        open = Math.min(open, 0.15 + 0.85 * Math.min(1, away / (2.2 * sphere.radius)))
        const along = dx * lx + dy * ly + dz * lz
        const beside = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along))
        // The farther the shadow falls, the softer its edge.
        const softness = 2 + 0.15 * Math.max(0, along)
        if (along > 0) lit = Math.min(lit, Math.max(0, Math.min(1, 0.5 + (beside - sphere.radius) / softness)))
      }
      reached[row * columns + column] = light.ambient * open + (1 - light.ambient) * (1 - light.shadow * (1 - lit))
    }
  }
  return (x, y) => {
    const across = (x - left) / CELL_MM
    const down = (y - top) / CELL_MM
    if (across < 0 || down < 0 || across >= columns - 1 || down >= rows - 1) return 1
    const column = Math.floor(across)
    const row = Math.floor(down)
    const at = row * columns + column
    const right = across - column
    const upper = reached[at]! + right * (reached[at + 1]! - reached[at]!)
    const lower = reached[at + columns]! + right * (reached[at + columns + 1]! - reached[at + columns]!)
    return upper + (down - row) * (lower - upper)
  }
}
