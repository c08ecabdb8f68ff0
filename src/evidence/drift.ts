import { isObject, type Json } from '../kernel/json.ts'

/** How a claimed value stands to the resolved one. What difference matters is the caller's to decide. */
export interface Drift {
  drifted: boolean
  claimed: unknown
  resolved: Json
  /** Claimed less resolved, where both are numbers. */
  difference: number | null
  /** JSON pointers of what differs; the empty one is the value as a whole. */
  differs: string[]
}

const MOST_DIFFERENCES = 20
const DEEPEST = 64

/** Numbers are compared exactly; a text that quotes the resolved value to the letter is no drift. */
export function driftBetween(claimed: unknown, resolved: Json, verbatim: string | null = null): Drift {
  const quoted = typeof claimed === 'string' && claimed === verbatim
  const differs = quoted ? [] : differences(claimed, resolved)
  const numbers = typeof claimed === 'number' && typeof resolved === 'number'
  return { drifted: differs.length > 0, claimed, resolved, difference: numbers ? claimed - resolved : null, differs }
}

function differences(claimed: unknown, resolved: unknown): string[] {
  const found: string[] = []
  const compare = (a: unknown, b: unknown, at: string, depth: number): void => {
    if (found.length >= MOST_DIFFERENCES || a === b) return
    const children = depth < DEEPEST ? childrenOf(a, b) : null
    if (children === null) found.push(at)
    else for (const [name, left, right] of children) compare(left, right, `${at}/${escaped(name)}`, depth + 1)
  }
  compare(claimed, resolved, '', 0)
  return found
}

/** The members of two lists or two objects side by side; null where the two are not of one kind. */
function childrenOf(a: unknown, b: unknown): [string, unknown, unknown][] | null {
  if (Array.isArray(a) && Array.isArray(b)) {
    return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => [String(i), a[i], b[i]])
  }
  if (!isObject(a) || !isObject(b)) return null
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].map((name) => [name, own(a, name), own(b, name)])
}

function own(members: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
