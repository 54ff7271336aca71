import type { Origin, SourceLine } from './translation.ts'

/** Maximum earlier sources of a line: a text that is older by more changes of its source helps nobody. */
const MAX_EARLIER = 20

/**
 * Returns the line of a string whose source is now `src`: its former source is the newest of the earlier ones. A source that returns is no longer one of them.
 * @param before undefined for a string that begins
 */
export function nextLine(before: SourceLine | undefined, src: string): SourceLine {
  if (before === undefined) return { src }
  const { earlier = [], unlined } = before
  const older = before.src === src ? earlier : [before.src, ...earlier]
  const kept = [...new Set(older)].filter(one => one !== src).slice(0, MAX_EARLIER)
  return { src, ...(kept.length > 0 && { earlier: kept }), ...(unlined === true && { unlined }) }
}

/** Returns whether a string had a source on its branch, now or earlier. */
export const hadSource = ({ src, earlier = [] }: SourceLine, wanted: string): boolean =>
  src === wanted || earlier.includes(wanted)

/** Returns whether two texts were written with the same credential of the same user. */
export const isSameWriter = (one: Origin, other: Origin): boolean =>
  one.kind === other.kind && one.user_id === other.user_id && one.credential === other.credential

/** Returns whether two texts came from the same credential of the same user, in a file or not. */
export const isSameCredential = (one: Origin, other: Origin): boolean =>
  one.user_id === other.user_id && one.credential === other.credential
