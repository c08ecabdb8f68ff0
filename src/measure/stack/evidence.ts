import { averagedAcross, type Gradients, medianSize } from './gradients.ts'
import { type LineEvidence, summed } from './line-evidence.ts'

export interface Evidence {
  upright: LineEvidence
  level: LineEvidence
}

/** An edge that goes on this far says more than its texture. */
const ALONG = 6
const LEAST_SLOPE = 0.008
const TIMES_TEXTURE = 3
const TIMES_NEIGHBOURS = 3.7
/** Of that: nothing up to here, all at the whole. */
const NOTHING = 0.5
const PATCH = 32
const SAMPLE_STEP = 5
const SAMPLES_A_SIDE = Math.ceil(PATCH / SAMPLE_STEP) + 1

export function evidenceOf({ across, down, width, height }: Gradients, inFrame: Uint8Array): Evidence {
  const shown = Float32Array.from(inFrame)
  return {
    upright: lineEvidence(turned(across, width, height), turned(shown, width, height), height, width),
    level: lineEvidence(down, shown, width, height),
  }
}

/** Slopes lie line by line, each `length` long. */
function lineEvidence(slopes: Float32Array, shown: Float32Array, length: number, lines: number): LineEvidence {
  const steady = averagedAcross(slopes, length, lines, ALONG)
  const least = Math.max(LEAST_SLOPE, TIMES_TEXTURE * medianSize(steady))
  const edges = widened(strengths(steady, length, lines, least), length)
  for (let at = 0; at < edges.length; at++) edges[at]! *= shown[at]!
  return summed(edges, length, lines)
}

function turned(values: Float32Array, width: number, height: number): Float32Array {
  const result = new Float32Array(values.length)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) result[column * height + row] = values[row * width + column]!
  }
  return result
}

/** Against noise and against the texture around: 1 is an edge, less is a doubt. */
function strengths(steady: Float32Array, length: number, lines: number, least: number): Float32Array {
  const wide = Math.ceil(length / PATCH)
  const thresholds = textures(steady, length, lines).map((texture) => Math.max(least, TIMES_NEIGHBOURS * texture))
  const result = new Float32Array(steady.length)
  for (let line = 0; line < lines; line++) {
    const patches = Math.floor(line / PATCH) * wide
    for (let along = 0; along < length; along++) {
      const at = line * length + along
      const strength = Math.abs(steady[at]!) / thresholds[patches + Math.floor(along / PATCH)]!
      result[at] = Math.max(0, Math.min(1, (strength - NOTHING) / (1 - NOTHING)))
    }
  }
  return result
}

/** The middle slope of each patch and the eight beside it: grass has one, between the seams of crates there is none. */
function textures(steady: Float32Array, length: number, lines: number): Float32Array {
  const [wide, tall] = [Math.ceil(length / PATCH), Math.ceil(lines / PATCH)]
  const result = new Float32Array(wide * tall)
  const sizes = new Float32Array((3 * SAMPLES_A_SIDE) ** 2)
  for (let row = 0; row < tall; row++) {
    for (let column = 0; column < wide; column++) {
      let count = 0
      for (let line = (row - 1) * PATCH + 1; line < (row + 2) * PATCH; line += SAMPLE_STEP) {
        if (line < 0 || line >= lines) continue
        for (
          let along = (column - 1) * PATCH + (line % SAMPLE_STEP);
          along < (column + 2) * PATCH;
          along += SAMPLE_STEP
        ) {
          if (along >= 0 && along < length && count < sizes.length)
            sizes[count++] = Math.abs(steady[line * length + along]!)
        }
      }
      const sorted = sizes.subarray(0, count).sort()
      result[row * wide + column] = sorted[count >> 1] ?? 0
    }
  }
  return result
}

/** A line that wavers by two pixels is still the line. */
function widened(strong: Float32Array, length: number): Float32Array {
  const result = strong.slice()
  const last = strong.length
  for (const off of [-2 * length, -length, length, 2 * length]) {
    for (let at = Math.max(0, -off); at < Math.min(last, last - off); at++) {
      const beside = strong[at + off]!
      if (beside > result[at]!) result[at] = beside
    }
  }
  return result
}
