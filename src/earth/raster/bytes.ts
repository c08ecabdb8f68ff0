/** A file that is read in pieces, on disk or far away. */
export interface Bytes {
  /** How the file is named in reasons. */
  readonly name: string
  /**
   * Everything from offset to offset + length, or up to the end of the file where that comes first and `orLess` is set;
   * throws Unreadable otherwise.
   */
  range(offset: number, length: number, orLess?: boolean): Promise<Uint8Array>
}
