import type { CocoClass } from '../detect/classes.ts'

/** How a caller's word stands to the class it is read as. `broader`: the class holds more than the word means. */
export type Relation = 'exact' | 'synonym' | 'broader'

export interface ReadWord {
  class: CocoClass
  relation: Relation
  /** What the class means, where the word alone could mislead. */
  note: string | null
}

export interface UnreadWord {
  reason: string
  /** Labels that can be asked for instead, the likeliest first; never read in its place. */
  nearest: CocoClass[]
}

export type WordReading = ReadWord | UnreadWord

export function isRead(reading: WordReading): reading is ReadWord {
  return 'class' in reading
}
