import { t } from '../i18n/t.ts'
import type { AllowedActions, TranslationState } from './string-view.ts'

interface Situation {
  readonly mayWrite: boolean
  readonly isLocked: boolean
  /** State of the text; undefined without a text. */
  readonly state: TranslationState | undefined
  readonly isStale: boolean
  readonly hasError: boolean
  /** Whether a reviewer wants another text. Approving the translation ends that. */
  readonly hasRequest: boolean
  /** Whether another user must approve it, because this one or their agent wrote it. */
  readonly needsOther: boolean
}

/** Returns the actions that a page offers. The tools decide; this leaves out what they would refuse to any user. */
export function findAllowedActions(situation: Situation): AllowedActions {
  const { mayWrite, isLocked, state } = situation
  const isApprovable =
    mayWrite && state !== undefined && (state !== 'approved' || situation.isStale || situation.hasRequest)
  const whyNotApprove = isApprovable ? findObstacle(situation) : undefined
  return {
    write: mayWrite,
    edit: mayWrite && !isLocked,
    approve: isApprovable && whyNotApprove === undefined,
    whyNotApprove,
    refuse: mayWrite && !isLocked && state !== undefined,
    acceptSuggestions: mayWrite && !isLocked,
  }
}

function findObstacle({ needsOther, hasError, isStale }: Situation): string | undefined {
  if (needsOther) return t('strings.why_not.other_user')
  // A stale translation is checked against the new source string when it is approved.
  return hasError && !isStale ? t('strings.why_not.error') : undefined
}
