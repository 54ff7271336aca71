import type { Finding } from '../../l10n/checks/check.ts'
import type { Message } from '../../l10n/message/message.ts'
import type { RefusalReason, Submission, SubmissionPolicy, SubmissionVerdict } from '../../l10n/translation/judge.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { redactFindings } from '../glossary/redact-findings.ts'

/** The reason why a submitted text did not replace the current one, as the response shows it. */
export interface SubmissionFault {
  readonly code: 'source_changed' | 'invalid' | 'protected' | 'rev_required'
  readonly why: string
  readonly fix: string
  /** The current source, to be translated. */
  readonly want?: Message
  /** The current text. */
  readonly got?: Message
  /** The errors of the text, by check. A single finding is described by `why` and `fix` instead. */
  readonly findings?: readonly (Pick<Finding, 'id' | 'at' | 'fix'> & { readonly message?: string })[]
  /** The hash and revision to send next time. */
  readonly src?: string
  readonly rev?: number
}

/** Describes a verdict for the response; undefined if the text was accepted or is unchanged. `seesTerms`: whether the caller may read the glossary. */
export function describeVerdict(
  submission: Submission,
  verdict: SubmissionVerdict,
  policy: SubmissionPolicy,
  seesTerms: boolean,
): SubmissionFault | undefined {
  switch (verdict.kind) {
    case 'accepted':
    case 'unchanged':
      return undefined
    case 'suggested':
      return toProtectedFault(submission, verdict, policy)
    case 'refused':
      return describeRefusal(submission, verdict.reason, seesTerms)
  }
}

function describeRefusal(submission: Submission, reason: RefusalReason, seesTerms: boolean): SubmissionFault {
  switch (reason.code) {
    case 'source_changed':
      return toSourceFault(submission, reason)
    case 'invalid':
      return toInvalidFault(redactFindings(reason.errors, seesTerms))
    case 'rev_required':
      return toRevisionFault(submission, reason)
  }
}

const toSourceFault = ({ entry, src }: Submission, { known }: { readonly known: boolean }): SubmissionFault => ({
  code: 'source_changed',
  why: 'The source changed.',
  want: getSource(entry, src),
  src: src.slice(0, 8),
  fix: known
    ? 'If you worked on another branch, send it again with that branch; else translate want, and send it with this src.'
    : 'Translate want, and send it with this src.',
})

function toInvalidFault(errors: readonly Finding[]): SubmissionFault {
  const [first, ...others] = errors
  if (first !== undefined && others.length === 0) {
    const { id, at, message, fix = 'Correct the text.' } = first
    return { code: 'invalid', why: message, fix, findings: [{ id, ...(at !== undefined && { at }) }] }
  }
  return {
    code: 'invalid',
    why: `The text has ${errors.length} errors.`,
    fix: 'Correct each as its fix says.',
    findings: errors.map(({ id, at, message, fix }) => ({
      id,
      ...(at !== undefined && { at }),
      message,
      ...(fix !== undefined && { fix }),
    })),
  }
}

function toProtectedFault(
  { translation: { locked, rev } }: Submission,
  { current }: Extract<SubmissionVerdict, { kind: 'suggested' }>,
  { agents_replace }: SubmissionPolicy,
): SubmissionFault {
  const byRev = !locked && agents_replace
  return {
    code: 'protected',
    why: locked ? 'The text is locked.' : 'A user wrote or approved the text, or it was imported.',
    fix: byRev
      ? `Yours is kept as a suggestion. To replace the text, send yours again with rev ${rev}.`
      : locked
        ? 'Nothing to do: yours is kept as a suggestion until the text is unlocked with annotate_entry.'
        : 'Nothing to do: yours is kept as a suggestion for a reviewer.',
    ...(byRev && { rev }),
    ...(current !== undefined && { got: current.value }),
  }
}

const toRevisionFault = (
  { rev, translation }: Submission,
  { current }: Extract<RefusalReason, { code: 'rev_required' }>,
): SubmissionFault => ({
  code: 'rev_required',
  why:
    rev === undefined
      ? 'Another writer translated this already.'
      : `The text is at revision ${translation.rev}, not ${rev}.`,
  fix: `If yours is better, send it again with rev ${translation.rev}; else leave it out.`,
  rev: translation.rev,
  ...(current !== undefined && { got: current.value }),
})
