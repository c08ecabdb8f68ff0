/** Time is handed in, never taken: what measures or signs can be run again at a chosen moment. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** A clock that stands still until it is moved, for tests and replays. */
export function fixedClock(start: string | Date): Clock & { advance(ms: number): void } {
  let now = new Date(start).getTime()
  const clock = () => new Date(now)
  return Object.assign(clock, {
    advance(ms: number) {
      now += ms
    },
  })
}
