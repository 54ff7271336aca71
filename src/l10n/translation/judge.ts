import type { CheckResult, Finding } from '../checks/check.ts'
import { type Message, sameMessage } from '../message/message.ts'
import { judgeOverrides, lacksOverride, type Override, toOverriddenText } from '../reviews/override.ts'
import { isOutdatedVoice } from '../voice/stamp.ts'
import { withSameText, withSuggestion, withText, withVoice } from './change.ts'
import { findErrors, hasError } from './findings.ts'
import { isProtected, isUnreviewedImport } from './protection.ts'
import { findRefusalForAnySource, listRefusals } from './refusals.ts'
import { findOpenRequest, findRequest, withAnswer } from './request.ts'
import { shownText } from './shown-text.ts'
import { staleReason } from './staleness.ts'
import { submittedState, withMainView } from './state.ts'
import type { Entry, Origin, Refusal, ReviewRequest, SourceLine, TextVersion, Translation } from './translation.ts'

/** A text that a user or an agent submits for a translation. */
export interface Submission {
  readonly entry: Entry
  readonly translation: Translation
  /** The branch's source string. */
  readonly line: SourceLine
  /** The first hexadecimal digits of the hash of the source that the writer translated. */
  readonly seen: string
  readonly value: Message
  /** The revision that the writer saw, and that the text replaces. */
  readonly rev: number | undefined
  /** Whether the shown text is approved, or replaced an approved one and was not decided about since. */
  readonly replacesApproved: boolean
  readonly origin: Origin
  /** Why the writer sends the text in spite of errors. */
  readonly overrides?: readonly Override[] | undefined
  /** The stamp of the present voice, if the submission of a text that is right as it is confirms its voice. */
  readonly voice?: string | undefined
}

/** The project settings for submissions. */
export interface SubmissionPolicy {
  /** `required`: texts of agents wait for review. */
  readonly review: 'none' | 'required'
  /** Whether an agent may replace a protected text by naming its revision. */
  readonly agents_replace: boolean
}

/** The result for a submission. `current` is the text for the branch's own source, if any. */
export type SubmissionVerdict =
  | {
      readonly kind: 'accepted'
      /** The text after repairs by the checks. */
      readonly value: Message
      readonly state: TextVersion['state']
      readonly findings: readonly Finding[]
      readonly repaired: readonly string[]
      /** Those that its errors needed: a user must decide about it. */
      readonly overrides?: readonly Override[]
    }
  /** The translation already has this text. `voice`: it was written for an earlier voice; see `judgeVoice`. */
  | { readonly kind: 'unchanged'; readonly voice?: VoiceVerdict | undefined }
  /** Stored as a suggestion, because the translation is locked or protected. */
  | {
      readonly kind: 'suggested'
      readonly value: Message
      readonly current: TextVersion | undefined
      readonly repaired: readonly string[]
      readonly overrides?: readonly Override[]
    }
  | { readonly kind: 'refused'; readonly reason: RefusalReason }

/** Whether the voice of a text is confirmed, or why it is not. */
export type VoiceVerdict = 'confirmed' | 'locked' | 'protected' | 'rev_required'

export type RefusalReason =
  /** The source has changed since the writer saw it. `known`: the entry has or had the source that the writer saw. */
  | { readonly code: 'source_changed'; readonly known: boolean }
  | { readonly code: 'invalid'; readonly errors: readonly Finding[] }
  /** A reviewer refused exactly this text. */
  | { readonly code: 'changes_requested'; readonly refusal: Refusal }
  /** The writer must name the revision to replace. */
  | { readonly code: 'rev_required'; readonly current: TextVersion | undefined }

