/** Touches every 64th byte and gives the bytes back, so that what is measured is the way there and back. */
export default async function sum({ bytes }: { bytes: Uint8Array }): Promise<{ total: number; bytes: Uint8Array }> {
  let total = 0
  for (let i = 0; i < bytes.length; i += 64) total += bytes[i]!
  return { total, bytes }
}
