/** Linear light of each sRGB byte: lenses blur light, not bytes, so edges lie half way in light. */
export const LIGHT = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

export type Rgb = readonly [red: number, green: number, blue: number]

export interface Lab {
  l: number
  a: number
  b: number
}

export function byteOf(light: number): number {
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.min(1, Math.max(0, value)))
}

/** Of linear light under D65, against a white of 1, 1, 1. */
export function labOf(red: number, green: number, blue: number): Lab {
  const x = foot((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
  const y = foot(0.2126729 * red + 0.7151522 * green + 0.072175 * blue)
  const z = foot((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883)
  return { l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) }
}

export const hueDeg = ({ a, b }: Lab) => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360

function foot(share: number): number {
  return share > 0.008856451679 ? Math.cbrt(share) : (903.2962962963 * share + 16) / 116
}
