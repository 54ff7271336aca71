import { type Term, termKey } from './term.ts'

/**
 * Merges, in steps, the terms that apply to a project: its own, and its account's that it does not override. Both lists and the result are sorted by key.
 */
export function* resolveTerms<T extends Term>(
  account: readonly T[],
  project: readonly T[],
): Generator<void, readonly T[]> {
  if (project.length === 0) return account
  if (account.length === 0) return project
  const resolved: T[] = []
  let at = 0
  for (const own of project) {
    const key = termKey(own)
    for (let base = account[at]; base !== undefined && termKey(base) <= key; base = account[++at]) {
      if (termKey(base) < key) resolved.push(base)
      yield
    }
    resolved.push(own)
    yield
  }
  return resolved.concat(account.slice(at))
}
