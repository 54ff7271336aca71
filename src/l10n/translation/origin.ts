import type { Origin } from './translation.ts'

/** Returns whether two texts were written with the same credential of the same user. */
export const isSameWriter = (one: Origin, other: Origin): boolean =>
  one.kind === other.kind && one.user_id === other.user_id && one.credential === other.credential

/** Returns whether two texts came from the same credential of the same user, in a file or not. */
export const isSameCredential = (one: Origin, other: Origin): boolean =>
  one.user_id === other.user_id && one.credential === other.credential
