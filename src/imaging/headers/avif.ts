import { type Box, boxes, brands } from './boxes.ts'
import type { Malformed, Stored } from './stored.ts'

export function isAvif(view: DataView): boolean {
  return brands(view).some((brand) => brand === 'avif' || brand === 'avis')
}

/** The size of the primary item, with the crop and the turns that the file itself prescribes; EXIF does not count here. */
export function readAvif(view: DataView): Stored | Malformed {
  const meta = find(boxes(view, 0, view.byteLength), 'meta')
  if (!meta) return 'malformed'
  const parts = [...boxes(view, meta.from + 4, meta.to)]
  const primary = find(parts, 'pitm')
  const properties = find(parts, 'iprp')
  if (!primary || !properties) return 'malformed'
  const item = versionOf(view, primary) === 0 ? view.getUint16(primary.from + 4) : view.getUint32(primary.from + 4)
  const inside = [...boxes(view, properties.from, properties.to)]
  const container = find(inside, 'ipco')
  const associations = find(inside, 'ipma')
  if (!container || !associations) return 'malformed'
  const all = [...boxes(view, container.from, container.to)]
  return sizeAfter(
    view,
    propertiesOf(view, associations, item).map((index) => all[index - 1]),
  )
}

function sizeAfter(view: DataView, applied: (Box | undefined)[]): Stored | Malformed {
  let size: { width: number; height: number } | undefined
  for (const property of applied) {
    if (property?.kind === 'ispe')
      size = { width: view.getUint32(property.from + 4), height: view.getUint32(property.from + 8) }
    else if (property?.kind === 'clap' && size) {
      const part = (at: number) => Math.floor(view.getUint32(at) / Math.max(1, view.getUint32(at + 4)))
      size = { width: part(property.from), height: part(property.from + 8) }
    } else if (property?.kind === 'irot' && size && view.getUint8(property.from) & 1)
      size = { width: size.height, height: size.width }
  }
  return size ? { ...size, orientation: 1 } : 'malformed'
}

/** The 1-based property indices that `ipma` gives to one item, in the order in which they apply. */
function propertiesOf(view: DataView, { from, to }: Box, wanted: number): number[] {
  const wideItems = view.getUint8(from) >= 1
  const wideIndices = (view.getUint8(from + 3) & 1) !== 0
  const entries = view.getUint32(from + 4)
  let at = from + 8
  for (let entry = 0; entry < entries && at < to; entry++) {
    const item = wideItems ? view.getUint32(at) : view.getUint16(at)
    at += wideItems ? 4 : 2
    const count = view.getUint8(at++)
    const width = wideIndices ? 2 : 1
    if (item === wanted)
      return Array.from({ length: count }, (_, i) =>
        wideIndices ? view.getUint16(at + 2 * i) & 0x7fff : view.getUint8(at + i) & 0x7f,
      )
    at += count * width
  }
  return []
}

function find(among: Iterable<Box>, kind: string): Box | undefined {
  for (const box of among) if (box.kind === kind) return box
}

function versionOf(view: DataView, box: Box): number {
  return view.getUint8(box.from)
}
