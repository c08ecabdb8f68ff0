/** Waiting work, taken in turns over the addresses it came from: a client with a hundred jobs waits behind none but its own. */
export class FairQueue<Item> {
  readonly #lines = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(address: string, item: Item): void {
    const line = this.#lines.get(address)
    if (line) line.push(item)
    else this.#lines.set(address, [item])
    this.#size++
  }

  shift(): Item | undefined {
    const [first] = this.#lines
    if (!first) return undefined
    const [address, line] = first
    const item = line.shift()!
    this.#size--
    // A Map keeps the order of insertion: taking the line out and putting it back is the next address's turn.
    this.#lines.delete(address)
    if (line.length > 0) this.#lines.set(address, line)
    return item
  }

  remove(address: string, item: Item): boolean {
    const line = this.#lines.get(address)
    const at = line?.indexOf(item) ?? -1
    if (!line || at < 0) return false
    line.splice(at, 1)
    if (line.length === 0) this.#lines.delete(address)
    this.#size--
    return true
  }

  /** Gives up the last of the longest line for a newcomer whose own line stays shorter; undefined when none is. */
  displaceFor(address: string): Item | undefined {
    let longest: Item[] = []
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line
    const own = this.#lines.get(address)?.length ?? 0
    if (longest.length <= own + 1) return undefined
    this.#size--
    return longest.pop()
  }

  clear(): Item[] {
    const items = [...this.#lines.values()].flat()
    this.#lines.clear()
    this.#size = 0
    return items
  }
}
