import { describe, expect, it } from 'vitest'
import { readGlossary, writeGlossary } from '../../../src/l10n/glossary/glossary-csv.ts'
import type { Term } from '../../../src/l10n/glossary/term.ts'

const TERMS: readonly Term[] = [
  { term: 'Dragoman', kind: 'do_not_translate', case_sensitive: true, translations: {} },
  {
    term: 'sign in',
    kind: 'normal',
    case_sensitive: false,
    source_variants: ['log in', 'a|b\\c'],
    definition: 'To prove, "who" you are.\nSecond line',
    translations: {
      de: { translation: 'anmelden', variants: ['einloggen'], forbidden: ['einbuchen'], note: 'not "login"' },
      'pt-BR': { translation: 'entrar' },
    },
  },
  { term: 'whitelist', kind: 'forbidden', case_sensitive: false, translations: {} },
]

describe('a glossary as CSV', () => {
  it('has a row for each term and columns for what is used', () => {
    expect(writeGlossary(TERMS).split('\n')[0]).toBe(
      'term,kind,case_sensitive,source_variants,definition,de,de variants,de forbidden,de note,pt-BR',
    )
    expect(writeGlossary(TERMS)).toContain('\nDragoman,do_not_translate,yes,,,,,,,\n')
  })

  it('reads what it wrote', () => {
    expect(readGlossary(writeGlossary(TERMS), 'glossary.csv')).toEqual(TERMS)
  })

  it('writes the same bytes in any order', () => {
    expect(writeGlossary(TERMS.toReversed())).toBe(writeGlossary(TERMS))
  })

  it('reads a table of terms and locales', () => {
    expect(readGlossary('\uFEFFTerm,Kind,de\r\nGitHub,do not translate,\r\nbasket,,Korb\r\n,,\r\n', 'g.csv')).toEqual([
      { term: 'GitHub', kind: 'do_not_translate', case_sensitive: false, translations: {} },
      { term: 'basket', kind: 'normal', case_sensitive: false, translations: { de: { translation: 'Korb' } } },
    ])
  })

  it.each([
    ['de\nKorb\n', 'no column "term"'],
    ['term,colour\nbasket,red\n', 'unknown column "colour"'],
    ['term,kind\nbasket,odd\n', 'the kind "odd"'],
    ['term\n"basket\n', 'at 2:1: a quote is not closed'],
  ])('rejects %j with the reason', (text, why) => {
    expect(() => readGlossary(text, 'g.csv')).toThrow(why)
  })
})
