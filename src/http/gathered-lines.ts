/** As much as one write takes in one go; more would have left the processor's cache by the time it is put together. */
const ENOUGH = 16_000
const AT_THE_LATEST_MS = 1000

export interface Lines {
  write(text: string): unknown
  flush(done: (error?: Error | null) => void): void
  flushSync(): void
}

/**
 * Lines until there are enough of them to be worth a write, or a second has passed. The stream behind could gather them
 * too, but would measure all it holds again at every line.
 */
export class GatheredLines implements Lines {
  readonly #stream: Lines
  #text = ''

  constructor(stream: Lines) {
    this.#stream = stream
    setInterval(() => this.#handOn(), AT_THE_LATEST_MS).unref()
  }

  write(line: string): void {
    this.#text += line
    if (this.#text.length >= ENOUGH) this.#handOn()
  }

  flush(done: (error?: Error | null) => void): void {
    this.#handOn()
    this.#stream.flush(done)
  }

  flushSync(): void {
    this.#handOn()
    this.#stream.flushSync()
  }

  #handOn(): void {
    if (this.#text === '') return
    const text = this.#text
    this.#text = ''
    this.#stream.write(text)
  }
}
