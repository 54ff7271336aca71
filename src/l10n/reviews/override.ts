import { isOverridable } from '../checks/registry.ts'
import { createIgnore, findErrors } from '../translation/findings.ts'
import type { Origin, TextVersion } from '../translation/translation.ts'

/** Why a writer sends a text although a check finds an error in it. */
export interface Override {
  readonly check: string
  readonly why: string
}

type Ignore = NonNullable<TextVersion['ignores']>[number]
type Findings = TextVersion['findings']

/** The overrides of a submission that its errors need, and the errors that none of them can override. */
export function judgeOverrides<F extends Findings[number]>(
  errors: readonly F[],
  given: readonly Override[] = [],
): { readonly used: readonly Override[]; readonly errors: readonly F[] } {
  const usable = new Map(given.filter(({ check }) => isOverridable(check)).map(one => [one.check, one]))
  return {
    used: [...usable.values()].filter(({ check }) => errors.some(({ id }) => id === check)),
    errors: errors.filter(({ id }) => !usable.has(id)),
  }
}

/**
 * The fields of a text with overridden errors. Its errors stay open and it is unresolved, so that a pull never exports it before a user approves it.
 * The reasons are kept as what an agent ignored, which covers no error.
 */
export const toOverriddenText = (
  overrides: readonly Override[],
  findings: Findings,
  origin: Origin,
  at: string,
): Pick<TextVersion, 'unresolved' | 'ignores'> =>
  overrides.length === 0
    ? {}
    : {
        unresolved: true,
        ignores: overrides.map(({ check, why }) => createIgnore({ finding: check, reason: why }, findings, origin, at)),
      }

/** The records of the overrides of a text: why its writer sent it in spite of each error. */
export function findOverrides(text: Pick<TextVersion, 'findings' | 'ignores'>): readonly Ignore[] {
  const { findings, ignores = [] } = text
  const open = new Set(findErrors(findings, ignores).map(({ id }) => id))
  return ignores.filter(({ finding, by_agent }) => by_agent === true && open.has(finding))
}

/** Whether the current text lacks a reason that a submission of the same text gives. */
export const lacksOverride = (current: TextVersion, overrides: readonly Override[]): boolean =>
  current.state === 'needs_review' &&
  overrides.some(({ check }) => !(current.ignores ?? []).some(({ finding }) => finding === check))
