// biome-ignore lint/suspicious/noExplicitAny: its types are many megabytes, and a test reads five of them
export type Tensorflow = any

/** TensorFlow.js on the plain processor, its slowest and plainest way: what conversions are held against. */
export async function tensorflow(): Promise<Tensorflow> {
  const tf = await import('@tensorflow/tfjs')
  // Otherwise it prints a page of advice at the first computation.
  tf.env().set('IS_TEST', true)
  await tf.setBackend('cpu')
  return tf
}

/** `files` by their name without a folder. */
export function loadGraph(
  tf: Tensorflow,
  description: Uint8Array,
  files: Map<string, Uint8Array>,
): Promise<Tensorflow> {
  const { modelTopology, format, signature, weightsManifest } = JSON.parse(Buffer.from(description).toString('utf8'))
  const weights = Buffer.concat(
    weightsManifest.flatMap(({ paths }: { paths: string[] }) =>
      paths.map((path) => files.get(path.split('/').at(-1)!)!),
    ),
  )
  return tf.loadGraphModel({
    load: async () => ({
      modelTopology,
      format,
      signature,
      weightSpecs: weightsManifest.flatMap(({ weights }: { weights: unknown[] }) => weights),
      weightData: Uint8Array.from(weights).buffer,
    }),
  })
}

/** The same numbers every time: from 0 up to 1. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

/** The greatest difference, as a share of the greatest expected number or of 1. */
export function farthest(expected: ArrayLike<number>, got: ArrayLike<number>): number {
  if (expected.length !== got.length) return Number.POSITIVE_INFINITY
  let [apart, size] = [0, 1]
  for (let index = 0; index < expected.length; index++) {
    apart = Math.max(apart, Math.abs(expected[index]! - got[index]!))
    size = Math.max(size, Math.abs(expected[index]!))
  }
  return Number.isNaN(apart) ? Number.POSITIVE_INFINITY : apart / size
}