/**
 * Judges a submitted text. The first matching row applies.
 * | the submission                                                       | verdict                                         |
 * |----------------------------------------------------------------------|-------------------------------------------------|
 * | translates another source than the branch's                          | refused: source_changed                         |
 * | has an error that no user ignored and it does not override           | refused: invalid                                |
 * | is a text that a reviewer refused                                    | refused: changes_requested                      |
 * | is the current text, which is no work                                | unchanged                                       |
 * | is for a locked translation                                          | suggested                                       |
 * | is by an agent, for a text protected from it                         | suggested, or by revision with `agents_replace` |
 * | names a revision that is neither the newest nor that of the text     | refused: rev_required                           |
 * | names none, for a current text that its writer need not have seen    | refused: rev_required                           |
 * | overrides an error                                                   | accepted, in review and unresolved              |
 * | any other                                                            | accepted, in its `submittedState`               |
 * Nobody overwrites what they have not seen. Without a revision, a submission replaces only what a work packet shows to every worker: a stale text (unless it
 * is protected and only its note changed), a text with an error, an import that waits for review, and a text that a reviewer wants changed. After the first writer, a
 * second one finds another text. Other texts in review are no work, such as those that agents wrote in a project that requires review. The same credential is
 * no exception, because several agents can share one.
 * The text that is shown under a request, such as the one before a rejected text, can be sent again: this confirms it, and answers the request.
 * A text that is unchanged is confirmed for the present voice by whoever may replace it.
 * @param checked undefined if the source changed: such a submission is not checked
 */
export function judgeSubmission(
  submission: Submission,
  policy: SubmissionPolicy,
  checked: CheckResult | undefined,
): SubmissionVerdict {
  const { entry, line, translation } = submission
  if (!isCurrentSource(submission)) {
    return { kind: 'refused', reason: { code: 'source_changed', known: isKnownSource(entry, submission.seen) } }
  }
  if (checked === undefined) throw new Error('a submission of the current source is judged by its check result')
  const { value, findings } = checked
  const { text: shown, stale } = shownText(translation, line)
  const isSame = shown !== undefined && !stale && sameMessage(shown.value, value)
  const open = findErrors(findings, isSame ? shown.ignores : undefined)
  const { used, errors } = judgeOverrides(open, submission.overrides)
  if (errors.length > 0) return { kind: 'refused', reason: { code: 'invalid', errors } }
  const refusal = findRefusalForAnySource(findRequest(translation, line), value)
  if (refusal !== undefined) return { kind: 'refused', reason: { code: 'changes_requested', refusal } }
  return judgeReplacement(submission, policy, checked, used)
}

/** Judges a text without open errors that no reviewer refused: whether it may replace the text that is shown. */
function judgeReplacement(
  submission: Submission,
  policy: SubmissionPolicy,
  { value, findings, repaired }: CheckResult,
  used: readonly Override[],
): SubmissionVerdict {
  const { entry, line, translation, origin } = submission
  const { text: shown, stale } = shownText(translation, line)
  const current = stale ? undefined : shown
  const isSame = current !== undefined && sameMessage(current.value, value)
  const overrides = used.length > 0 && { overrides: used }
  const isOpen = findOpenRequest(translation, line) !== undefined
  const isFresh = staleReason(translation, entry, line) === undefined
  const isGuarded = current !== undefined && isProtected(current, origin)
  const confirms = isOpen && !isGuarded && !translation.locked
  if (isSame && isFresh && !isUnreviewedImport(current) && !confirms && !lacksOverride(current, used)) {
    const voice = isOutdatedVoice(current, submission.voice) ? judgeVoice(submission, current, policy) : undefined
    return { kind: 'unchanged', voice }
  }
  if (translation.locked || (isGuarded && !mayReplace(submission, policy))) {
    return { kind: 'suggested', value, current, repaired, ...overrides }
  }
  const isWork = isOpen || (current !== undefined && (isUnreviewedImport(current) || hasError(current)))
  const replaced = (isFresh || isGuarded) && !isWork ? current : undefined
  if (needsRevision(submission, shown, replaced)) {
    return { kind: 'refused', reason: { code: 'rev_required', current: shown } }
  }
  const usual = submittedState(origin.kind, submission.replacesApproved, policy)
  const state = used.length > 0 ? 'needs_review' : usual
  return { kind: 'accepted', value, state, findings, repaired, ...overrides }
}

