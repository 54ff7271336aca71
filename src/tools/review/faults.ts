import type { Message } from '../../l10n/message/message.ts'
import type { Frozen } from '../../store/frozen.ts'
import { redactFindings } from '../glossary/redact-findings.ts'
import type { Text, Unit } from '../translations/unit.ts'

/** Why an act of a review is not done, as the answer says it. */
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
  readonly why: string
  readonly fix: string
  /** The text that there is. */
  readonly got?: Frozen<Message>
  readonly rev?: number
}

export const missingTextFault: ReviewFault = {
  code: 'no_text',
  why: 'There is no text yet.',
  fix: 'Translate it with submit_translations.',
}

export const changedInCallFault: ReviewFault = {
  code: 'changed_in_call',
  why: 'An earlier item of this call changed this long text.',
  fix: 'Look at the text with get_entries, and send this item in another call.',
}

export const lockedFault: ReviewFault = {
  code: 'locked',
  why: 'The text is locked.',
  fix: 'Leave it; a person unlocks it with annotate_entry, lock: false.',
}

export const protectedTextFault = (text: Text): ReviewFault => ({
  code: 'protected',
  why: `The text ${text.state === 'approved' ? 'was approved' : text.origin.kind === 'import' ? 'was imported' : 'is a person’s'}.`,
  fix: 'Leave it to a person, or say with annotate_entry, comment, what is wrong.',
  got: text.value,
})

/** `isShown`: whether the errors are those of the text that the branch shows, which alone can be ignored. */
export const invalidTextFault = (
  errors: Text['findings'],
  { seesTerms }: { readonly seesTerms: boolean },
  isShown: boolean,
): ReviewFault => ({
  code: 'invalid',
  why: redactFindings(errors, seesTerms)
    .map(({ message }) => message)
    .join(' '),
  fix: `Send a corrected text with submit_translations${isShown ? ', or ignore the finding with annotate_entry' : ''}.`,
})

/** The refusal when somebody names another revision than there is; the text's own and the unit's newest both name it. */
export function findRevisionFault(unit: Unit, text: Text, rev: number | undefined): ReviewFault | undefined {
  if (rev === undefined || rev === text.rev || rev === unit.rev) return undefined
  return {
    code: 'rev_required',
    why: `The text is at revision ${text.rev}, not ${rev}.`,
    fix: `Look at got; if you mean it still, send the item again with rev ${text.rev}.`,
    got: text.value,
    rev: text.rev,
  }
}
