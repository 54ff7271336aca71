import { expect, it } from 'vitest'
import { withFallbackTerms } from '../../../src/l10n/glossary/resolve-terms.ts'
import type { Term } from '../../../src/l10n/glossary/term.ts'

const of = (fallbacks: Record<string, string>) => ({ source_locale: 'en', fallbacks })

it('a term that a locale lacks has the fields of its first fallback with any', () => {
  const term: Term = {
    term: 'file',
    kind: 'normal',
    case_sensitive: false,
    translations: { es: { translation: 'archivo' }, 'es-419': { note: 'short' }, nl: { translation: 'bestand' } },
  }
  const fill = (fallbacks: Record<string, string>) => {
    const steps = withFallbackTerms([term], of(fallbacks))
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value[0]?.translations
    }
  }
  expect(fill({ af: 'fy', fy: 'nl' })).toEqual({
    ...term.translations,
    af: { translation: 'bestand' },
    fy: { translation: 'bestand' },
  })
  // Its language has it, so its fallback is not asked.
  expect(fill({ 'es-MX': 'nl' })).toEqual(term.translations)
  expect(fill({ af: 'en' })).toBe(term.translations)
})
