import { type Message, sameMessage } from '../../l10n/message/message.ts'
import { noteHash } from '../../l10n/translation/source-hash.ts'
import type { RevisionRecord } from '../../store/records/localization.ts'
import { textSize } from '../../store/records/sizes.ts'
import type { Batch } from './batch.ts'
import { isSameWriter } from './origin.ts'
import { type Entry, type Text, type Unit, withMainView } from './unit.ts'

/** The newest are kept, one of each writer for a source: whoever reviews reads no more. */
const MAX_SUGGESTIONS = 20

/** The unit with a new newest text, which takes the place of the one made from the same source. */
export function withText(unit: Unit, entry: Entry, text: Omit<Text, 'rev' | 'at' | 'note'>, at: string): Unit {
  const note = noteHash(entry.description)
  return withNewest(unit, entry, { ...text, ...(note !== undefined && { note }) }, at)
}

/** As `withText`, for a text that keeps the context note it was written with. */
export function withNewest(unit: Unit, entry: Entry, text: Omit<Text, 'rev' | 'at'>, at: string): Unit {
  const rev = unit.rev + 1
  const others = unit.texts.filter(other => other.src !== text.src)
  return withMainView({ ...unit, rev, texts: [{ ...text, rev, at }, ...others] }, entry, at)
}

/** The unit with a text that came back, at the place of the one made from its source: what older sources had shows no more than before. */
export function withRestored(unit: Unit, entry: Entry, text: Omit<Text, 'rev' | 'at'>, at: string): Unit {
  const place = unit.texts.findIndex(other => other.src === text.src)
  if (place < 0 && text.src === entry.src) return withNewest(unit, entry, text, at)
  const rev = unit.rev + 1
  const texts = unit.texts.filter(other => other.src !== text.src)
  texts.splice(place < 0 ? texts.length : place, 0, { ...text, rev, at })
  return withMainView({ ...unit, rev, texts }, entry, at)
}

/** The unit with a suggestion for a person to look at; the same one when it is there already. */
export function withSuggestion(
  unit: Unit,
  suggestion: Pick<Unit['suggestions'][number], 'value' | 'src' | 'origin'>,
  { id, at, newId }: Pick<Batch, 'at' | 'id' | 'newId'>,
): Unit {
  const { src, origin, value } = suggestion
  if (isSuggested(unit, src, value)) return unit
  const others = unit.suggestions.filter(other => !(other.src === src && isSameWriter(other.origin, origin)))
  const made = { id: newId(), value, src, origin, batch_id: id, at }
  return { ...unit, suggestions: [...others, made].slice(-MAX_SUGGESTIONS) }
}

/** Which source's text was withdrawn, by whom, and the revision that came back, if any. */
export type Withdrawn = Pick<Text, 'src' | 'origin'> & { readonly restores?: string }

/** Writes a unit that changed, and the revision of its newest text, if that is new, or of what was withdrawn. */
export async function recordUnit(before: Unit, after: Unit, batch: Batch, withdrawn?: Withdrawn): Promise<void> {
  if (after === before) return
  const { tx } = batch
  if ((await tx.translations.get(after.id)) === undefined) await tx.translations.insert(after)
  else await tx.translations.put(after)
  if (after.rev === before.rev) return
  const newest = after.texts.find(text => text.rev === after.rev)
  const restores = withdrawn?.restores
  if (newest !== undefined) await appendRevision(after, { ...newest, restores }, batch)
  else if (withdrawn !== undefined) {
    await appendRevision(after, { ...withdrawn, value: '', state: 'untranslated', rev: after.rev }, batch)
  }
}

type Revision = Pick<RevisionRecord, 'src' | 'state' | 'rev'> & {
  readonly value: Text['value']
  readonly note?: string | undefined
  readonly origin: Text['origin']
  readonly restores?: string | undefined
}

async function appendRevision(unit: Unit, revision: Revision, batch: Batch): Promise<void> {
  const { src, note, value, state, rev, origin, restores } = revision
  batch.appended.bytes += textSize(value)
  await batch.tx.revisions.append({
    id: batch.newId(),
    project_id: unit.project_id,
    entry_id: unit.entry_id,
    locale: unit.locale,
    translation_id: unit.id,
    rev,
    src,
    ...(note !== undefined && { note }),
    value,
    state,
    ...(restores !== undefined && { restores }),
    origin,
    batch_id: batch.id,
    at: batch.at,
  })
}

const isSuggested = (unit: Unit, src: string, value: Text['value'] | Message): boolean =>
  unit.suggestions.some(suggestion => suggestion.src === src && sameMessage(suggestion.value, value))
