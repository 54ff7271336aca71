import type { Message } from '../../l10n/message/message.ts'
import type { Frozen } from '../../store/frozen.ts'
import { redactFindings } from '../glossary/redact-findings.ts'
import type { TextVersion, Translation } from '../translations/records.ts'

/** The reason why an item of a review or revert is rejected, as the answer reports it. */
export interface ReviewFault {
  readonly code:
    | 'no_text'
    | 'rev_required'
    | 'needs_person'
    | 'own_text'
    | 'stale'
    | 'locked'
    | 'protected'
    | 'invalid'
    | 'source_changed'
    | 'unknown_suggestion'
    | 'ambiguous_suggestion'
    | 'changed_in_call'
    | 'repeated'
  readonly why: string
  readonly fix: string
  /** The current translation. */
  readonly got?: Frozen<Message>
  readonly rev?: number
}

export const missingTextFault: ReviewFault = {
  code: 'no_text',
  why: 'There is no translation yet.',
  fix: 'Translate it with submit_translations.',
}

export const changedInCallFault: ReviewFault = {
  code: 'changed_in_call',
  why: 'An earlier item of this call changed this long translation.',
  fix: 'Read it with get_entries, then send this item in another call.',
}

export const repeatedFault: ReviewFault = {
  code: 'repeated',
  why: 'Another item of this call decided about the same string and locale.',
  fix: 'Send one decision for each string and locale.',
}

/** A decision that only users make, unless the project lets agents approve. */
export const needsPersonFault = (why: string): ReviewFault => ({
  code: 'needs_person',
  why,
  fix: 'Leave it to a user. Administrators allow agents with update_project_policy, approve: anyone.',
})

export const lockedFault: ReviewFault = {
  code: 'locked',
  why: 'The translation is locked.',
  fix: 'Leave it. A user can unlock it on the page of the string.',
}

export const protectedTextFault = (text: TextVersion): ReviewFault => ({
  code: 'protected',
  why: `The translation ${text.state === 'approved' ? 'is approved' : text.origin.kind === 'import' ? 'was imported' : 'is by a user'}.`,
  fix: 'Leave it to a user, or report the problem with annotate_entry, comment.',
  got: text.value,
})

/** `isShown`: whether the errors are of the translation on the branch; only those can be ignored. */
export const invalidTextFault = (
  errors: TextVersion['findings'],
  { seesTerms }: { readonly seesTerms: boolean },
  isShown: boolean,
): ReviewFault => ({
  code: 'invalid',
  why: redactFindings(errors, seesTerms)
    .map(({ message }) => message)
    .join(' '),
  fix: `Submit a corrected translation with submit_translations${isShown ? '. A user can also ignore the finding on the page of the string' : ''}.`,
})

/** The refusal of an outdated `rev`. Both the translation's own and the newest revision are current. */
export function findRevisionFault(
  translation: Translation,
  text: TextVersion,
  rev: number | undefined,
): ReviewFault | undefined {
  if (rev === undefined || rev === text.rev || rev === translation.rev) return undefined
  return toRevisionFault(`The translation is at revision ${text.rev}, not ${rev}.`, text)
}

export const toRevisionFault = (why: string, { value, rev }: TextVersion): ReviewFault => ({
  code: 'rev_required',
  why,
  fix: `Read got. To go on, repeat the item with rev ${rev}.`,
  got: value,
  rev,
})
