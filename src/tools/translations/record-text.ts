import type { Withdrawn } from '../../l10n/translation/revert.ts'
import type { RevisionRecord } from '../../store/records/localization.ts'
import { requestSize, textSize } from '../../store/records/sizes.ts'
import type { Batch } from './batch.ts'
import type { TextVersion, Translation } from './records.ts'

/** Writes a changed translation, and a revision where its text is new or was withdrawn. */
export async function recordTranslation(
  before: Translation,
  after: Translation,
  batch: Batch,
  withdrawn?: Withdrawn,
): Promise<void> {
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
  readonly value: TextVersion['value']
  readonly note?: string | undefined
  readonly origin: TextVersion['origin']
  readonly restores?: string | undefined
}

async function appendRevision(translation: Translation, revision: Revision, batch: Batch): Promise<void> {
  const { src, note, value, state, rev, origin, restores } = revision
  const { request } = translation
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
    ...(request !== undefined && { request }),
    batch_id: batch.id,
    at: batch.at,
  })
}
