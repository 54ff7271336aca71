import { noteHash } from '../../l10n/translation/source-hash.ts'
import type { Frozen } from '../../store/frozen.ts'
import {
  type EntryRecord,
  isOpenEntry,
  type TextVersion,
  type TranslationRecord,
} from '../../store/records/localization.ts'
export type Unit = Frozen<TranslationRecord>
export type Entry = Frozen<EntryRecord>
export type Text = Frozen<TextVersion>

/** An entry in a locale before anybody did anything to it. */
export function newUnit(entry: Entry, locale: string): Unit {
  return {
    id: `${entry.id}.${locale}`,
    project_id: entry.project_id,
    file_id: entry.file_id,
    entry_id: entry.id,
    locale,
    state: 'untranslated',
    stale: null,
    faulty: false,
    locked: false,
    rev: 0,
    texts: [],
    suggestions: [],
    ignores: [],
    order: entry.order,
    listed: entry.listed,
    open: isOpenEntry(entry),
    work: isOpenEntry(entry),
    words: entry.words,
  }
}

/** The text that a branch with this source shows: the one made from it, else the newest, which is then stale. */
export function shownText(unit: Unit, src: string): { readonly text: Text | undefined; readonly stale: boolean } {
  const own = unit.texts.find(text => text.src === src)
  return { text: own ?? unit.texts[0], stale: own === undefined && unit.texts.length > 0 }
}

/** Why the text that a branch with this source shows is stale; undefined when it is not. A source counts before a note. */
export function staleReason(
  unit: Unit,
  entry: Pick<Entry, 'description'>,
  src: string,
): 'source_changed' | 'note_changed' | undefined {
  const { text, stale } = shownText(unit, src)
  if (text === undefined) return undefined
  if (stale) return 'source_changed'
  return text.note === noteHash(entry.description) ? undefined : 'note_changed'
}

/**
 * Whether a branch with this source waits for a text that an agent may write: one that is missing, stale, or that its own file does not stand by. A locked
 * one waits for a person, and so does one that is protected and whose note alone changed.
 */
export function needsWork(unit: Unit, entry: Entry, src: string): boolean {
  if (unit.locked || entry.do_not_translate) return false
  const { text } = shownText(unit, src)
  if (text === undefined) return true
  if (isUnreviewedImport(text)) return true
  const reason = staleReason(unit, entry, src)
  return reason === 'source_changed' || (reason === 'note_changed' && !isProtected(unit, text))
}

/** How many texts a unit carries, each made from another source: its size does not grow with its past. */
const MAX_TEXTS = 5

/** Writes into a unit what the main branch sees of it, which the indexes and counts are made from. */
export function withMainView(whole: Unit, entry: Entry, at: string): Unit {
  const unit = limitTexts(whole, entry)
  const { text } = shownText(unit, entry.src)
  const reason = staleReason(unit, entry, entry.src)
  const since = unit.stale?.reason === reason ? unit.stale?.since : undefined
  return {
    ...unit,
    listed: entry.listed,
    open: isOpenEntry(entry),
    state: text?.state ?? 'untranslated',
    stale: reason === undefined ? null : { reason, since: since ?? at },
    faulty: text !== undefined && hasError(unit, text),
    work: entry.listed && needsWork(unit, entry, entry.src),
    words: entry.words,
  }
}

/** The unit with its newest texts, with the one that the main branch shows, and with the one that was just written. */
function limitTexts(unit: Unit, { src }: Pick<Entry, 'src'>): Unit {
  if (unit.texts.length <= MAX_TEXTS) return unit
  const isKept = (text: Text): boolean => text.src === src || text.rev === unit.rev
  let room = MAX_TEXTS - unit.texts.filter(isKept).length
  const texts = unit.texts.filter(text => isKept(text) || room-- > 0)
  return { ...unit, texts, older: true }
}

/**
 * What a person wrote or approved, and what was imported, is not replaced by a program while its source is unchanged and it has no error. An imported text
 * that waits for a review, such as a fuzzy one of gettext, is what its own file does not stand by.
 */
export function isProtected(unit: Unit, { state, origin, findings }: Text): boolean {
  const isImported = origin.kind === 'import' && !isUnreviewedImport({ state, origin })
  const byPeople = state === 'approved' || origin.kind === 'human' || isImported
  return byPeople && !hasError(unit, { findings })
}

/** Whether an imported text waits for a review: fuzzy in gettext, or sent back by a reviewer. */
export const isUnreviewedImport = ({ state, origin }: Pick<Text, 'state' | 'origin'>): boolean =>
  origin.kind === 'import' && state === 'needs_review'

/** Whether a text carries an error that nobody chose to ignore. */
export const hasError = (unit: Unit, text: Pick<Text, 'findings'>): boolean =>
  text.findings.some(({ id, level }) => level === 'error' && !unit.ignores.some(({ finding }) => finding === id))
