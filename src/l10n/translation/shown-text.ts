import type { SourceLine, TextVersion } from './translation.ts'

/**
 * Returns the text that a branch shows for a string: the one for its source, else the newest one for an earlier source of its line, which is then stale.
 * A text for any other source is of another string, even if that had the same key.
 */
export function shownText<T extends Pick<TextVersion, 'src' | 'unlined'> = TextVersion>(
  { texts }: { readonly texts: readonly T[] },
  line: SourceLine,
): { readonly text: T | undefined; readonly stale: boolean } {
  const own = texts.find(text => text.src === line.src)
  if (own !== undefined) return { text: own, stale: false }
  const text = texts.find(other => isEarlierText(line, other))
  return { text, stale: text !== undefined }
}

/** Returns whether a text is for an earlier source of a line. */
export const isEarlierText = (
  { src, earlier, unlined }: SourceLine,
  text: Pick<TextVersion, 'src' | 'unlined'>,
): boolean => text.src !== src && (earlier?.includes(text.src) === true || (unlined === true && text.unlined === true))

/** Returns the text that the main branch shows. */
export const mainText = <T extends Pick<TextVersion, 'rev'>>(of: {
  readonly texts: readonly T[]
  readonly shown: number
}): T | undefined => (of.shown === 0 ? undefined : of.texts.find(({ rev }) => rev === of.shown))
