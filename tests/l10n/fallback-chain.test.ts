import { expect, it } from 'vitest'
import { dependentLocales, fallbackChain } from '../../src/l10n/locales/fallback-chain.ts'

const of = (fallbacks: Record<string, string>) => ({ source_locale: 'en', fallbacks })

it('a chain has the fallbacks of fallbacks, nearest first', () => {
  expect(fallbackChain(of({ 'de-AT': 'de', de: 'nl', fr: 'de' }), 'de-AT')).toEqual(['de', 'nl'])
  expect(fallbackChain(of({ 'de-AT': 'de' }), 'de')).toEqual([])
})

it('a chain ends at the source locale, and before a cycle', () => {
  expect(fallbackChain(of({ 'de-AT': 'de', de: 'en', en: 'fr' }), 'de-AT')).toEqual(['de'])
  expect(fallbackChain(of({ a: 'b', b: 'c', c: 'a' }), 'a')).toEqual(['b', 'c'])
  expect(fallbackChain(of({ a: 'b', b: 'c', c: 'b' }), 'a')).toEqual(['b', 'c'])
})

it('a locale has the dependents that fall back to it, also over others', () => {
  const fallbacks = of({ 'de-AT': 'de', de: 'nl', fr: 'en' })
  expect(dependentLocales(fallbacks, 'nl')).toEqual(['de-AT', 'de'])
  expect(dependentLocales(fallbacks, 'en')).toEqual([])
})
