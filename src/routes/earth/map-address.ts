import type { Fix } from '../../kernel/refusal.ts'

/** What is asked for are numbers and lists of them: nothing in them has to be escaped. */
export function mapAddress(path: string, asked: Record<string, unknown>): string {
  const query = Object.entries(asked).map(([name, value]) => `${name}=${value}`)
  return `${path}?${query.join('&')}`
}

/** A fix whose bodies a route takes, for the map that takes the same as an address: one call for each. */
export function asCalls(path: string): (fix: Fix) => Fix {
  return ({ do: what, body, bodies = [body] }) => ({
    do: what,
    call: bodies
      .map(
        (asked) => `curl -H 'Authorization: Bearer on_…' "$BASE${mapAddress(path, asked as Record<string, unknown>)}"`,
      )
      .join('\n'),
  })
}

export const asBodies = (fix: Fix): Fix => fix
