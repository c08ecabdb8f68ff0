/**
 * Frees large numbers at once. Left to the collector, a few megabytes a frame make it walk the whole heap every third
 * frame, which costs a tenth of what looking at the frame does. Nothing may read them afterwards.
 */
export function giveBack(numbers: ArrayBufferView): void {
  const { buffer, byteLength } = numbers
  // A small buffer may be a part of one that others have parts of.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
