import { describe, expect, it } from 'vitest'
import { formatCount, formatDollars } from '../../../src/web/format/numbers.ts'
import { withLanguage } from '../../../src/web/i18n/current.ts'
import { dayFormat, distanceFormat, listFormat, unitListFormat } from '../../../src/web/i18n/formats.ts'
import type { LanguageTag } from '../../../src/web/i18n/languages.ts'
import { describeRun } from '../../../src/web/runs/words.ts'

/** Spaces of numbers do not break. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const inLanguage = (language: LanguageTag, format: () => string): string => plain(withLanguage(language, format))

describe('formats of the language of the page', () => {
  it.each([
    ['en', '12,345'],
    ['de', '12.345'],
  ] as const)('group counts in %s', (language, expected) => {
    expect(inLanguage(language, () => formatCount(12_345))).toBe(expected)
  })

  it.each([
    ['en', 0.0042, '$0.0042'],
    ['en', 0, '$0.00'],
    ['de', 1234.5, '1.234,50 $'],
  ] as const)('show dollars in %s: %d', (language, dollars, expected) => {
    expect(inLanguage(language, () => formatDollars(dollars))).toBe(expected)
  })

  it('show days, distances and lists', () => {
    const day = new Date('2026-11-26T00:00:00Z')
    expect(inLanguage('en', () => dayFormat().format(day))).toBe('Nov 26, 2026')
    expect(inLanguage('de', () => dayFormat().format(day))).toBe('26.11.2026')
    expect(inLanguage('es', () => distanceFormat().format(-2, 'day'))).toBe('anteayer')
    expect(inLanguage('en', () => listFormat().format(['a', 'b', 'c']))).toBe('a, b, and c')
    expect(inLanguage('ja', () => listFormat().format(['a', 'b', 'c']))).toBe('a、b、c')
    expect(inLanguage('en', () => unitListFormat().format(['a', 'b', 'c']))).toBe('a, b, c')
  })

  it('isolate the items of a list in Arabic', () => {
    expect(inLanguage('ar', () => unitListFormat().format(['de', 'ar']))).toBe('\u200f\u2068de\u2069 و\u2068ar\u2069')
  })

  it('name the locales of a run', () => {
    const run = { kind: 'translate' as const, locales: ['de', 'pl'] }
    expect(inLanguage('en', () => describeRun(run))).toBe('Translation into German and Polish')
    expect(inLanguage('de', () => describeRun(run))).toMatch(/Deutsch und Polnisch/)
  })
})
