/** Bytes that came from upstream once, kept where a restart finds them; it may forget anything at any time. */
export interface BlockCache {
  get(key: string): Promise<Uint8Array | undefined>
  /** Never throws: what cannot be kept is asked for again. */
  put(key: string, bytes: Uint8Array): Promise<void>
  remove(key: string): Promise<void>
}

export const NO_CACHE: BlockCache = {
  get: async () => undefined,
  put: async () => {},
  remove: async () => {},
}
