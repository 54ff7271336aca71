import { VERDICT_REASONS } from '../../../l10n/reviews/words.ts'
import type { REVIEW_STATES, ReviewItemView } from '../../../tools/reviews/view.ts'
import { t } from '../../i18n/t.ts'
import type { Mark } from '../model/page-data.ts'

export type Verdict = NonNullable<ReviewItemView['verdict']>['verdict']
type ReviewState = (typeof REVIEW_STATES)[number]

/** The verdicts that one press gives, with their keys. */
export const VERDICT_KEYS = { good: 'g', minor: 'm', major: 'x', skip: 's' } as const satisfies Record<Verdict, string>

/** The reasons of a fault in the order of their keys, from 1. */
export const REASON_KEYS = VERDICT_REASONS

export const verdictWord = (verdict: Verdict, isFixed: boolean): string =>
  isFixed && (verdict === 'minor' || verdict === 'major')
    ? t(`review.verdict.fixed_${verdict}`)
    : t(`review.verdict.${verdict}`)

const WORDS = {
  '.': 'review.mark.unread',
  g: 'review.verdict.good',
  m: 'review.verdict.minor',
  x: 'review.verdict.major',
  n: 'review.verdict.fixed_minor',
  f: 'review.verdict.fixed_major',
  s: 'review.mark.skipped',
  t: 'review.mark.taken_out',
} as const satisfies Record<Mark, string>

export const markWord = (mark: Mark): string => t(WORDS[mark])

/** Every mark with its word. */
export const listMarkWords = (): Readonly<Record<string, string>> =>
  Object.fromEntries((Object.keys(WORDS) as Mark[]).map(mark => [mark, markWord(mark)]))

export const stateWord = (state: ReviewState): string => t(`review.states.${state}`)
