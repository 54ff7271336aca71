/**
 * What the trial of the embedded engine's design reached with each number of records, on a machine of two cores. Its records were small and had
 * neither unique keys nor indexes.
 */
export interface Trial {
  /** Acknowledged transactions a second by the number of writers. */
  readonly rates: Readonly<Record<number, number>>
  /** Longest block of the event loop, in milliseconds. */
  readonly block: number
  /** Seconds to open. */
  readonly open: number
  /** Bytes. */
  readonly rss: number
}

export const TRIAL: Readonly<Record<number, Trial>> = {
  100_000: { rates: { 1: 7600, 32: 27_000 }, block: 13, open: 0.6, rss: 203e6 },
  300_000: { rates: { 1: 7500 }, block: 15, open: 1.7, rss: 402e6 },
}
