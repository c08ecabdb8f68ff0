/** What strict reading gives: the value, or a sentence that says what was wrong with the text. */
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; reason: string }

export function parsed<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}
