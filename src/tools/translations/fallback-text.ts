import { type Fallbacks, fallbackChain } from '../../l10n/locales/fallback-chain.ts'
import type { Message } from '../../l10n/message/message.ts'
import { canRepresent } from '../../l10n/translation/merge.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Reader } from '../../store/store.ts'
import type { TextVersion } from './records.ts'
import { hadText } from './text-history.ts'

/** A translation that replaces a missing one. */
export interface FallbackText {
  readonly locale: string
  readonly value: Frozen<Message>
}

/** A string in a locale. */
interface Unit {
  readonly entryId: string
  /** Hash of the source string. */
  readonly src: string
  readonly locale: string
}

/** Finds the translation of exactly this source in the first fallback that has one, translated or approved. */
export async function findFallbackText(
  of: Fallbacks,
  { entryId, src, locale }: Unit,
  read: Pick<Reader, 'translations'>,
): Promise<FallbackText | undefined> {
  for (const other of fallbackChain(of, locale)) {
    const translation = await read.translations.by('unit', compoundKey(entryId, other))
    const text = translation?.texts.find(one => one.src === src)
    if (text !== undefined && isUsable(text)) return { locale: other, value: text.value }
  }
  return undefined
}

const isUsable = ({ state, unresolved }: TextVersion): boolean => state !== 'needs_review' && unresolved !== true

/** Finds the fallback that has a text of a file as its translation, or had it: a pull may have written it. */
export async function findCopiedFallback(
  of: Fallbacks,
  { entryId, locale }: Pick<Unit, 'entryId' | 'locale'>,
  theirs: Message,
  read: Pick<Reader, 'translations' | 'revisions'>,
): Promise<string | undefined> {
  for (const other of fallbackChain(of, locale)) {
    const translation = await read.translations.by('unit', compoundKey(entryId, other))
    if (translation === undefined) continue
    if (translation.texts.some(({ value }) => canRepresent(theirs, value))) return other
    if (translation.rev <= translation.texts.length) continue
    if (await hadText(translation, theirs, read)) return other
  }
  return undefined
}
