import type { Target } from '../../auth/policy/authorize.ts'
import type { Finding } from '../../l10n/checks/check.ts'
import { findWithheldReason } from '../guidance/withheld.ts'
import type { Caller } from '../pipeline/call.ts'

/** What a caller without `glossary:read` learns about a translation that breaks a term. A writer's role always allows reading, so only the scope is missing. */
export const REDACTED_TERM = {
  message: 'The translation breaks a glossary term. The scope glossary:read is needed to see which.',
  fix: 'Send it with a token that has this scope: the answer then says what to write.',
}

/** Whether the caller may see findings that quote the glossary. */
export const mayReadTerms = async (target: Target, call: Caller): Promise<boolean> =>
  (await findWithheldReason('glossary:read', target, call)) === undefined

/** A finding as found, or as stored. */
type AnyFinding = Pick<Finding, 'id' | 'level' | 'message'> & { readonly term?: string | undefined }

/** A finding as the caller may see it; without its offset, which would reveal the word. */
export const redactFinding = <F extends AnyFinding>(finding: F, withTerms: boolean): F | Finding =>
  withTerms || finding.term === undefined ? finding : { id: finding.id, level: finding.level, ...REDACTED_TERM }

export const redactFindings = <F extends AnyFinding>(
  findings: readonly F[],
  withTerms: boolean,
): readonly (F | Finding)[] => findings.map(finding => redactFinding(finding, withTerms))
