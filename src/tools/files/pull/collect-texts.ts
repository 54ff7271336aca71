import { compareShape } from '../../../l10n/checks/import-forms.ts'
import type { WrittenState } from '../../../l10n/formats/format.ts'
import { formatById } from '../../../l10n/formats/registry.ts'
import { type Message, sameMessage, toMessageId } from '../../../l10n/message/message.ts'
import {
  type ExportedText,
  findHoldingRequest,
  findUnfinishedText,
  isStaleOmitted,
} from '../../../l10n/translation/export.ts'
import { isUnreviewedImport } from '../../../l10n/translation/protection.ts'
import { listRequests } from '../../../l10n/translation/request.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { getSource } from '../../../l10n/translation/sources.ts'
import { findConflict } from '../../../l10n/translation/suggestions/conflict.ts'
import type { ReviewRequest, SourceLine } from '../../../l10n/translation/translation.ts'
import { readAhead } from '../../../scheduling/read-ahead.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader } from '../../../store/store.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { BranchView } from '../../translations/branch-view.ts'
import type { Translation } from '../../translations/records.ts'
import { findExportedText, recentRevisions } from '../../translations/text-history.ts'
import type { PendingConflict } from './pending-texts.ts'
import type { RenderedTarget } from './rendering.ts'
import type { StaleText } from './source-history.ts'
import { deliversDecided } from './target-files.ts'

/** Collects the texts that a project delivers for the strings of a file, by key. */
export async function collectTexts(wanted: RenderedTarget, { read, computed }: ReadDeps): Promise<CollectedTexts> {
  const { project, branch, source, locale, isOwner, pace } = wanted
  const texts = new CollectedTexts(wanted, read)
  const findMarked = createMarkedFinder(wanted)
  const view = new BranchView(project, branch, { read, computed })
  const find = ({ entry_id }: { readonly entry_id: string }) =>
    read.translations.by('unit', compoundKey(entry_id, locale))
  for await (const [{ key, entry_id: entryId, ...line }, stored] of readAhead(source.branchFile.items, find)) {
    if (pace.shouldYield) await pace.yieldNow()
    if (stored === undefined || stored.rev + stored.suggestions.length === 0) continue
    const translation = await view.recall(stored, line)
    if (stored.settled_at !== undefined) texts.changes.push(stored.settled_at)
    const string = { key, entryId, translation, line }
    const suggestion = findPendingSuggestion(string, wanted)
    if (suggestion !== undefined) {
      texts.conflicts.push({ ...string, suggestion })
      if (isOwner) continue
    }
    const shown = await findShown(string, wanted, view, read)
    const marked = suggestion === undefined ? findMarked(translation, line) : undefined
    const chosen = applyPolicy(string, shown, marked, wanted)
    if (chosen.text !== undefined) texts.add(string, chosen, chosen.text)
    else await texts.addLacking(string, chosen, suggestion !== undefined)
  }
  return texts
}

/** A string with its translation. */
type PulledString = Omit<PendingConflict, 'suggestion'>

/** The text of the imported file that waits for a decision; undefined if the caller's file has another one. */
function findPendingSuggestion({ key, translation, line }: PulledString, { conflictsOn, ownTexts }: RenderedTarget) {
  const conflict = conflictsOn === undefined ? undefined : findConflict(translation, line, conflictsOn)
  const isHere = ownTexts === undefined || sameMessage(ownTexts.get(key) ?? {}, conflict?.value ?? {})
  return isHere ? conflict : undefined
}

interface ShownText {
  readonly exported: ExportedText | undefined
  /** Whether the text has the shape of the source, or its file can say that it is of an earlier one. */
  readonly fits: boolean
}

/** The text that a string shows: for its source, else the newest of a source in its line. */
async function findShown(
  { entryId, translation, line }: PulledString,
  { project: { settings }, source, include }: RenderedTarget,
  view: BranchView,
  read: Reader,
): Promise<ShownText> {
  const found = await findExportedText(translation, line, include, settings, read)
  const hasMark = formatById(source.file.format).unfinishedMark !== undefined
  if (found?.stale !== true || hasMark) return { exported: found, fits: true }
  // Without a mark in the file, an earlier text of the other shape is shown: as a plural without its number, or as one form for all numbers.
  const entry = await view.getEntry(entryId, line)
  const fits = compareShape(getSource(entry, line.src), found.value) === undefined
  return { exported: fits ? found : undefined, fits }
}

