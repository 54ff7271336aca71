import { chances } from './chance.ts'

/** The number of concurrent writers. */
export const WRITERS = 8
/** More than any writer can finish in one round. */
const PER_ROUND = 100_000

/** What a transaction does in addition to the common part. */
export interface Plan {
  readonly writer: number
  /** The number of transactions that this writer started before, over all rounds. */
  readonly serial: number
  /** Rewrites everything of the bulk. */
  readonly isLarge: boolean
  /** Takes the handle that only one user can have. */
  readonly takesHandle: boolean
  /** Removes its token instead of writing it. */
  readonly removes: boolean
  /** Throws when it has done the given share of its writes. */
  readonly throwsAt: number | undefined
}

/** The number of a transaction: no two have the same, whatever round they are in. */
export const numberOf = (round: number, writer: number, begun: number): number =>
  (round * PER_ROUND + begun) * WRITERS + writer

/** All that a transaction does follows from its number. */
export function planOf(n: number): Plan {
  const chance = chances(n)
  const [large, handle, removes, throws, share] = [chance(), chance(), chance(), chance(), chance()]
  return {
    writer: n % WRITERS,
    serial: Math.floor(n / WRITERS),
    isLarge: large < 0.008,
    takesHandle: handle < 0.25,
    removes: removes < 0.2,
    throwsAt: throws < 0.08 ? share : undefined,
  }
}
