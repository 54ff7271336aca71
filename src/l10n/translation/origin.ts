import type { Origin } from './translation.ts'

/** Returns whether two texts were written with the same credential of the same user. */
export const isSameWriter = (one: Origin, other: Origin): boolean =>
  one.kind === other.kind && one.user_id === other.user_id && one.credential === other.credential
