import type { Finding } from '../../l10n/checks/check.ts'
import { isOverridable } from '../../l10n/checks/registry.ts'
import type { Message } from '../../l10n/message/message.ts'
import type {
  RefusalReason,
  Submission,
  SubmissionPolicy,
  SubmissionVerdict,
  VoiceVerdict,
} from '../../l10n/translation/judge.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import type { TextVersion } from '../../l10n/translation/translation.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { redactFindings } from '../glossary/redact-findings.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import type { Actor } from '../translations/actors.ts'

/** The reason why a submitted text did not replace the current one, as the response shows it. */
export interface SubmissionFault {
  readonly code: 'source_changed' | 'invalid' | 'protected' | 'rev_required' | 'changes_requested'
  readonly why: string
  readonly fix: string
  /** The current source, to be translated. */
  readonly want?: Message
  /** The current text. */
  readonly got?: Message
  /** Who wrote the current text, and when. */
  readonly by?: Actor
  readonly at?: string
  /** The errors of the text, by check. A single finding is described by `why` and `fix` instead. */
  readonly findings?: readonly (Pick<Finding, 'id' | 'at' | 'fix'> & { readonly message?: string })[]
  /** The hash and revision to send next time. */
  readonly src?: string
  readonly rev?: number
}

/** The data that describing a verdict needs besides it. */
export interface FaultContext {
  readonly policy: SubmissionPolicy
  /** Whether the caller may read the glossary. */
  readonly seesTerms: boolean
  /** The page of the string, where users decide about suggestions. */
  readonly page: string
  readonly describe: (origin: TextVersion['origin']) => Promise<Actor>
}

/** Describes a verdict for the response; undefined if the text was accepted or is unchanged. */
export async function describeVerdict(
  submission: Submission,
  verdict: SubmissionVerdict,
  context: FaultContext,
): Promise<SubmissionFault | undefined> {
  switch (verdict.kind) {
    case 'accepted':
    case 'unchanged':
      return undefined
    case 'suggested':
      return toProtectedFault(submission, verdict, context)
    case 'refused':
      return describeRefusal(submission, verdict.reason, context)
  }
}

/** Why a text that is right as it is keeps its earlier voice. */
export interface VoiceFault {
  readonly code: Exclude<VoiceVerdict, 'confirmed'>
  readonly why: string
  readonly fix: string
  /** The revision to send next time. */
  readonly rev?: number
}

/** Describes why the voice of an unchanged text was not confirmed; undefined if it was, or if it is no earlier one. */
export function describeVoice(
  { translation: { rev, texts }, rev: seen, line: { src } }: Submission,
  verdict: SubmissionVerdict,
  { policy, page }: Pick<FaultContext, 'policy' | 'page'>,
): VoiceFault | undefined {
  const code = verdict.kind === 'unchanged' ? verdict.voice : undefined
  const again = `Send it again with rev ${rev}.`
  switch (code) {
    case undefined:
    case 'confirmed':
      return undefined
    case 'locked':
      return {
        code,
        why: 'The translation is locked, so its earlier voice was not confirmed.',
        fix: `A user can unlock it at ${page}.`,
      }
    case 'protected':
      return {
        code,
        why: `The translation ${describeOwner(texts.find(text => text.src === src))}, so its earlier voice was not confirmed.`,
        fix: `A user can save it as it is at ${page}.${policy.agents_replace ? ` Or: ${again}` : ''}`,
        ...(policy.agents_replace && { rev }),
      }
    case 'rev_required':
      return {
        code,
        why: `The translation is at revision ${rev}, not ${seen}, so its earlier voice was not confirmed.`,
        fix: `If it is right for the present voice: ${again}`,
        rev,
      }
  }
}

async function describeRefusal(
  submission: Submission,
  reason: RefusalReason,
  context: FaultContext,
): Promise<SubmissionFault> {
  switch (reason.code) {
    case 'source_changed':
      return toSourceFault(submission, reason)
    case 'invalid':
      return toInvalidFault(redactFindings(reason.errors, context.seesTerms))
    case 'changes_requested':
      return toRequestFault(reason)
    case 'rev_required':
      return toRevisionFault(submission, reason, context)
  }
}

const toSourceFault = ({ entry, line }: Submission, { known }: { readonly known: boolean }): SubmissionFault => ({
  code: 'source_changed',
  why: 'The source changed.',
  want: getSource(entry, line.src),
  src: line.src.slice(0, 8),
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
      ...omitUndefined({ at }),
      message,
      ...omitUndefined({ fix }),
    })),
  }
}

/** Whether all errors of a refused text are of checks that can be wrong. */
export const isOverridableFault = ({
  code,
  findings = [],
}: {
  readonly code: string
  readonly findings?: readonly Pick<Finding, 'id'>[] | undefined
}): boolean => code === 'invalid' && findings.length > 0 && findings.every(({ id }) => isOverridable(id))

const toRequestFault = ({ refusal }: Extract<RefusalReason, { code: 'changes_requested' }>): SubmissionFault => ({
  code: 'changes_requested',
  why: `A reviewer ${refusal.kind === 'rejected' ? 'rejected' : 'requested changes of'} exactly this text${refusal.comment === undefined ? '.' : `: ${escapeInvisible(refusal.comment)}`}`,
  fix: 'Send another text that answers the reviewer.',
})

/** The ways to replace a protected text that all items share; see `toProtectedFault` for those of one. */
export const describeProtection = ({ agents_replace }: SubmissionPolicy): string =>
  agents_replace
    ? 'This project lets agents replace protected translations: send yours again with the rev of the item.'
    : 'Agents may replace such translations by rev only if an administrator of the account sets agents_replace with update_project_policy (project:admin).'

async function toProtectedFault(
  { translation: { locked, rev } }: Submission,
  { current }: Extract<SubmissionVerdict, { kind: 'suggested' }>,
  { policy, page, describe }: FaultContext,
): Promise<SubmissionFault> {
  const byRev = !locked && policy.agents_replace
  return {
    code: 'protected',
    why: locked ? 'The translation is locked.' : `The translation ${describeOwner(current)}.`,
    fix: `Yours is kept as a suggestion. A user can ${locked ? 'unlock the string or ' : ''}accept it at ${page}${byRev ? `. Or send yours again with rev ${rev}.` : '.'}`,
    ...(byRev && { rev }),
    ...(await describeCurrent(current, describe)),
  }
}

function describeOwner(current: TextVersion | undefined): string {
  if (current?.state === 'approved') return 'is approved'
  return current?.origin.kind === 'import' ? 'was imported' : 'is by a user'
}

async function toRevisionFault(
  { rev, translation }: Submission,
  { current }: Extract<RefusalReason, { code: 'rev_required' }>,
  { describe }: FaultContext,
): Promise<SubmissionFault> {
  return {
    code: 'rev_required',
    why:
      rev === undefined
        ? 'The string has another translation, and the item has no rev to show that you saw it.'
        : `The translation is at revision ${translation.rev}, not ${rev}.`,
    fix: `If yours is better, send it again with rev ${translation.rev}; else leave it out.`,
    rev: translation.rev,
    ...(await describeCurrent(current, describe)),
  }
}

async function describeCurrent(
  current: TextVersion | undefined,
  describe: FaultContext['describe'],
): Promise<Pick<SubmissionFault, 'got' | 'by' | 'at'>> {
  return current === undefined ? {} : { got: current.value, by: await describe(current.origin), at: current.at }
}
