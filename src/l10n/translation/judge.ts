import type { CheckResult, Finding } from '../checks/check.ts'
import { type Message, sameMessage } from '../message/message.ts'
import { withSuggestion, withText } from './change.ts'
import { findErrors, hasError } from './findings.ts'
import { isSameWriter } from './origin.ts'
import { isProtected, isUnreviewedImport } from './protection.ts'
import { shownText } from './shown-text.ts'
import { staleReason } from './staleness.ts'
import { submittedState } from './state.ts'
import type { Entry, Origin, TextVersion, Translation } from './translation.ts'

/** A text that a user or an agent submits for a translation. */
export interface Submission {
  readonly entry: Entry
  readonly translation: Translation
  /** Hash of the branch's source string. */
  readonly src: string
  /** The first hexadecimal digits of the hash of the source that the writer translated. */
  readonly seen: string
  readonly value: Message
  /** The revision to replace. */
  readonly rev: number | undefined
  readonly origin: Origin
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
    }
  /** The translation already has this text. */
  | { readonly kind: 'unchanged' }
  /** Stored as a suggestion, because the translation is locked or protected. */
  | { readonly kind: 'suggested'; readonly value: Message; readonly current: TextVersion | undefined }
  | { readonly kind: 'refused'; readonly reason: RefusalReason }

export type RefusalReason =
  /** The source has changed since the writer saw it. `known`: the entry has or had the source that the writer saw. */
  | { readonly code: 'source_changed'; readonly known: boolean }
  | { readonly code: 'invalid'; readonly errors: readonly Finding[] }
  /** The writer must name the revision to replace. */
  | { readonly code: 'rev_required'; readonly current: TextVersion | undefined }

/**
 * Judges a submitted text. The first matching row applies.
 * | the submission                                                      | verdict                                          |
 * |---------------------------------------------------------------------|--------------------------------------------------|
 * | translates another source than the branch's                         | refused: source_changed                          |
 * | has an error that no user ignored                                   | refused: invalid                                 |
 * | is the current text, neither stale nor an import waiting for review | unchanged                                        |
 * | is for a locked translation                                         | suggested                                        |
 * | is by an agent, for a protected text                                | suggested, or by revision with `agents_replace`  |
 * | names another revision than the newest                              | refused: rev_required                            |
 * | names none, for another writer's finished text without an error     | refused: rev_required                            |
 * | any other                                                           | accepted, in its `submittedState`                |
 * A stale text can be replaced without naming its revision, unless it is protected and only its note changed.
 * @param checked undefined if the source changed: such a submission is not checked
 */
export function judgeSubmission(
  submission: Submission,
  policy: SubmissionPolicy,
  checked: CheckResult | undefined,
): SubmissionVerdict {
  const { entry, src, translation, origin } = submission
  if (!isCurrentSource(submission)) {
    return { kind: 'refused', reason: { code: 'source_changed', known: isKnownSource(entry, submission.seen) } }
  }
  if (checked === undefined) throw new Error('a submission of the current source is judged by its check result')
  const { value, findings, repaired } = checked
  const { text: shown, stale } = shownText(translation, src)
  const current = stale ? undefined : shown
  const isSame = current !== undefined && sameMessage(current.value, value)
  const errors = findErrors(findings, isSame ? current.ignores : undefined)
  if (errors.length > 0) return { kind: 'refused', reason: { code: 'invalid', errors } }
  const isFresh = staleReason(translation, entry, src) === undefined
  if (isSame && isFresh && !isUnreviewedImport(current)) return { kind: 'unchanged' }
  const isGuarded = current !== undefined && isProtected(current)
  const mayReplace = origin.kind === 'human' || (policy.agents_replace && submission.rev !== undefined)
  if (translation.locked || (isGuarded && !mayReplace)) return { kind: 'suggested', value, current }
  const replaced = isFresh || isGuarded ? current : undefined
  if (needsRevision(submission, replaced)) {
    return { kind: 'refused', reason: { code: 'rev_required', current: replaced } }
  }
  return { kind: 'accepted', value, state: submittedState(origin.kind, shown, policy), findings, repaired }
}

/** Returns whether the writer translated the branch's source. */
export const isCurrentSource = ({ src, seen }: Pick<Submission, 'src' | 'seen'>): boolean =>
  src.startsWith(seen.toLowerCase())

/** Applies a verdict: returns the translation with the accepted text or with the suggestion, else the same object. */
export function withVerdict(
  { entry, translation, src, origin }: Submission,
  verdict: SubmissionVerdict,
  batch: Parameters<typeof withSuggestion>[2],
): Translation {
  if (verdict.kind === 'suggested') return withSuggestion(translation, { value: verdict.value, src, origin }, batch)
  if (verdict.kind !== 'accepted') return translation
  const { value, state, findings } = verdict
  return withText(translation, entry, { src, value, state, origin, findings }, batch.at)
}

/** Returns whether the entry has or had the source that the writer saw. */
const isKnownSource = (entry: Entry, seen: string): boolean =>
  [entry, ...(entry.sources ?? [])].some(({ src }) => src.startsWith(seen.toLowerCase()))

/** Returns whether a submission names another revision than the newest, or must name one and does not. */
function needsRevision({ translation, rev, origin }: Submission, replaced: TextVersion | undefined): boolean {
  if (rev !== undefined) return rev !== translation.rev
  return (
    replaced !== undefined &&
    replaced.state !== 'needs_review' &&
    !hasError(replaced) &&
    !isSameWriter(replaced.origin, origin)
  )
}
