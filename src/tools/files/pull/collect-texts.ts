import { compareShape } from '../../../l10n/checks/compare-shape.ts'
import type { WrittenState } from '../../../l10n/formats/format.ts'
import { formatById } from '../../../l10n/formats/registry.ts'
import { type Message, sameMessage, toMessageId } from '../../../l10n/message/message.ts'
import {
  type ExportedText,
  findHoldingRequest,
  findUnfinishedText,
  type Include,
  isStaleOmitted,
} from '../../../l10n/translation/export.ts'
import { isUnreviewedImport } from '../../../l10n/translation/protection.ts'
import { listRequests } from '../../../l10n/translation/request.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { getSource } from '../../../l10n/translation/sources.ts'
import { findConflict } from '../../../l10n/translation/suggestions/conflict.ts'
import type { ReviewRequest, SourceLine } from '../../../l10n/translation/translation.ts'
import type { Pacer } from '../../../scheduling/pacer.ts'
import { readAhead } from '../../../scheduling/read-ahead.ts'
import type { Frozen } from '../../../store/frozen.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { ProjectRecord } from '../../../store/records/localization.ts'
import type { Reader } from '../../../store/store.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import type { BranchFile } from '../../projects/branches.ts'
import { BranchView } from '../../translations/branch-view.ts'
import type { Translation } from '../../translations/records.ts'
import { findExportedText, recentRevisions } from '../../translations/text-history.ts'
import type { HeldConflict } from './held-texts.ts'
import type { StaleText } from './source-history.ts'
import { deliversDecided } from './target-files.ts'

/** What a target file is made for. */
interface Wanted {
  readonly project: Frozen<ProjectRecord>
  readonly branch: string
  readonly source: BranchFile
  readonly locale: string
  readonly include: Include
  /** The branch whose imported file has the conflicts. */
  readonly conflictsOn: string | undefined
  /** The texts of the caller's file, if only conflicts with one of them count: others are of another file. */
  readonly ownTexts: ReadonlyMap<string, Message> | undefined
  /** Whether the caller has the imported file. */
  readonly isOwner: boolean
  readonly pace: Pacer
}

/** What a project delivers for the strings of a file. */
export interface CollectedTexts {
  readonly values: Map<string, Message>
  readonly states: Map<string, WrittenState>
  /** Keys whose text an imported file marked as unfinished, and the written one does, too. */
  readonly unfinished: Set<string>
  /** Keys whose text the imported file loses. */
  readonly withdrawn: Set<string>
  /** Keys whose newest text an approval would export. */
  readonly unapproved: ReadonlySet<string>
  /** Keys without a text, and the requests that refuse some. */
  readonly refusing: Map<string, readonly ReviewRequest[]>
  readonly conflicts: readonly HeldConflict[]
  readonly staleTexts: readonly StaleText[]
  /** The translations of keys without a text to deliver. */
  readonly others: ReadonlyMap<string, { readonly translation: Translation; readonly line: SourceLine }>
  /** When they changed, ISO 8601. */
  readonly changes: string[]
  readonly omitted: number
  readonly held: number
  readonly inReview: number
}

