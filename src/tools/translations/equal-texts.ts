import type { CheckInput } from '../../l10n/checks/check.ts'
import { type Message, messageUnits, sameMessage } from '../../l10n/message/message.ts'
import { mainText } from '../../l10n/translation/shown-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import { currentValueKey, openSourceKey, sourceKey, valueKey } from '../../store/records/text-keys.ts'
import type { Reader } from '../../store/store.ts'
import type { Entry, Translation } from './records.ts'

/** A text for an entry, and the source that it translates. */
interface ComparedText {
  readonly entry: Entry
  readonly line: SourceLine
  readonly value: Frozen<Message>
}

/** What checks compare a text with: at most five of each. */
type EqualTexts = Pick<CheckInput, 'elsewhere' | 'twins'>

const MAX_GIVEN = 5
/** Records that are read to find them. */
const MAX_READ = 20
/** Longer strings repeat by design, and would make each check long. */
const MAX_UNITS = 1_000

/**
 * Finds the other translations of the same source string, with the same context, and the other source strings that have the same translation, in the main
 * branch. Most strings have none: their index counts say so.
 */
export async function findEqualTexts(
  { entry, line, value }: ComparedText,
  locale: string,
  read: Pick<Reader, 'entries' | 'translations'>,
): Promise<EqualTexts> {
  const source = getSource(entry, line.src)
  if (messageUnits(source) + messageUnits(value) > MAX_UNITS) return {}
  const [elsewhere, twins] = await Promise.all([
    findElsewhere(entry, source, locale, read),
    findTwins(entry, source, { locale, value }, read),
  ])
  return { ...(elsewhere.length > 0 && { elsewhere }), ...(twins.length > 0 && { twins }) }
}

/** Keys of equal sources, and of equal translations. */
export interface EqualKeys {
  readonly sources: Set<string>
  readonly values: Set<string>
}

/** A string and its translation in a locale, as the main branch has them. */
interface ListedText {
  readonly entry: Entry
  readonly translation: Translation
}

/**
 * Notes which equal texts of others a write concerns: translations of the same source, and equal translations, before and after. A text that only becomes
 * current again is noted, too, if it has findings: they may be about others that are gone. Call it after the write.
 */
export async function noteEqualTexts(
  before: ListedText,
  after: ListedText,
  { tx, equal }: { readonly tx: Pick<Reader, 'entries' | 'translations'>; readonly equal: EqualKeys },
): Promise<void> {
  if (messageUnits(before.entry.source) > MAX_UNITS && messageUnits(after.entry.source) > MAX_UNITS) return
  const source = openSourceKey(after.entry)
  const value = currentValueKey(after.translation)
  const known = currentValueKey(before.translation)
  const noteSource = async (key: string | undefined): Promise<void> => {
    if (key === undefined) return
    const others = (await tx.entries.count('source', key)) - (key === source ? 1 : 0)
    if (others > 0) equal.sources.add(key)
  }
  const noteValue = async (key: string | undefined): Promise<void> => {
    if (key === undefined) return
    const others = (await tx.translations.count('value', key)) - (key === value ? 1 : 0)
    if (others > 0) equal.values.add(key)
  }
  const sources = new Set([openSourceKey(before.entry), source])
  const values = new Set([known, value])
  await Promise.all([...[...sources].map(noteSource), ...[...values].map(noteValue)])
  const isBack = value !== undefined && value !== known && before.translation.rev === after.translation.rev
  if (isBack && (mainText(after.translation)?.findings.length ?? 0) > 0) equal.values.add(value)
}

async function findElsewhere(
  entry: Entry,
  source: Frozen<Message>,
  locale: string,
  { entries, translations }: Pick<Reader, 'entries' | 'translations'>,
): Promise<readonly Frozen<Message>[]> {
  const key = sourceKey({ project_id: entry.project_id, source })
  if ((await entries.count('source', key)) === 0) return []
  const found: Frozen<Message>[] = []
  for (const other of (await entries.page('source', key, { limit: MAX_READ })).items) {
    if (other.id === entry.id || other.context !== entry.context || !sameMessage(other.source, source)) continue
    const translation = await translations.by('unit', compoundKey(other.id, locale))
    const text = translation && mainText(translation)
    if (text?.src === other.src) addNew(found, text.value)
    if (found.length === MAX_GIVEN) break
  }
  return found
}

async function findTwins(
  entry: Entry,
  source: Frozen<Message>,
  { locale, value }: { readonly locale: string; readonly value: Frozen<Message> },
  { entries, translations }: Pick<Reader, 'entries' | 'translations'>,
): Promise<readonly Frozen<Message>[]> {
  const key = valueKey(entry.project_id, locale, value)
  if ((await translations.count('value', key)) === 0) return []
  const found: Frozen<Message>[] = []
  for (const other of (await translations.page('value', key, { limit: MAX_READ })).items) {
    const text = mainText(other)
    if (other.entry_id === entry.id || text === undefined || !sameMessage(text.value, value)) continue
    const twin = await entries.get(other.entry_id)
    if (twin !== undefined && !sameMessage(twin.source, source)) addNew(found, twin.source)
    if (found.length === MAX_GIVEN) break
  }
  return found
}

function addNew(found: Frozen<Message>[], message: Frozen<Message>): void {
  if (!found.some(known => sameMessage(known, message))) found.push(message)
}
