/** Longitude, latitude: the plane in which a ring's edges are straight. */
export type Corner = readonly [lng: number, lat: number]

/** How far the rounding of the four differences and two products can carry the result. */
const ROUNDING = 3.4e-16

/** Positive left of a to b, negative right of it; 0 on the line, and where the digits cannot tell. */
export function sideOf(a: Corner, b: Corner, point: Corner): number {
  const left = (b[0] - a[0]) * (point[1] - a[1])
  const right = (b[1] - a[1]) * (point[0] - a[0])
  const side = left - right
  return Math.abs(side) <= ROUNDING * (Math.abs(left) + Math.abs(right)) ? 0 : side
}

/** Whether two edges have a point in common. */
export function touch(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const [ofC, ofD] = [sideOf(a, b, c), sideOf(a, b, d)]
  const [ofA, ofB] = [sideOf(c, d, a), sideOf(c, d, b)]
  if (ofC * ofD < 0 && ofA * ofB < 0) return true
  return (
    (ofC === 0 && isBetween(a, b, c)) ||
    (ofD === 0 && isBetween(a, b, d)) ||
    (ofA === 0 && isBetween(c, d, a)) ||
    (ofB === 0 && isBetween(c, d, b))
  )
}

/** For a point on the line through a and b. */
function isBetween(a: Corner, b: Corner, [x, y]: Corner): boolean {
  return (
    Math.min(a[0], b[0]) <= x && x <= Math.max(a[0], b[0]) && Math.min(a[1], b[1]) <= y && y <= Math.max(a[1], b[1])
  )
}

/** Strictly: a point on the ring, or too near to it to tell, is not inside. */
export function isInside(ring: readonly Corner[], point: Corner): boolean {
  const [x, y] = point
  let inside = false
  for (let index = 0; index < ring.length; index++) {
    const a = ring[index]!
    const b = ring[(index + 1) % ring.length]!
    if (a[0] === x && a[1] === y) return false
    if (a[1] > y !== b[1] > y) {
      const side = sideOf(a, b, point)
      if (side === 0) return false
      if (side > 0 === b[1] > a[1]) inside = !inside
    } else if (a[1] === y && b[1] === y && isBetween(a, b, point)) return false
  }
  return inside
}