/** What the policy lets through of a string. */
interface ChosenText {
  readonly text: ExportedText | undefined
  /** Whether the file marks the text as unfinished. */
  readonly isMarked: boolean
  /** Whether a text is left out only because it translates an earlier source. */
  readonly isOmitted: boolean
  /** The request that holds a text back. */
  readonly request: ReviewRequest | undefined
}

function applyPolicy(
  { translation, line }: PulledString,
  { exported, fits }: ShownText,
  marked: ExportedText | undefined,
  { project: { settings }, include }: RenderedTarget,
): ChosenText {
  const request = findHoldingRequest(translation, line, include, settings)
  const isOmitted = !fits || isStaleOmitted(translation, line, include, settings)
  const isNewer = marked !== undefined && (exported === undefined || (exported.stale && !marked.stale))
  const isMarked = isNewer && !isOmitted && request === undefined
  return { text: isMarked ? marked : exported, isMarked, isOmitted, request }
}

/** What a project delivers for the strings of a file, and what the file lacks. */
export class CollectedTexts {
  readonly values = new Map<string, Message>()
  readonly states = new Map<string, WrittenState>()
  /** Keys whose text an imported file marked as unfinished, and the written one does, too. */
  readonly unfinished = new Set<string>()
  /** Keys whose text the imported file loses. */
  readonly withdrawn = new Set<string>()
  /** Keys whose newest text an approval would export. */
  readonly unapproved = new Set<string>()
  /** Keys without a text, and the requests that refuse some. */
  readonly refusing = new Map<string, readonly ReviewRequest[]>()
  readonly conflicts: PendingConflict[] = []
  readonly staleTexts: StaleText[] = []
  /** The translations of keys without a text to deliver. */
  readonly others = new Map<string, { readonly translation: Translation; readonly line: SourceLine }>()
  /** When they changed, ISO 8601. */
  readonly changes: string[] = []
  omitted = 0
  held = 0
  inReview = 0
  readonly #wanted: RenderedTarget
  readonly #read: Reader

  constructor(wanted: RenderedTarget, read: Reader) {
    this.#wanted = wanted
    this.#read = read
  }

  add(string: PulledString, chosen: ChosenText, text: ExportedText): void {
    this.#countDecisions(string, chosen)
    const { key, entryId } = string
    this.values.set(key, text.value)
    // As in PO, a file with states says that a stale text needs another look.
    const state = text.stale ? 'needs_review' : text.state
    if (chosen.isMarked) this.unfinished.add(key)
    if (state === 'needs_review' || state === 'approved') this.states.set(key, state)
    this.changes.push(text.at)
    if (text.stale) this.staleTexts.push({ key, entryId, src: text.src })
  }

  /** A string without a text to deliver. The file loses its own where that was withdrawn, is of an earlier source, or is of a conflict. */
  async addLacking(string: PulledString, chosen: ChosenText, isConflict: boolean): Promise<void> {
    this.#countDecisions(string, chosen)
    const { key, translation, line } = string
    const { isOmitted, request } = chosen
    this.others.set(key, { translation, line })
    if (isOmitted) this.omitted += 1
    if (request === undefined && isInReview(translation, line)) this.inReview += 1
    if (isOmitted || isConflict) this.withdrawn.add(key)
    if (translation.rev === 1) return
    const takenBack = request?.at ?? (await findWithdrawnAt(translation, this.#read))
    if (takenBack !== undefined) {
      // Otherwise, a pull would restore a withdrawn translation from the imported file.
      this.withdrawn.add(key)
      this.changes.push(takenBack)
    } else if (this.#holdsRefused) this.refusing.set(key, listRequests(translation))
  }

  get #holdsRefused(): boolean {
    const { include, project } = this.#wanted
    return include !== 'all' && project.settings.changes_requested !== 'current'
  }

  #countDecisions({ key, translation, line }: PulledString, { request }: ChosenText): void {
    if (request !== undefined) {
      this.held += 1
      this.changes.push(request.at)
    } else if (this.#wanted.include === 'approved' && shownText(translation, line).text?.state === 'translated') {
      this.unapproved.add(key)
    }
  }
}

/**
 * Returns a function that finds the text which a target file marks as unfinished, if its format can. A pull that delivers only what somebody decided on leaves
 * such a text to a caller whose file has it.
 */
function createMarkedFinder(
  wanted: RenderedTarget,
): (translation: Translation, line: SourceLine) => ExportedText | undefined {
  const { project, source, include, ownTexts, isOwner } = wanted
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
