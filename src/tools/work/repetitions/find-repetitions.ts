import { createHash } from 'node:crypto'
import { type Message, sameMessage } from '../../../l10n/message/message.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { isOpenEntry } from '../../../l10n/translation/state.ts'
import type { SourceLine } from '../../../l10n/translation/translation.ts'
import { sourceKey } from '../../../store/records/text-keys.ts'
import type { Reader } from '../../../store/store.ts'
import { getTranslation } from '../../translations/branch-view.ts'
import type { Entry, Translation } from '../../translations/records.ts'

/** Maximum strings that one translation is applied to, besides its own. */
const MAX_REPETITIONS = 200

/** A string with the same source as another one, and its translation in a locale. */
export interface Repetition {
  readonly entry: Entry
  readonly translation: Translation
}

/** The other strings of a group in one locale. */
export interface LocaleRepetitions {
  /** Those without a translation. */
  readonly open: readonly Repetition[]
  /** Those with a translation of the same source. */
  readonly translated: readonly Repetition[]
}

/** Finds the other strings of the main branch that one translation fits. At most 200; see `findGroup`. */
export async function findRepetitions(entry: Entry, line: SourceLine, read: Reader): Promise<readonly Entry[]> {
  if (entry.src !== line.src) return []
  return (await findGroup(entry, read)).filter(({ id }) => id !== entry.id)
}

/**
 * Finds the strings of the main branch with the same source, context, notes, syntax and tags as one of them, which is among them. Most strings have none, and
 * the count of their index says so.
 */
export async function findGroup(entry: Entry, read: Reader): Promise<readonly Entry[]> {
  const key = sourceKey(entry)
  if ((await read.entries.count('source', key)) < 2) return [entry]
  const page = await read.entries.page('source', key, { limit: MAX_REPETITIONS + 1 })
  const found = page.items.filter(other => isOpenEntry(other) && isSameTask(entry, other))
  return found.some(({ id }) => id === entry.id) ? found : [entry, ...found]
}

/** The same for all strings of a group, and hardly for others. */
export const toGroupKey = ({ src, description = '', added_note, syntax, tags }: Entry): string =>
  JSON.stringify([src, description, added_note?.text, syntax, tags])

const isSameTask = (one: Entry, other: Entry): boolean =>
  one.src === other.src &&
  one.description === other.description &&
  one.added_note?.text === other.added_note?.text &&
  one.syntax === other.syntax &&
  one.tags.join(' ') === other.tags.join(' ') &&
  sameMessage(one.source, other.source)

/** Sorts repetitions by whether they have a translation in a locale. Locked and stale ones are left out. */
export async function sortRepetitions(
  entries: readonly Entry[],
  locale: string,
  read: Reader,
): Promise<LocaleRepetitions> {
  const open: Repetition[] = []
  const translated: Repetition[] = []
  const translations = await Promise.all(entries.map(entry => getTranslation(entry, locale, read)))
  for (const [at, entry] of entries.entries()) {
    const translation = translations[at]
    if (translation === undefined) continue
    const { text, stale } = shownText(translation, entry)
    if (translation.locked || stale) continue
    if (text === undefined) open.push({ entry, translation })
    else translated.push({ entry, translation })
  }
  return { open, translated }
}

/** The state of translated repetitions: a hash that changes with each of their texts. */
export function hashRevisions(repetitions: readonly Repetition[]): string {
  const revisions = repetitions.map(({ translation: { id, rev } }) => `${id} ${rev}`)
  return createHash('sha256').update(revisions.sort().join('\n')).digest('hex').slice(0, 12)
}

/** The different texts of translated repetitions, most frequent first. */
export function listVariants(
  repetitions: readonly Repetition[],
): readonly { readonly text: Message; readonly count: number }[] {
  const found: { readonly text: Message; count: number }[] = []
  for (const { entry, translation } of repetitions) {
    const { text } = shownText(translation, entry)
    if (text === undefined) continue
    const known = found.find(variant => sameMessage(variant.text, text.value))
    if (known === undefined) found.push({ text: text.value, count: 1 })
    else known.count += 1
  }
  return found.sort((a, b) => b.count - a.count)
}
