import type { TimeSpan } from '../../../store.ts'

/** A period in whole seconds since 1970, as 32-bit numbers. Times after 2106 count as the maximum. */
export interface SecondsRange {
  readonly from: number
  readonly to: number
}

const MAX_SECONDS = 2 ** 32 - 1

export const ALL_TIME: SecondsRange = { from: 0, to: MAX_SECONDS }

export const toSeconds = (instant: string): number =>
  Math.min(MAX_SECONDS, Math.max(0, Math.floor(Date.parse(instant) / 1000)))

export const toSecondsRange = ({ from, to }: TimeSpan = {}): SecondsRange => ({
  from: from === undefined ? ALL_TIME.from : toSeconds(from),
  to: to === undefined ? ALL_TIME.to : toSeconds(to),
})

/** Whether two periods share a second. */
export const overlaps = (one: SecondsRange, other: SecondsRange): boolean =>
  one.from <= other.to && other.from <= one.to
