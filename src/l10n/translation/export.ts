import type { Message } from '../message/message.ts'
import { isUnreviewedImport } from './protection.ts'
import { isRefusedBy } from './refusals.ts'
import { findOwnRequest, listRequests } from './request.ts'
import { isEarlierText, shownText } from './shown-text.ts'
import type { ReviewRequest, Revision, SourceLine, TextVersion, Translation } from './translation.ts'

/** Selects the texts that a pull exports: `translated` = translated or approved, `approved` = approved only, `all` = also those in review. */
export const INCLUDES = ['translated', 'approved', 'all'] as const
export type Include = (typeof INCLUDES)[number]

/** Selects what a pull exports for a text that a reviewer wants changed: the text before it, or the text itself. */
export const REFUSED_EXPORTS = ['previous', 'current'] as const

/** Selects what a pull exports for a string whose newest text translates an earlier source: that text, or none. */
export const STALE_EXPORTS = ['keep', 'omit'] as const

/** The project settings for exports. */
export interface ExportPolicy {
  /** Texts of earlier sources under `translated`. Default: `keep`. `approved` never exports them. */
  readonly stale?: (typeof STALE_EXPORTS)[number] | undefined
  /** Default: `previous`. */
  readonly changes_requested?: (typeof REFUSED_EXPORTS)[number] | undefined
}

/** The text that a pull writes to a target file. */
export interface ExportedText {
  readonly value: Message
  readonly state: Revision['state']
  /** Hash of the source that it translates. */
  readonly src: string
  /** Whether that is another source than the branch's. */
  readonly stale: boolean
  /** Time at which it was written, ISO 8601. */
  readonly at: string
  /** Whether it replaces a text that a reviewer wants changed; see `findHoldingRequest`. */
  readonly held?: true
}

type Shown = Pick<Translation, 'texts' | 'rev' | 'let_through' | 'request' | 'other_requests'>

/** The sources of which an export may have a text: an approval is one of exactly this source. */
export const exportedLine = (line: SourceLine, include: Include, { stale = 'keep' }: ExportPolicy): SourceLine =>
  include === 'approved' || (include === 'translated' && stale === 'omit') ? { src: line.src } : line

/** Returns whether an export leaves out the text of a string only because it translates an earlier source. One that its file calls unfinished would stay there. */
export function isStaleOmitted(translation: Shown, line: SourceLine, include: Include, policy: ExportPolicy): boolean {
  const { text, stale } = shownText(translation, line)
  if (!stale || text === undefined || exportedLine(line, include, policy) === line) return false
  return isExportable(include, text) || findUnfinishedText(translation, line) !== undefined
}

/**
 * Returns the text for the branch's source, else the newest for an earlier source of its line, if it may be exported. If not, returns the last text that may
 * be, so that a translation in review does not disappear from an application. A text that a reviewer refused may not, until a reviewer approves it after all.
 * @param readRevisions revisions of the translation, newest first; read only if the shown text may not be exported
 */
export async function exportedText(
  translation: Shown,
  line: SourceLine,
  include: Include,
  policy: ExportPolicy,
  readRevisions: () => AsyncIterable<Revision> | Iterable<Revision>,
): Promise<ExportedText | undefined> {
  const allowed = exportedLine(line, include, policy)
  const { src } = allowed
  const { text: shown } = shownText(translation, allowed)
  if (shown === undefined) return undefined
  const request = findHoldingRequest(translation, allowed, include, policy)
  if (request === undefined && isExportable(include, shown)) {
    return { value: shown.value, state: shown.state, src: shown.src, stale: shown.src !== src, at: shown.at }
  }
  const hasCopied = translation.let_through?.some(({ rev }) => rev === 0) === true
  if (translation.rev === 1 && !hasCopied) return undefined
  const holds = policy.changes_requested !== 'current'
  const known = holds ? listRequests(translation) : []
  const before = request?.refused.src ?? shown.src
  const isEarlier = (of: string): boolean =>
    isEarlierText(allowed, translation.texts.find(text => text.src === of) ?? { src: of, unlined: allowed.unlined })
  const sought = { src, before, isEarlier }
  const { last, oldest } = await findLastExportable(readRevisions(), sought, include, known, holds)
  const isKnown = last?.src === src || (oldest <= 1 && !hasCopied)
  const found = isKnown ? last : (findLetThrough(translation, allowed, include, known) ?? last)
  return found && request !== undefined ? { ...found, held: true } : found
}

