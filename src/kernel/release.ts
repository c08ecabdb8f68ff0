/**
 * Gives memory back at once where it is known that nobody looks at it any more. Left to the collector, megabytes that
 * are done with are what calls it, and it then looks at everything else too. Bytes that share memory with others stay.
 */
export function release(bytes: Uint8Array): void {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer(0)
}
