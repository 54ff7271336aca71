import { sameMessage } from '../../l10n/message/message.ts'
import { exportedText } from '../../l10n/translation/export.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Settings } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { Translation } from './records.ts'
import { type Revision, recentRevisions } from './text-history.ts'

/** A translation before and after a write. */
export interface Change {
  readonly before: Translation
  readonly after: Translation
  /** The string of the main branch, if the write changed it: `was` is missing if it did not list the string. */
  readonly lines?: { readonly was: SourceLine | undefined; readonly is: SourceLine }
}

/** Returns the locales in which a pull delivers another text after some changes than before. */
export async function findChangedLocales(
  changes: readonly Change[],
  settings: Frozen<Settings>,
  read: Pick<Reader, 'revisions'>,
): Promise<ReadonlySet<string>> {
  const locales = new Set<string>()
  const pace = new Pacer()
  for (const change of changes) {
    if (pace.shouldYield) await pace.yieldNow()
    if (!locales.has(change.after.locale) && (await isNoticed(change, settings, read))) {
      locales.add(change.after.locale)
    }
  }
  return locales
}

/** Returns whether a pull of some branch delivers another text. A stale text changes with the text of its source. */
async function isNoticed(
  { before, after, lines }: Change,
  settings: Frozen<Settings>,
  read: Pick<Reader, 'revisions'>,
): Promise<boolean> {
  const deliver = (translation: Translation, line: SourceLine) =>
    exportedText(translation, line, settings.export, settings, () => revisionsUpTo(translation, read))
  const texts = [...before.texts, ...after.texts]
  const places = lines === undefined ? [...new Set(texts.map(({ src }) => src))].map(toPlace) : [lines]
  for (const { was, is } of places) {
    const [old, now] = await Promise.all([was === undefined ? undefined : deliver(before, was), deliver(after, is)])
    const isSame = old === undefined || now === undefined ? old === now : sameMessage(old.value, now.value)
    if (!isSame) return true
  }
  return false
}

const toPlace = (src: string) => ({ was: { src }, is: { src } })

/** The history of a translation, without what was written after it. */
async function* revisionsUpTo({ id, rev }: Translation, read: Pick<Reader, 'revisions'>): AsyncGenerator<Revision> {
  for await (const revision of recentRevisions(id, read)) if (revision.rev <= rev) yield revision
}
