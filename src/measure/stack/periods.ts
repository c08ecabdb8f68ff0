/** How alike the parts are when a profile is cut into so many equal ones: 1 is a true repeat, 0 is chance. */
export function likeness(profile: Float32Array, parts: number): number {
  if (parts < 2) return 0
  const cut = Array.from({ length: parts }, (_, part) => levelled(sampled(profile, part / parts, (part + 1) / parts)))
  const sum = new Float32Array(SAMPLES)
  for (const one of cut) for (let at = 0; at < SAMPLES; at++) sum[at]! += one[at]!
  let alike = 0
  let weight = 0
  for (const one of cut) {
    let [product, own, others] = [0, 0, 0]
    for (let at = 0; at < SAMPLES; at++) {
      const rest = (sum[at]! - one[at]!) / (parts - 1)
      product += one[at]! * rest
      own += one[at]! ** 2
      others += rest ** 2
    }
    const size = Math.sqrt(own * others)
    if (size > ROUNDING) alike += (product / size) * Math.sqrt(own)
    weight += Math.sqrt(own)
  }
  return weight > 0 ? alike / weight : 0
}

const SAMPLES = 40
/** Below this a flat part repeats nothing but the last digits of its sums. */
const ROUNDING = 1e-9

/** The mean of the profile over each of the samples, so that narrow seams are not stepped over. */
function sampled(profile: Float32Array, from: number, to: number): Float32Array {
  const result = new Float32Array(SAMPLES)
  const start = from * profile.length
  const step = ((to - from) * profile.length) / SAMPLES
  for (let sample = 0; sample < SAMPLES; sample++) {
    // A sample reaches into its neighbours: crates stand a little out of line. At the ends it reaches less far both
    // ways, so that its middle stays where it is and a slope of light stays a slope.
    const middle = start + (sample + 0.5) * step
    const reach = Math.min(1.25 * step, middle, profile.length - middle)
    const [low, high] = [middle - reach, middle + reach]
    let [sum, weight] = [0, 0]
    for (let at = Math.floor(low); at < high; at++) {
      const share = Math.min(high, at + 1) - Math.max(low, at)
      sum += share * profile[at]!
      weight += share
    }
    result[sample] = weight > 0 ? sum / weight : 0
  }
  return result
}

/** A slope cut into pixels is a staircase, and its steps do repeat: what is less than this share of the slope is nothing. */
const STEPS_OF_A_SLOPE = 0.01

/** Without its mean and its slope: uneven light repeats nothing. */
function levelled(values: Float32Array): Float32Array {
  const middle = (values.length - 1) / 2
  let [mean, slope, spread] = [0, 0, 0]
  for (let at = 0; at < values.length; at++) {
    mean += values[at]! / values.length
    slope += values[at]! * (at - middle)
    spread += (at - middle) ** 2
  }
  const level = values.map((value, at) => value - mean - (slope / spread) * (at - middle))
  const left = level.reduce((sum, value) => sum + value ** 2, 0)
  return left < STEPS_OF_A_SLOPE * (slope ** 2 / spread) ? level.fill(0) : level
}
