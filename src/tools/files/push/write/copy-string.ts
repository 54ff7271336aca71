import { sameMessage } from '../../../../l10n/message/message.ts'
import { withNewest } from '../../../../l10n/translation/change.ts'
import { hadSource } from '../../../../l10n/translation/line.ts'
import { findRefusalForAnySource } from '../../../../l10n/translation/refusals.ts'
import { listRequests } from '../../../../l10n/translation/request.ts'
import { isEarlierText } from '../../../../l10n/translation/shown-text.ts'
import { newTranslation, withMainView } from '../../../../l10n/translation/state.ts'
import type { SourceLine } from '../../../../l10n/translation/translation.ts'
import type { Batch } from '../../../translations/batch.ts'
import { recordTranslation } from '../../../translations/record-text.ts'
import type { Entry, TextVersion, Translation } from '../../../translations/records.ts'

/**
 * Copies what belongs to a string to another one with the same source: texts of its line in all locales, with their states and writers, requests, suggestions,
 * locks, comments and the note that was added here, and what pulls deliver behind a text that waits. A text that the other string already has for the same source stays.
 */
export async function copyString(from: Entry, to: Entry, line: SourceLine, batch: Batch): Promise<void> {
  const { tx, newId } = batch
  for (const source of await tx.translations.list('entry', from.id)) {
    const stored = await tx.translations.get(`${to.id}.${source.locale}`)
    const wanted = source.texts.filter(text => text.src === line.src || isEarlierText(line, text)).toReversed()
    let translation: Translation = stored ?? newTranslation(to, source.locale)
    for (const text of wanted) {
      if (translation.texts.some(({ src }) => src === text.src)) continue
      translation = await write(translation, to, text, batch)
    }
    const { request, other_requests } = source
    // The history of the copy lacks what a pull delivers behind a text that waits.
    const behind = (source.let_through ?? []).filter(({ src }) => hadSource(line, src)).map(one => ({ ...one, rev: 0 }))
    const letThrough = [...(translation.let_through ?? []), ...behind]
    const ofLine = source.suggestions.filter(({ src }) => hadSource(line, src))
    const suggestions = ofLine.map(one => ({ ...one, id: newId() }))
    const extras = {
      ...(translation.request === undefined && request !== undefined && { request }),
      ...(translation.other_requests === undefined && other_requests !== undefined && { other_requests }),
      ...(translation.suggestions.length === 0 && { suggestions }),
      ...(letThrough.length > 0 && { let_through: letThrough }),
      locked: translation.locked || source.locked,
    }
    const isPlain =
      request === undefined &&
      other_requests === undefined &&
      suggestions.length + behind.length === 0 &&
      !source.locked
    if (!isPlain) await recordTranslation(translation, withMainView({ ...translation, ...extras }, to, batch.at), batch)
  }
  for (const comment of await tx.comments.list('entry', from.id)) {
    await tx.comments.insert({ ...comment, id: newId(), entry_id: to.id })
  }
  if (from.added_note !== undefined && to.added_note === undefined) {
    const now = (await tx.entries.get(to.id)) ?? to
    await tx.entries.put({ ...now, added_note: from.added_note })
  }
}

/**
 * Gives a string the texts that another one, which had its place or its source, has for its source: those that it lacks and, unless `onlyMissing`, newer ones in no worse
 * state.
 */
export async function adoptTexts(
  twin: Entry,
  entry: Entry,
  src: string,
  batch: Batch,
  onlyMissing = false,
): Promise<void> {
  for (const { locale, texts } of await batch.tx.translations.list('entry', twin.id)) {
    const theirs = texts.find(text => text.src === src)
    if (theirs === undefined) continue
    const stored = (await batch.tx.translations.get(`${entry.id}.${locale}`)) ?? newTranslation(entry, locale)
    const ours = stored.texts.find(text => text.src === src)
    const isRefused = listRequests(stored).some(one => findRefusalForAnySource(one, theirs.value) !== undefined)
    if (!isRefused && (ours === undefined || (!onlyMissing && isBetter(theirs, ours))))
      await write(stored, entry, theirs, batch)
  }
}

async function write(
  before: Translation,
  entry: Entry,
  { rev: _rev, at: _at, ...text }: TextVersion,
  batch: Batch,
): Promise<Translation> {
  const after = withNewest(before, entry, text, batch.at)
  await recordTranslation(before, after, batch)
  return after
}

const RANKS: Readonly<Record<TextVersion['state'], number>> = { needs_review: 0, translated: 1, approved: 2 }

const isBetter = (theirs: TextVersion, ours: TextVersion): boolean =>
  theirs.at > ours.at &&
  (sameMessage(theirs.value, ours.value)
    ? RANKS[theirs.state] > RANKS[ours.state]
    : RANKS[theirs.state] >= RANKS[ours.state])
