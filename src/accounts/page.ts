import { Refusal } from '../kernel/refusal.ts'

export const PAGE = 100

export interface Page<Item> {
  items: Item[]
  /** Hand it back as the cursor for what follows; null at the end. */
  next: string | null
}

interface Place {
  created_at: string
  id: string
}

/** Of one row more than a page holds: that there is another tells that there is a next page. */
export function pageOf<Row extends Place, Item>(rows: Row[], shape: (row: Row) => Item): Page<Item> {
  const kept = rows.slice(0, PAGE)
  return { items: kept.map(shape), next: rows.length > PAGE ? cursorAt(kept.at(-1)!) : null }
}

function cursorAt({ created_at, id }: Place): string {
  return Buffer.from(`${created_at} ${id}`).toString('base64url')
}

export function placeOf(cursor: string): Place {
  const [created_at, id, ...more] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (created_at && id && more.length === 0) return { created_at, id }
  throw new Refusal('invalid_input', 'cursor is not one that this service gave', {
    fix: { do: 'Leave the cursor out to begin again, then send the next of each page.' },
  })
}
