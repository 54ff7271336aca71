import { createHash } from 'node:crypto'
import { listSubjects } from './findings.ts'
import { withMainRequest } from './request.ts'
import { shownText } from './shown-text.ts'
import { needsWork, staleReason } from './staleness.ts'
import type { Entry, SourceLine, TextVersion, Translation } from './translation.ts'

export function newTranslation(entry: Omit<Entry, 'src' | 'source'>, locale: string): Translation {
  return {
    id: `${entry.id}.${locale}`,
    project_id: entry.project_id,
    file_id: entry.file_id,
    entry_id: entry.id,
    locale,
    state: 'untranslated',
    stale: null,
    shown: 0,
    locked: false,
    rev: 0,
    texts: [],
    suggestions: [],
    order: entry.order,
    listed: entry.listed,
    open: isOpenEntry(entry),
    work: isOpenEntry(entry),
    words: entry.words,
  }
}

/**
 * Computes a translation's state on the main branch for indexes and counts: which text is shown, its state, and whether it is stale or needs work.
 * A stale text keeps its state, and the time at which it became stale for this reason.
 * @param at time at which it becomes stale, if it does
 */
export function withMainView(whole: Translation, entry: Entry, at: string): Translation {
  const translation = withMainRequest(limitTexts(whole, entry), entry)
  const { text } = shownText(translation, entry)
  const reason = staleReason(translation, entry, entry)
  const since = translation.stale?.reason === reason ? translation.stale?.since : undefined
  return {
    ...translation,
    listed: entry.listed,
    open: isOpenEntry(entry),
    state: text?.state ?? 'untranslated',
    stale: reason === undefined ? null : { reason, since: since ?? at },
    shown: text?.rev ?? 0,
    work: entry.listed && needsWork(translation, entry, entry),
    words: entry.words,
  }
}

/**
 * Returns the state of a submitted text or an accepted suggestion: `translated`.
 * For an agent or a run it is `needs_review` if the project requires review, or if the text replaces an approved one. Machine translation and reused
 * translations always need review.
 * @param replacesApproved whether nobody decided since an approved text was replaced
 */
export const submittedState = (
  writer: TextVersion['origin']['kind'],
  replacesApproved: boolean,
  { review }: { readonly review: string },
): 'needs_review' | 'translated' =>
  UNREVIEWED.includes(writer) || (writer !== 'human' && (review === 'required' || replacesApproved))
    ? 'needs_review'
    : 'translated'

const UNREVIEWED: readonly TextVersion['origin']['kind'][] = ['mt', 'memory']

/** Returns whether the main branch lists a source string for translation. */
export const isOpenEntry = ({ listed, do_not_translate }: Pick<Entry, 'listed' | 'do_not_translate'>): boolean =>
  listed && !do_not_translate

/** Maximum texts of a translation; `revisions` has the others. */
const MAX_TEXTS = 5

/** Keeps the newest texts, the one that the main branch shows, and the one just written. */
function limitTexts(translation: Translation, entry: SourceLine): Translation {
  if (translation.texts.length <= MAX_TEXTS) return translation
  const { text: shown } = shownText(translation, entry)
  const isKept = (text: TextVersion): boolean => text === shown || text.rev === translation.rev
  let room = MAX_TEXTS - translation.texts.filter(isKept).length
  const texts = translation.texts.filter(text => isKept(text) || room-- > 0)
  return { ...translation, texts, older: true }
}

/**
 * Returns the stamp of the reasons for which a run revises a text: the text, its open findings, and the guidance that applies.
 * @param guidance the versions of voice and glossaries
 */
export const revisionCause = (text: Pick<TextVersion, 'rev' | 'findings' | 'ignores'>, guidance: string): string =>
  createHash('sha256')
    .update(JSON.stringify([text.rev, listSubjects(text), guidance]))
    .digest('hex')
    .slice(0, 16)

/** Returns whether an open suggestion for a source was made for these reasons. */
export const isSuggestedFor = (
  { suggestions }: Pick<Translation, 'suggestions'>,
  { src, cause }: { readonly src: string; readonly cause: string },
): boolean => suggestions.some(one => one.src === src && one.cause === cause)
