import type { Message } from '../../../l10n/message/message.ts'
import { exportedLine, findHoldingRequest } from '../../../l10n/translation/export.ts'
import { canRepresent } from '../../../l10n/translation/merge.ts'
import { findRefusalForAnySource } from '../../../l10n/translation/refusals.ts'
import { listRequests } from '../../../l10n/translation/request.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { findConflict } from '../../../l10n/translation/suggestions/conflict.ts'
import type { SourceLine } from '../../../l10n/translation/translation.ts'
import type { Frozen } from '../../../store/frozen.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Settings } from '../../../store/records/localization.ts'
import type { Reader } from '../../../store/store.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { BranchView } from '../../translations/branch-view.ts'
import type { Project, Translation } from '../../translations/records.ts'
import { findExportedText, recentRevisions } from '../../translations/text-history.ts'
import { findImportedFile, type PulledPlace } from './target-files.ts'

/** Returns whether a text of a file is the one that its string shows, or one before it for the same source that nobody withdrew. */
export async function isOwnText(
  value: Message,
  translation: Translation,
  line: SourceLine,
  read: Pick<Reader, 'revisions'>,
): Promise<boolean> {
  const { text, stale } = shownText(translation, line)
  if (text === undefined) return false
  if (canRepresent(value, text.value)) return true
  if (stale) return false
  let restored: string | undefined
  for await (const revision of recentRevisions(translation.id, read)) {
    // The revisions between a restored text and its original were withdrawn.
    if (revision.src !== text.src || (restored ?? revision.id) !== revision.id) continue
    restored = revision.restores
    if (revision.state === 'untranslated') return false
    if (canRepresent(value, revision.value)) return true
  }
  return false
}

/**
 * Finds the texts of a file that a pull does not deliver, because nobody decided on them yet: open conflicts of the imported file, and shown texts that the
 * policy does not let through. A text of another string is never one, and neither is one of a source that the policy does not export.
 * @returns their keys
 */
export async function findPendingKeys(
  texts: ReadonlyMap<string, Message>,
  place: PulledPlace,
  { read, computed }: ReadDeps,
): Promise<readonly string[]> {
  const { project, branch, source, locale } = place
  const pace = computed.pace()
  const view = new BranchView(project, branch, { read, computed })
  const base = await findImportedFile(place, read)
  const held: string[] = []
  for (const { key, entry_id, ...line } of source.branchFile.items) {
    if (pace.shouldYield) await pace.yieldNow()
    const text = texts.get(key)
    if (text === undefined) continue
    const stored = await read.translations.by('unit', compoundKey(entry_id, locale))
    if (stored === undefined) continue
    const translation = await view.recall(stored, line)
    const isHeld =
      (base !== undefined && isConflict(text, translation, line, base.branch)) ||
      (await isPending(text, translation, line, project, read))
    if (isHeld) held.push(key)
  }
  return held
}

function isConflict(text: Message, translation: Translation, line: SourceLine, branch: string): boolean {
  const conflict = findConflict(translation, line, branch)
  return conflict !== undefined && canRepresent(text, conflict.value)
}

/** Whether a text waits for a decision before a pull exports it: it is the shown one, or one before it if none is exported. A reviewer who refused it has decided. */
async function isPending(
  text: Message,
  translation: Translation,
  line: SourceLine,
  { settings }: Project,
  read: Reader,
): Promise<boolean> {
  const allowed = exportedLine(line, settings.export, settings)
  const { text: shown } = shownText(translation, allowed)
  if (shown === undefined || !(await isOwnText(text, translation, allowed, read))) return false
  if (isRefused(text, translation, settings)) return false
  if (findHoldingRequest(translation, line, settings.export, settings) !== undefined) return false
  const exported = await findExportedText(translation, line, settings.export, settings, read)
  if (exported === undefined) return true
  return canRepresent(text, shown.value) && !canRepresent(text, exported.value)
}

/** Whether a reviewer refused a text, also if a newer one answered that. */
const isRefused = (text: Message, translation: Translation, { changes_requested }: Frozen<Settings>): boolean =>
  changes_requested !== 'current' &&
  listRequests(translation).some(request => findRefusalForAnySource(request, text) !== undefined)
