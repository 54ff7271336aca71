import { pluralize } from '../pluralize.ts'
import type { Run } from './plan.ts'

type Selected = Pick<Run, 'kind' | 'already_suggested'>

/** Says why a run has nothing to do. */
export function describeNothing({ kind, already_suggested = 0 }: Selected): string {
  if (already_suggested > 0) return `Nothing is left to revise. ${describeLeftOut({ already_suggested })}`
  return `Nothing is left to ${kind}.`
}

/** Says how many translations a run leaves out, and how to revise them all the same; empty for none. */
export function describeLeftOut({ already_suggested = 0 }: Omit<Selected, 'kind'>): string {
  if (already_suggested === 0) return ''
  const have = pluralize(already_suggested, 'translation has', 'translations have')
  return `${have} an open suggestion that was made for the same reasons. Decide about the suggestions, or give ids to revise again.`
}