/** Judges who says that a current text is right under the present voice: the rules for replacing it apply, and its state stays. */
export function judgeVoice(
  by: Pick<Submission, 'translation' | 'rev' | 'origin'>,
  current: TextVersion,
  policy: Pick<SubmissionPolicy, 'agents_replace'>,
): VoiceVerdict {
  if (by.translation.locked) return 'locked'
  if (isProtected(current, by.origin) && !mayReplace(by, policy)) return 'protected'
  return needsRevision(by, current, undefined) ? 'rev_required' : 'confirmed'
}

/** Returns whether the writer may replace a protected text. */
const mayReplace = (
  { origin, rev }: Pick<Submission, 'origin' | 'rev'>,
  { agents_replace }: Pick<SubmissionPolicy, 'agents_replace'>,
): boolean => origin.kind === 'human' || (agents_replace && rev !== undefined)

/** Returns whether the writer translated the branch's source. */
export const isCurrentSource = ({ line, seen }: Pick<Submission, 'line' | 'seen'>): boolean =>
  line.src.startsWith(seen.toLowerCase())

/** Applies a verdict: returns the translation with the accepted text or with the suggestion, else the same object. Both answer a request. */
export function withVerdict(
  { entry, translation, line, origin, value: sent, voice }: Submission,
  verdict: SubmissionVerdict,
  batch: Parameters<typeof withSuggestion>[2],
): Translation {
  const { at } = batch
  const { src } = line
  switch (verdict.kind) {
    case 'refused':
      return translation
    case 'unchanged': {
      const confirmed = verdict.voice === 'confirmed' ? withVoice(translation, src, voice) : translation
      const answered = translation.locked ? confirmed : withAnswer(confirmed, entry, { ...line, value: sent }, at)
      return answered === confirmed ? confirmed : withSameText(answered, entry, { src }, at)
    }
    case 'suggested': {
      const { value, overrides = [] } = verdict
      const why = overrides.map(one => `${one.check}: ${one.why}`).join(' ')
      const suggested = withSuggestion(translation, { value, src, origin, ...(why !== '' && { why }) }, batch)
      const answered = withAnswer(suggested, entry, { ...line, value }, at)
      const request = findRequest(answered, line)
      return answered === suggested ? suggested : withMainView(markAnswer(answered, { src, value }, request), entry, at)
    }
    case 'accepted': {
      const { value, state, findings, overrides = [] } = verdict
      const overridden = toOverriddenText(overrides, findings, origin, at)
      return withText(translation, entry, { src, value, state, origin, findings, ...overridden }, line, at)
    }
  }
}

/** Marks the suggestion that answered a request. */
function markAnswer(
  translation: Translation,
  { src, value }: Pick<TextVersion, 'src' | 'value'>,
  request: ReviewRequest | undefined,
): Translation {
  const answers = listRefusals(request).map(({ batch_id }) => batch_id)
  const suggestions = translation.suggestions.map(one =>
    one.src === src && sameMessage(one.value, value) ? { ...one, answers } : one,
  )
  return { ...translation, suggestions }
}

/** Returns whether the entry has or had the source that the writer saw. */
const isKnownSource = (entry: Entry, seen: string): boolean =>
  [entry, ...(entry.sources ?? [])].some(({ src }) => src.startsWith(seen.toLowerCase()))

/** Returns whether a submission names a revision that is not current, or must name one and does not. */
const needsRevision = (
  { translation, rev }: Pick<Submission, 'translation' | 'rev'>,
  shown: TextVersion | undefined,
  replaced: TextVersion | undefined,
): boolean => (rev === undefined ? replaced !== undefined : rev !== translation.rev && rev !== shown?.rev)