/** Finds the text of a string that its file calls unfinished, and that no reviewer refused: a file with a mark for such texts keeps it, whatever it exports. */
export function findUnfinishedText(translation: Shown, line: SourceLine): ExportedText | undefined {
  const { text, stale } = shownText(translation, line)
  if (text === undefined || !isUnfinished(translation, text)) return undefined
  const { value, state, src, at } = text
  return { value, state, src, stale, at }
}

/** Returns whether the file of a text calls it unfinished, and no reviewer refused it. */
export const isUnfinished = (
  translation: Pick<Shown, 'request' | 'other_requests'>,
  text: Pick<TextVersion, 'src' | 'value' | 'state' | 'origin' | 'undecided'> | undefined,
): boolean =>
  text !== undefined &&
  isUnreviewedImport(text) &&
  !listRequests(translation).some(request => isRefusedBy(request, text))

/** Finds the last text that may be exported without the history, which is read only so far back. */
function findLetThrough(
  { texts, let_through = [] }: Shown,
  line: SourceLine,
  include: Include,
  known: readonly ReviewRequest[],
): ExportedText | undefined {
  const fitting = [...texts, ...let_through]
    .filter(text => isExportable(include, text) && !known.some(one => isRefusedBy(one, text)))
    .sort((one, other) => other.rev - one.rev)
  const { text, stale } = shownText({ texts: fitting }, line)
  return text && { value: text.value, state: text.state, src: text.src, stale, at: text.at }
}

/**
 * Finds the request that holds back the text of a branch: it refuses the shown text, or the source has no text of its own since a reviewer rejected it.
 * @returns undefined if none is held back
 */
export function findHoldingRequest(
  translation: Omit<Shown, 'rev'>,
  line: SourceLine,
  include: Include,
  policy: ExportPolicy,
): ReviewRequest | undefined {
  if (include === 'all' || policy.changes_requested === 'current') return undefined
  const { src } = line
  const { text } = shownText(translation, exportedLine(line, include, policy))
  const refusing = text && listRequests(translation).find(one => isRefusedBy(one, text))
  if (refusing !== undefined || text?.src === src) return refusing
  const own = findOwnRequest(translation, src)
  return own?.answered_at === undefined ? own : undefined
}

/** What an engine wrote with errors is exported only after a user approved it. */
const isExportable = (
  include: Include,
  { state, unresolved }: Pick<Revision, 'state'> & Partial<Pick<Revision, 'unresolved'>>,
): boolean => IS_EXPORTABLE[include](state) && (unresolved === undefined || state === 'approved')

const IS_EXPORTABLE: Readonly<Record<Include, (state: Revision['state']) => boolean>> = {
  translated: state => state === 'translated' || state === 'approved',
  approved: state => state === 'approved',
  all: state => state !== 'untranslated',
}

interface Sought {
  readonly src: string
  /** The source of a text that may not be exported: those for other sources that are newer did not come before it. */
  readonly before: string
  /** Whether a source is an earlier one of the line. */
  readonly isEarlier: (src: string) => boolean
}

/**
 * Finds the newest exportable text for the source, else for an earlier one. Skips withdrawn texts.
 * @param holds whether to skip texts that a reviewer refused, also by a request that a later one replaced
 * @returns it, and the number of the oldest revision that was read
 */
async function findLastExportable(
  revisions: AsyncIterable<Revision> | Iterable<Revision>,
  { src, before, isEarlier }: Sought,
  include: Include,
  known: readonly ReviewRequest[],
  holds: boolean,
): Promise<{ readonly last: ExportedText | undefined; readonly oldest: number }> {
  const withdrawn = new Set<string>()
  const restored = new Map<string, string>()
  const requests = [...known]
  let other: ExportedText | undefined
  let oldest = 0
  for await (const revision of revisions) {
    oldest = revision.rev
    // The revisions between a restored text and its original were withdrawn.
    if ((restored.get(revision.src) ?? revision.id) !== revision.id) continue
    restored.delete(revision.src)
    if (revision.restores !== undefined) restored.set(revision.src, revision.restores)
    else if (revision.state === 'untranslated') withdrawn.add(revision.src)
    if (holds && revision.request !== undefined) requests.push(revision.request)
    const isWithdrawn = withdrawn.has(revision.src)
    const { value, state, at } = revision
    const isRefused = requests.some(one => isRefusedBy(one, revision) || isRefusedBy(one, { src, value }))
    if (isWithdrawn || isRefused || !isExportable(include, revision)) {
      const isOfText = revision.src === before && (isRefused || !isWithdrawn)
      if (isOfText && other?.src !== before) other = undefined
      continue
    }
    if (revision.src === src) return { last: { value, state, src, stale: false, at }, oldest }
    if (isEarlier(revision.src)) other ??= { value, state, src: revision.src, stale: true, at }
  }
  return { last: other, oldest }
}
