import type { Place } from '../water/geodesic.ts'

const RADIANS = Math.PI / 180
/** WGS 84: half the equator's width, and the square of the eccentricity. */
const A = 6_378_137
const E2 = 0.00669437999014

/** Metres east and north of a pin, true to centimetres within five kilometres of it up to 80° of latitude. */
export class LocalPlane {
  readonly #pin: Place
  readonly #alongMeridian: number
  readonly #alongParallel: number
  readonly #bend: number

  constructor(pin: Place) {
    const sine = Math.sin(pin.lat * RADIANS)
    const normal = A / Math.sqrt(1 - E2 * sine ** 2)
    const meridian = (A * (1 - E2)) / (1 - E2 * sine ** 2) ** 1.5
    this.#pin = pin
    this.#alongMeridian = meridian * RADIANS
    this.#alongParallel = normal * Math.cos(pin.lat * RADIANS) * RADIANS
    this.#bend = Math.tan(pin.lat * RADIANS) / (2 * normal)
  }

  place(east: number, north: number): Place {
    const lat = this.#pin.lat + (north - east ** 2 * this.#bend) / this.#alongMeridian
    return { lat, lng: this.#pin.lng + east / this.#widthAt(lat) }
  }

  metres({ lat, lng }: Place): { east: number; north: number } {
    const difference = ((lng - this.#pin.lng + 540) % 360) - 180
    const east = difference * this.#widthAt(lat)
    return { east, north: (lat - this.#pin.lat) * this.#alongMeridian + east ** 2 * this.#bend }
  }

  /** Parallels shorten toward the pole. */
  #widthAt(lat: number): number {
    return (this.#alongParallel * Math.cos(lat * RADIANS)) / Math.cos(this.#pin.lat * RADIANS)
  }
}
