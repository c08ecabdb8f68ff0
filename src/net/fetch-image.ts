import { fetchGuarded } from './guarded-fetch.ts'

const MOST_BYTES = 20_000_000
const TIMEOUT_MS = 15_000
const MOST_REDIRECTS = 3

/** A picture from an address the caller gave. */
export async function fetchImage(
  url: string,
  { allow, signal }: { allow: string[]; signal: AbortSignal },
): Promise<Uint8Array> {
  const fetched = await fetchGuarded(url, {
    schemes: ['https:'],
    allow,
    maxBytes: MOST_BYTES,
    timeoutMs: TIMEOUT_MS,
    maxRedirects: MOST_REDIRECTS,
    signal,
  })
  return fetched.body
}
