import type { z } from 'zod'

/** Omits the other issues of a value whose type is wrong: a string in the place of a list is not "too long". */
export function dropFalseBounds(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const wrong = new Set(issues.filter(({ code }) => code === 'invalid_type').map(toPlace))
  return issues.filter(issue => issue.code === 'invalid_type' || !wrong.has(toPlace(issue)))
}

const toPlace = ({ path }: z.core.$ZodIssue): string => JSON.stringify(path.map(String))
