import { type Fallbacks, fallbackChain } from '../locales/fallback-chain.ts'
import { type Term, type TermTranslation, termKey } from './term.ts'
import { termInLocale } from './term-book.ts'

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

/** Gives terms that a locale does not have the fields of its first fallback that has them, in steps. */
export function* withFallbackTerms<T extends Term>(terms: readonly T[], of: Fallbacks): Generator<void, readonly T[]> {
  const chains = Object.keys(of.fallbacks).map(locale => [locale, fallbackChain(of, locale)] as const)
  if (chains.every(([, chain]) => chain.length === 0)) return terms
  const filled: T[] = []
  for (const term of terms) {
    const added = chains.flatMap(([locale, chain]) => {
      const [own, ...others] = [locale, ...chain].map(one => termInLocale(term, one))
      const other = own && hasFields(own) ? undefined : others.find(hasFields)
      return other === undefined ? [] : [[locale, other] as const]
    })
    filled.push(
      added.length === 0 ? term : { ...term, translations: { ...term.translations, ...Object.fromEntries(added) } },
    )
    yield
  }
  return filled
}

const hasFields = (translation: TermTranslation): boolean => Object.keys(translation).length > 0
