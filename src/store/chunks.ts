import { setImmediate as turn } from 'node:timers/promises'
import { Refusal } from '../kernel/refusal.ts'

const CHUNK = 1 << 20

/**
 * The bytes in pieces small enough to hash between two turns of the event loop. When the signal fires, or the source
 * breaks off, the reading ends with upload_aborted, also while the source is silent.
 */
export async function* chunksOf(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (signal?.aborted) throw aborted(signal.reason)
  if (!(source instanceof Uint8Array)) return yield* untilAborted(source, signal)
  for (let start = 0; start < source.byteLength; start += CHUNK) {
    if (start > 0) await turn()
    if (signal?.aborted) throw aborted(signal.reason)
    yield source.subarray(start, start + CHUNK)
  }
}

async function* untilAborted(source: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const { promise: hungUp, reject } = Promise.withResolvers<never>()
  hungUp.catch(() => {})
  const onAbort = () => reject(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const reader = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.next(), hungUp]).catch((problem: unknown) => {
        throw problem instanceof Refusal ? problem : aborted(problem)
      })
      if (done) return
      yield value
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    // Not awaited: a silent source would never answer.
    reader.return?.()?.catch(() => {})
  }
}

function aborted(cause: unknown): Refusal {
  return new Refusal('upload_aborted', 'the upload broke off before its end: nothing of it was kept', {
    fix: { do: 'Send the whole body again.' },
    cause,
  })
}
