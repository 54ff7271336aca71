import type { TargetEntry } from '../../../l10n/formats/format.ts'
import { sameMessage } from '../../../l10n/message/message.ts'
import type { IncomingText } from '../../../l10n/translation/merge.ts'
import { findRefusalForAnySource } from '../../../l10n/translation/refusals.ts'
import { listRequests } from '../../../l10n/translation/request.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { Pacer } from '../../../scheduling/pacer.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Origin } from '../../../store/records/localization.ts'
import type { Reader } from '../../../store/store.ts'
import type { Project, TextVersion } from '../../translations/records.ts'
import { recentRevisions } from '../../translations/text-history.ts'
import type { MergedText } from './apply-text.ts'
import type { ImportFile } from './import-file.ts'

interface Importer {
  readonly project: Pick<Project, 'settings'>
  readonly origin: Origin
}

/** A text of a file as its importer may say it: what the file calls approved is finished, where its importer may not approve. */
export function toFileText({ value, state }: TargetEntry, { project, origin }: Importer): IncomingText['theirs'] {
  const { four_eyes, approve } = project.settings
  // An approval of one's own text is none under `four_eyes`.
  const mayApprove = !four_eyes && (origin.kind === 'human' || approve === 'anyone')
  return { value, ...(state !== undefined && (state !== 'approved' || mayApprove) && { state }) }
}

/**
 * Decides about a text that waits for a reviewer and is finished in the file of somebody who may decide. A text that a reviewer refused or sent back still waits.
 */
export async function decideWaiting(
  one: MergedText,
  importer: Importer & { readonly read: Pick<Reader, 'revisions'> },
): Promise<MergedText> {
  const { merged, translation, line, theirs } = one
  const { text, stale } = shownText(translation, line)
  if (merged.kind !== 'unchanged' || text === undefined || stale || translation.locked) return one
  if (theirs.ofSource === 'other') return one
  const { state = 'translated' } = toFileText(theirs, importer)
  if (!isOfAgent(text) || !sameMessage(text.value, theirs.value) || state === 'needs_review') return one
  if (listRequests(translation).some(request => findRefusalForAnySource(request, text.value) !== undefined)) return one
  for await (const before of recentRevisions(translation.id, importer.read)) {
    const isSame = before.src === text.src && sameMessage(before.value, text.value)
    if (isSame && before.state !== 'needs_review') return one
  }
  return { ...one, merged: { kind: 'restated', state, origin: text.origin } }
}

/** Whether a text waits for a reviewer because of who wrote it or brought it. What an engine wrote with errors waits for an approval in any case. */
const isOfAgent = ({ state, undecided, unresolved, origin: { kind } }: TextVersion): boolean =>
  state === 'needs_review' && unresolved !== true && (undecided === true || (kind !== 'human' && kind !== 'import'))

/**
 * Returns the time since which a pull writes a translation that the file lacks, so that the file was not pulled later; ISO 8601. The earliest for several.
 * Undefined if the file has all of them, under their former keys at least.
 */
export async function findLackedSince(
  { place: { locale, source }, entries }: ImportFile,
  { settings }: Project,
  read: Pick<Reader, 'translations' | 'entries'>,
): Promise<string | undefined> {
  // The time of an approval is not the time of the text.
  if (settings.export === 'approved') return undefined
  const keys = new Set(entries.map(({ key }) => key))
  const pace = new Pacer()
  let since: string | undefined
  for (const { key, entry_id, ...line } of source.branchFile.items) {
    if (pace.shouldYield) await pace.yieldNow()
    const translation = keys.has(key) ? undefined : await read.translations.by('unit', compoundKey(entry_id, locale))
    if (translation === undefined || translation.request !== undefined) continue
    const { text } = shownText(translation, line)
    if (text?.state !== 'translated' || (since !== undefined && since <= text.at)) continue
    const formerKeys = (await read.entries.get(entry_id))?.other_keys ?? []
    if (!formerKeys.some(former => keys.has(former))) since = text.at
  }
  return since
}
