/** The share of wrong translations that a review must exclude with 95 % confidence, in percent. */
export const REVIEW_GOALS = [5, 2, 1] as const
export type ReviewGoal = (typeof REVIEW_GOALS)[number]

/** Why a translation must be read by a person, in the order of their risk. */
export const MUST_SEE_REASONS = [
  'error',
  'requested',
  'fault',
  'warning',
  'ignored',
  'replaced_human',
  'replaced_approved',
  'stale',
  'new_term',
  'locked_neighbor',
  'plural',
  'short',
  'long',
  'markup',
  'placeholders',
  'first_in_file',
] as const
export type MustSeeReason = (typeof MUST_SEE_REASONS)[number]

/** `good`, a minor fault (style), a major one (meaning, term, grammar), or read later. */
export const VERDICTS = ['good', 'minor', 'major', 'skip'] as const

/** What is wrong, as one word. */
export const VERDICT_REASONS = ['meaning', 'term', 'grammar', 'style', 'length', 'locale'] as const
export type VerdictReason = (typeof VERDICT_REASONS)[number]
