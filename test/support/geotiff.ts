import { deflateSync } from 'node:zlib'

export interface DrawnRaster {
  west: number
  north: number
  pixel: number
  /** Where pixels are not square. */
  pixelHeight?: number
  /** EPSG code of the UTM zone that west, north and pixel are metres of; degrees unless told. */
  utm?: number
  bits?: 8 | 16
  width: number
  height: number
  /** Row by row. */
  value(row: number, col: number): number
  compression?: 'none' | 'deflate'
  predictor?: boolean
  /** Square tiles of this many pixels; strips of so many rows where negative. */
  block?: number
  noData?: number
  /** Where the tables of a large file may lie: behind everything else. */
  tablesLast?: boolean
}

/** A small GeoTIFF for tests that must not depend on files from elsewhere. */
export function drawGeoTiff(drawn: DrawnRaster): Uint8Array {
  const { width, height, block = 16, compression = 'deflate', predictor = false, bits = 8, utm } = drawn
  const tiled = block > 0
  const [blockWidth, blockHeight] = tiled ? [block, block] : [width, -block]
  const blocks: Uint8Array[] = []
  for (let top = 0; top < height; top += blockHeight)
    for (let left = 0; left < width; left += blockWidth) {
      const rows = tiled ? blockHeight : Math.min(blockHeight, height - top)
      const samples = new (bits === 8 ? Uint8Array : Uint16Array)(blockWidth * rows)
      for (let row = 0; row < rows; row++) {
        let before = 0
        for (let col = 0; col < blockWidth; col++) {
          const inside = top + row < height && left + col < width
          const value = inside ? drawn.value(top + row, left + col) : 0
          samples[row * blockWidth + col] = predictor ? value - before : value
          before = value
        }
      }
      const plain = new Uint8Array(samples.buffer)
      blocks.push(compression === 'deflate' ? deflateSync(plain) : plain)
    }

  const ascii = (text: string) => Buffer.from(`${text}\0`, 'latin1')
  const shorts = (...values: number[]) => packed(values, 2)
  const longs = (...values: number[]) => packed(values, 4)
  const doubles = (...values: number[]) => Buffer.from(Float64Array.from(values).buffer)
  const system =
    utm === undefined
      ? [1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]
      : [1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, utm]
  const geoKeys = [1, 1, 0, 3, ...system]
  const tags = new Map<number, [type: number, content: Buffer]>([
    [256, [4, longs(width)]],
    [257, [4, longs(height)]],
    [258, [3, shorts(bits)]],
    [259, [3, shorts(compression === 'deflate' ? 8 : 1)]],
    [262, [3, shorts(1)]],
    [277, [3, shorts(1)]],
    [317, [3, shorts(predictor ? 2 : 1)]],
    [33550, [12, doubles(drawn.pixel, drawn.pixelHeight ?? drawn.pixel, 0)]],
    [33922, [12, doubles(0, 0, 0, drawn.west, drawn.north, 0)]],
    [34735, [3, shorts(...geoKeys)]],
    ...(drawn.noData === undefined ? [] : [[42113, [2, ascii(String(drawn.noData))]] as const]),
  ] as [number, [number, Buffer]][])
  if (tiled) tags.set(322, [4, longs(block)]).set(323, [4, longs(block)])
  else tags.set(278, [4, longs(blockHeight)])
  const [offsetTag, countTag] = tiled ? [324, 325] : [273, 279]
  tags.set(offsetTag!, [4, longs(...blocks.map(() => 0))]).set(countTag!, [4, longs(...blocks.map((b) => b.length))])

  const sorted = [...tags].sort(([one], [other]) => one - other)
  let end = 8 + 2 + sorted.length * 12 + 4
  const place = new Map<number, number>()
  const put = (tag: number, content: Buffer) => {
    if (content.length <= 4) return
    place.set(tag, end)
    end += content.length + (content.length % 2)
  }
  const isTable = (tag: number) => tag === offsetTag || tag === countTag
  for (const [tag, [, content]] of sorted) if (!(drawn.tablesLast && isTable(tag))) put(tag, content)
  const offsets = blocks.map((bytes) => {
    const at = end
    end += bytes.length
    return at
  })
  end += end % 2
  if (drawn.tablesLast) for (const [tag, [, content]] of sorted) if (isTable(tag)) put(tag, content)
  tags.set(offsetTag!, [4, longs(...offsets)])

  const file = Buffer.alloc(end)
  file.write('II*\0', 0, 'latin1')
  file.writeUInt32LE(8, 4)
  file.writeUInt16LE(sorted.length, 8)
  for (const [index, [tag]] of sorted.entries()) {
    const [type, content] = tags.get(tag)!
    const at = 10 + index * 12
    file.writeUInt16LE(tag, at)
    file.writeUInt16LE(type, at + 2)
    file.writeUInt32LE(content.length / SIZES[type]!, at + 4)
    if (content.length <= 4) content.copy(file, at + 8)
    else {
      file.writeUInt32LE(place.get(tag)!, at + 8)
      content.copy(file, place.get(tag)!)
    }
  }
  for (const [index, bytes] of blocks.entries()) file.set(bytes, offsets[index]!)
  return file
}

const SIZES: Record<number, number> = { 2: 1, 3: 2, 4: 4, 12: 8 }

function packed(values: number[], size: 2 | 4): Buffer {
  const buffer = Buffer.alloc(values.length * size)
  for (const [index, value] of values.entries()) buffer.writeUIntLE(value, index * size, size)
  return buffer
}
