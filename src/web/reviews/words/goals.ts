import { sampleSize } from '../../../l10n/reviews/plan.ts'
import { REVIEW_GOALS, type ReviewGoal } from '../../../l10n/reviews/words.ts'

/** The translations of an example: a plan depends on their number, which a form does not know yet. */
const TOTAL = 5000

const PLANS = new Map(REVIEW_GOALS.map(goal => [goal, sampleSize(TOTAL, goal) ?? TOTAL]))

/** How many of an example's translations a reader reads for a goal if none is wrong. */
export const examplePlan = (goal: ReviewGoal): { readonly read: number; readonly total: number } => ({
  read: PLANS.get(goal) ?? TOTAL,
  total: TOTAL,
})
