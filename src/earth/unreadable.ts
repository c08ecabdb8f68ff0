import type { UnreadCause } from './types.ts'

/** Ends as the outcome `unread` of every place that needed what could not be read. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly why: UnreadCause

  constructor(why: UnreadCause, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause })
    this.why = why
  }
}
