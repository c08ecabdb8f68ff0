import type { Malformed, Stored } from './stored.ts'
import { hasText } from './text.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c

export function isGif(view: DataView): boolean {
  return hasText(view, 0, 'GIF87a') || hasText(view, 0, 'GIF89a')
}

export function readGif(view: DataView): Stored | Malformed {
  const screen = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  let at = 13 + tableBytes(view.getUint8(10))
  for (;;) {
    const block = view.getUint8(at)
    if (block === IMAGE) break
    if (block !== EXTENSION) return 'malformed'
    at = endOfBlocks(view, at + 2)
  }
  const frame = {
    width: view.getUint16(at + 1, true) + view.getUint16(at + 5, true),
    height: view.getUint16(at + 3, true) + view.getUint16(at + 7, true),
  }
  if (isMonitor(screen)) return { ...frame, orientation: 1 }
  return {
    width: Math.max(screen.width, frame.width),
    height: Math.max(screen.height, frame.height),
    orientation: 1,
  }
}

const MONITORS = new Set(['640x480', '640x512', '800x600', '1024x768', '1280x1024', '1600x1200'])

/** Old programs wrote the monitor's size as the picture's; decoders take the first frame's then, and so do we. */
function isMonitor({ width, height }: { width: number; height: number }): boolean {
  return width === 0 || height === 0 || width > 2048 || height > 2048 || MONITORS.has(`${width}x${height}`)
}

function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function endOfBlocks(view: DataView, at: number): number {
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += 1 + length
  return at + 1
}
