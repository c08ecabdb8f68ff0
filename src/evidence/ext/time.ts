const UTC = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?(?:Z|[+-]00:00)$/

/** A real moment in UTC, written with Z. */
export function isUtcTime(text: unknown): text is string {
  if (typeof text !== 'string' || !text.endsWith('Z')) return false
  const [, seconds] = UTC.exec(text) ?? []
  return seconds !== undefined && isRealMoment(seconds)
}

/** Milliseconds since 1970 of a time that isUtcTime accepts; undefined for every other text. */
export function utcMillis(text: unknown): number | undefined {
  return isUtcTime(text) ? Date.parse(text) : undefined
}

/** The operator signs a UTC bound by the whole second, however the caller had spelled it; other offsets as they stand. */
export function signedSpelling(time: string): string {
  const [, seconds] = UTC.exec(time.replace(' ', 'T')) ?? []
  return seconds === undefined ? time : `${seconds}Z`
}

function isRealMoment(seconds: string): boolean {
  const moment = new Date(`${seconds}Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(seconds)
}
