import { dependentLocales } from '../../l10n/locales/fallback-chain.ts'
import { sameMessage } from '../../l10n/message/message.ts'
import { withLetThrough } from '../../l10n/translation/let-through.ts'
import { findOwnRequest } from '../../l10n/translation/request.ts'
import type { Withdrawn } from '../../l10n/translation/revert.ts'
import { mainText } from '../../l10n/translation/shown-text.ts'
import { withoutEqualSuggestions } from '../../l10n/translation/suggestions/decided.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { RevisionRecord } from '../../store/records/localization.ts'
import { requestSize, textSize } from '../../store/records/sizes.ts'
import { openSourceKey } from '../../store/records/text-keys.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import { loadVoiceStamp } from '../voice/stamps.ts'
import type { Batch } from './batch.ts'
import { noteEqualTexts } from './equal-texts.ts'
import { findFallbackText } from './fallback-text.ts'
import type { Entry, TextVersion, Translation } from './records.ts'
import { tallyWords } from './words-by-day.ts'

/**
 * Writes a changed translation, and a revision where its text is new or was withdrawn. A new or approved text gets the stamp of the present voice,
 * and ends the suggestions of the same text.
 */
export async function recordTranslation(
  before: Translation,
  changed: Translation,
  batch: Batch,
  withdrawn?: Withdrawn,
): Promise<void> {
  if (changed === before) return
  const after =
    changed.rev === before.rev
      ? changed
      : withLetThrough(
          before,
          withoutEqualSuggestions(await withVoiceStamp(changed, batch, withdrawn), batch),
          withdrawn,
        )
  const { tx } = batch
  batch.locales.add(after.locale)
  batch.changes.push({ before, after })
  if ((await tx.translations.get(after.id)) === undefined) await tx.translations.insert(after)
  else await tx.translations.put(after)
  if (after.rev === before.rev) return
  const entry = await tx.entries.get(after.entry_id)
  if (entry !== undefined) {
    await noteEqualTexts({ entry, translation: before }, { entry, translation: after }, batch)
    await noteDependentTexts(entry, before, after, batch)
  }
  const newest = after.texts.find(text => text.rev === after.rev)
  const restores = withdrawn?.restores
  if (newest !== undefined && isNewText(before, newest))
    batch.written[before.texts.length === 0 ? 'new' : 'replaced'] += 1
  if (newest !== undefined && restores === undefined && isNewText(before, newest)) {
    tallyWords(batch.words, newest.origin.kind, after.words)
  }
  if (newest !== undefined) await appendRevision(after, { ...newest, restores }, batch)
  else if (withdrawn !== undefined) {
    await appendRevision(after, { ...withdrawn, value: '', state: 'untranslated', rev: after.rev }, batch)
  }
}

/** Whether a text differs from the one before it. An approval repeats it. */
function isNewText(before: Translation, { src, value }: TextVersion): boolean {
  const earlier = before.texts.find(text => text.src === src)
  return earlier === undefined || !sameMessage(earlier.value, value)
}

/** A restored text keeps its stamp. */
async function withVoiceStamp(
  translation: Translation,
  batch: Batch,
  withdrawn: Withdrawn | undefined,
): Promise<Translation> {
  const { locale, rev, texts } = translation
  const isNew = (text: TextVersion): boolean =>
    text.rev === rev &&
    withdrawn?.restores === undefined &&
    (text.voice === undefined || (batch.kind === 'review' && text.state === 'approved'))
  if (!texts.some(isNew)) return translation
  const voice = await loadVoiceStamp(locale, batch)
  return { ...translation, texts: texts.map(text => (isNew(text) ? { ...text, voice } : text)) }
}

type Revision = Pick<RevisionRecord, 'src' | 'state' | 'rev'> & {
  readonly value: TextVersion['value']
  readonly note?: string | undefined
  readonly origin: TextVersion['origin']
  readonly restores?: string | undefined
  readonly voice?: string | undefined
  readonly unresolved?: true | undefined
}

async function appendRevision(translation: Translation, revision: Revision, batch: Batch): Promise<void> {
  const { src, note, value, state, rev, origin, restores, voice, unresolved } = revision
  const request = findOwnRequest(translation, src)
  batch.appended.bytes += textSize(value) + requestSize(request)
  await batch.tx.revisions.append({
    id: batch.newId(),
    project_id: translation.project_id,
    entry_id: translation.entry_id,
    locale: translation.locale,
    translation_id: translation.id,
    rev,
    src,
    ...(note !== undefined && { note }),
    value,
    state,
    ...(restores !== undefined && { restores }),
    origin,
    ...omitUndefined({ voice, unresolved, request }),
    batch_id: batch.id,
    at: batch.at,
  })
}

/**
 * Notes a string to be checked again if a write changes whether a translation equals that of its fallback: of a locale that falls back to the written one, or
 * of the written one with findings.
 */
async function noteDependentTexts(
  entry: Entry,
  before: Translation,
  after: Translation,
  { project, tx, equal }: Pick<Batch, 'project' | 'tx' | 'equal'>,
): Promise<void> {
  const key = openSourceKey(entry)
  if (key === undefined) return
  const written = [before, after].flatMap(one => mainText(one) ?? [])
  for (const locale of dependentLocales(project, after.locale)) {
    const other = await tx.translations.by('unit', compoundKey(entry.id, locale))
    const text = other && mainText(other)
    if (text !== undefined && written.some(({ value }) => sameMessage(value, text.value))) equal.sources.add(key)
  }
  const own = mainText(after)
  if (own === undefined || own.findings.length === 0) return
  const fallback = await findFallbackText(project, { entryId: entry.id, src: own.src, locale: after.locale }, tx)
  if (fallback !== undefined && sameMessage(fallback.value, own.value)) equal.sources.add(key)
}
