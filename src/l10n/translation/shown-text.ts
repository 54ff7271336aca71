import type { TextVersion, Translation } from './translation.ts'

/** Returns the text that a branch with this source shows: the one for the source, else the newest one, which is then stale. */
export function shownText(
  { texts }: Pick<Translation, 'texts'>,
  src: string,
): { readonly text: TextVersion | undefined; readonly stale: boolean } {
  const own = texts.find(text => text.src === src)
  return { text: own ?? texts[0], stale: own === undefined && texts.length > 0 }
}

/** Returns the text that the main branch shows. */
export const mainText = <T extends Pick<TextVersion, 'rev'>>({
  texts,
  shown,
}: {
  readonly texts: readonly T[]
  readonly shown: number
}): T | undefined => (shown === 0 ? undefined : texts.find(({ rev }) => rev === shown))