/** Collects the texts that a project delivers for the strings of a file, by key. */
export async function collectTexts(wanted: Wanted, { read, computed }: ReadDeps): Promise<CollectedTexts> {
  const findMarked = createMarkedFinder(wanted)
  const { project, branch, source, locale, include, conflictsOn, ownTexts, isOwner, pace } = wanted
  const { settings } = project
  const { items } = source.held
  const hasMark = formatById(source.file.format).unfinishedMark !== undefined
  const values = new Map<string, Message>()
  const states = new Map<string, WrittenState>()
  const unfinished = new Set<string>()
  const withdrawn = new Set<string>()
  const unapproved = new Set<string>()
  const refusing = new Map<string, readonly ReviewRequest[]>()
  const others = new Map<string, { readonly translation: Translation; readonly line: SourceLine }>()
  const conflicts: HeldConflict[] = []
  const staleTexts: StaleText[] = []
  const changes: string[] = []
  let [omitted, held, inReview] = [0, 0, 0]
  const view = new BranchView(project, branch, { read, computed })
  const find = ({ entry_id }: { readonly entry_id: string }) =>
    read.translations.by('unit', compoundKey(entry_id, locale))
  for await (const [{ key: name, entry_id, ...line }, there] of readAhead(items, find)) {
    if (pace.shouldYield) await pace.yieldNow()
    if (there === undefined || there.rev + there.suggestions.length === 0) continue
    const translation = await view.recall(there, line)
    if (there.settled_at !== undefined) changes.push(there.settled_at)
    const conflict = conflictsOn === undefined ? undefined : findConflict(translation, line, conflictsOn)
    const isHere = ownTexts === undefined || sameMessage(ownTexts.get(name) ?? {}, conflict?.value ?? {})
    const suggestion = isHere ? conflict : undefined
    if (suggestion !== undefined) {
      conflicts.push({ entryId: entry_id, key: name, translation, line, suggestion })
      if (isOwner) continue
    }
    const found = await findExportedText(translation, line, include, settings, read)
    // Without a mark in the file, an earlier text of the other shape is shown: as a plural without its number, or as one form for all numbers.
    const asked = found?.stale === true && !hasMark ? await view.getEntry(entry_id, line) : undefined
    const fits = !found || !asked || compareShape(getSource(asked, line.src), found.value) === undefined
    const exported = fits ? found : undefined
    const request = findHoldingRequest(translation, line, include, settings)
    if (request !== undefined) {
      held += 1
      changes.push(request.at)
    }
    const own = suggestion === undefined ? findMarked(translation, line) : undefined
    const isOwn = own !== undefined && (exported === undefined || (exported.stale && !own.stale))
    const isOmitted = !fits || isStaleOmitted(translation, line, include, settings)
    const text = isOwn && !isOmitted && request === undefined ? own : exported
    if (request === undefined && include === 'approved' && shownText(translation, line).text?.state === 'translated') {
      unapproved.add(name)
    }
    if (text !== undefined) {
      values.set(name, text.value)
      // As in PO, a file with states says that a stale text needs another look.
      const state = text.stale ? 'needs_review' : text.state
      if (own !== undefined && text === own) unfinished.add(name)
      if (state === 'needs_review' || state === 'approved') states.set(name, state)
      changes.push(text.at)
      if (text.stale) staleTexts.push({ key: name, entryId: entry_id, src: text.src })
      continue
    }
    others.set(name, { translation, line })
    if (isOmitted) omitted += 1
    if (request === undefined && isInReview(translation, line)) inReview += 1
    if (isOmitted || suggestion !== undefined) withdrawn.add(name)
    if (translation.rev === 1) continue
    const takenBack = request?.at ?? (await findWithdrawnAt(translation, read))
    if (takenBack === undefined) {
      if (include !== 'all' && settings.changes_requested !== 'current') refusing.set(name, listRequests(translation))
      continue
    }
    // Otherwise, a pull would restore a withdrawn translation from the imported file.
    withdrawn.add(name)
    changes.push(takenBack)
  }
  return {
    values,
    states,
    unfinished,
    withdrawn,
    unapproved,
    refusing,
    conflicts,
    staleTexts,
    others,
    changes,
    omitted,
    held,
    inReview,
  }
}

/**
 * Returns a function that finds the text which a target file marks as unfinished, if its format can. A pull that delivers only what somebody decided on leaves
 * such a text to a caller whose file has it.
 */
function createMarkedFinder({
  project,
  source,
  include,
  ownTexts,
  isOwner,
}: Wanted): (translation: Translation, line: SourceLine) => ExportedText | undefined {
  if (include === 'all' || formatById(source.file.format).unfinishedMark === undefined) return () => undefined
  if (!deliversDecided(project, include)) return findUnfinishedText
  if (!isOwner || ownTexts === undefined) return () => undefined
  const texts = new Set([...ownTexts.values()].map(toMessageId))
  return (translation, line) => {
    const text = findUnfinishedText(translation, line)
    return text !== undefined && texts.has(toMessageId(text.value)) ? text : undefined
  }
}

/** Whether a reviewer must approve the text before a pull exports it. Imported ones that their file calls unfinished are work for translators. */
function isInReview(translation: Translation, line: SourceLine): boolean {
  const { text } = shownText(translation, line)
  return text?.state === 'needs_review' && !isUnreviewedImport(text)
}

/** Finds the time at which a translation that is no longer exported was withdrawn; undefined if it waits for review as in the file, or was never exported. */
async function findWithdrawnAt(translation: Translation, read: Reader): Promise<string | undefined> {
  if (translation.texts[0]?.origin.kind === 'import') return undefined
  const restored = new Map<string, string>()
  for await (const { id, src, state, restores, at } of recentRevisions(translation.id, read)) {
    // The revisions between a restored text and its original were withdrawn.
    if ((restored.get(src) ?? id) !== id) continue
    restored.delete(src)
    if (restores !== undefined) restored.set(src, restores)
    else if (state === 'untranslated') return at
  }
  return undefined
}
