/** A table of a flatbuffer: fields by their number in the schema, absent ones by their default. */
export class Table {
  #bytes: DataView
  #at: number

  private constructor(bytes: DataView, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  static root(file: Uint8Array): Table {
    const bytes = new DataView(file.buffer, file.byteOffset, file.byteLength)
    return new Table(bytes, bytes.getUint32(0, true))
  }

  byte(field: number, fallback = 0): number {
    const place = this.#place(field)
    return place === null ? fallback : this.#bytes.getInt8(place)
  }

  int(field: number, fallback = 0): number {
    const place = this.#place(field)
    return place === null ? fallback : this.#bytes.getInt32(place, true)
  }

  float(field: number, fallback = 0): number {
    const place = this.#place(field)
    return place === null ? fallback : this.#bytes.getFloat32(place, true)
  }

  table(field: number): Table | null {
    const place = this.#place(field)
    return place === null ? null : new Table(this.#bytes, this.#follow(place))
  }

  tables(field: number): Table[] {
    return this.#vector(field, 4, (place) => new Table(this.#bytes, this.#follow(place)))
  }

  ints(field: number): number[] {
    return this.#vector(field, 4, (place) => this.#bytes.getInt32(place, true))
  }

  bytes(field: number): Uint8Array | null {
    const place = this.#place(field)
    if (place === null) return null
    const start = this.#follow(place)
    return new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset + start + 4, this.#bytes.getUint32(start, true))
  }

  #vector<Item>(field: number, width: number, read: (place: number) => Item): Item[] {
    const place = this.#place(field)
    if (place === null) return []
    const start = this.#follow(place)
    return Array.from({ length: this.#bytes.getUint32(start, true) }, (_, index) => read(start + 4 + width * index))
  }

  #follow(place: number): number {
    return place + this.#bytes.getUint32(place, true)
  }

  #place(field: number): number | null {
    const layout = this.#at - this.#bytes.getInt32(this.#at, true)
    const entry = 4 + 2 * field
    if (entry >= this.#bytes.getUint16(layout, true)) return null
    const offset = this.#bytes.getUint16(layout + entry, true)
    return offset === 0 ? null : this.#at + offset
  }
}
