import { type Term, termKey } from './term.ts'

/** The terms that hold for a project: its own, and those of its account that it has none of its own for. Both lists are in the order of their keys. */
export function resolveTerms<T extends Term>(account: readonly T[], project: readonly T[]): readonly T[] {
  if (project.length === 0) return account
  if (account.length === 0) return project
  const byKey = new Map([...account, ...project].map(term => [termKey(term), term]))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, term]) => term)
}
