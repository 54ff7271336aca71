import { type Fallbacks, fallbackChain } from '../locales/fallback-chain.ts'
import type { Term, TermTranslation } from './term.ts'
import { termInLocale } from './term-book.ts'

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
