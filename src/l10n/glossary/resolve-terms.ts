import { type Term, termKey } from './term.ts'

/**
 * The steps of finding the terms that hold for a project: its own, and those of its account that it has none of its own for. Both lists are in the order
 * of their keys, and so is the result.
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
