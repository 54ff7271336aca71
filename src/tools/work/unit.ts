import type { EntryRecord, TextVersion, TranslationRecord } from '../../store/records/localization.ts'
import type { Frozen } from '../../store/store.ts'

export type Unit = Frozen<TranslationRecord>
export type Entry = Frozen<EntryRecord>
export type Text = Frozen<TextVersion>

/** An entry in a locale before it has any text. */
export function newUnit(id: string, entry: Entry, locale: string): Unit {
  return {
    id,
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
  }
}

/** The text that a branch with this source shows: the one made from it, else the newest, which is then stale. */
export function shownText(unit: Unit, src: string): { readonly text: Text | undefined; readonly stale: boolean } {
  const own = unit.texts.find(text => text.src === src)
  return { text: own ?? unit.texts[0], stale: own === undefined && unit.texts.length > 0 }
}

/** Writes into a unit what the main branch sees of it, which the indexes and counts are made from. */
export function mainView(unit: Unit, entry: Entry, at: string): Unit {
  const { text, stale } = shownText(unit, entry.src)
  return {
    ...unit,
    listed: entry.listed,
    state: text?.state ?? 'untranslated',
    stale: stale ? (unit.stale ?? { reason: 'source_changed', since: at }) : null,
    faulty: text !== undefined && hasError(unit, text),
  }
}

/** Whether a text carries an error that nobody chose to ignore. */
export const hasError = (unit: Unit, text: Text): boolean =>
  text.findings.some(({ id, level }) => level === 'error' && !unit.ignores.some(({ finding }) => finding === id))
