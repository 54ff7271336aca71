import { type Term, termKey } from './term.ts'

/** The terms that hold for a project: its own, and those of its account that it has none of its own for. Both lists are in the order of their keys. */
export function resolveTerms<T extends Term>(account: readonly T[], project: readonly T[]): readonly T[] {
  if (project.length === 0) return account
  const own = new Set(project.map(termKey))
  return [...account.filter(term => !own.has(termKey(term))), ...project].sort((a, b) =>
    termKey(a) < termKey(b) ? -1 : 1,
  )
}
