import type { Target } from '../../auth/policy/authorize.ts'
import type { Finding } from '../../l10n/checks/check.ts'
import { quotesTerm } from '../../l10n/checks/terms.ts'
import type { Reader } from '../../store/store.ts'
import { findWithheldReason } from '../guidance/withheld.ts'
import type { Call } from '../pipeline/call.ts'

/** What a writer who may not read the glossary learns of a text that breaks it; their role always may, so that a scope is what they lack. */
export const REDACTED_TERM = {
  message: 'The text breaks a term of the glossary; it takes the scope glossary:read to see which.',
  fix: 'Send it with a credential that has this scope: the answer says what to write.',
}

/** Whether findings may be told in words that quote the glossary. */
export const mayReadTerms = async (
  target: Target,
  call: Pick<Call, 'principal'> & { readonly read: Reader },
): Promise<boolean> => (await findWithheldReason('glossary:read', target, call)) === undefined

/** As it was found, or as it is stored. */
type AnyFinding = Pick<Finding, 'id' | 'level' | 'message'>

/** A finding as an answer tells it; the place in the text would say which word it is about. */
export const redactFinding = <F extends AnyFinding>(finding: F, withTerms: boolean): F | Finding =>
  withTerms || !quotesTerm(finding) ? finding : { id: finding.id, level: finding.level, ...REDACTED_TERM }

export const redactFindings = <F extends AnyFinding>(
  findings: readonly F[],
  withTerms: boolean,
): readonly (F | Finding)[] => findings.map(finding => redactFinding(finding, withTerms))
