import type { Span } from '../../store.ts'

/** From when to when, in whole seconds since 1970 as an index keeps them: 32 bits, so that what is later than 2106 counts as its last. */
export interface Seconds {
  readonly from: number
  readonly to: number
}

const LATEST = 2 ** 32 - 1

/** Every moment. */
export const ALWAYS: Seconds = { from: 0, to: LATEST }

export const secondsOf = (instant: string): number =>
  Math.min(LATEST, Math.max(0, Math.floor(Date.parse(instant) / 1000)))

export const spanOf = ({ from, to }: Span = {}): Seconds => ({
  from: from === undefined ? ALWAYS.from : secondsOf(from),
  to: to === undefined ? ALWAYS.to : secondsOf(to),
})

/** Whether two spans have a second in common. */
export const touches = (one: Seconds, other: Seconds): boolean => one.from <= other.to && other.from <= one.to
