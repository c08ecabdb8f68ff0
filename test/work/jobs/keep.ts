const kept = new Uint8Array(100_000)

/** The first time it gives its bytes away; afterwards it says whether they are really gone. */
export default async function keep() {
  return kept.buffer.detached ? 'gone' : { nested: [kept] }
}
