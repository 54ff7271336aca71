import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestMatches, PhraseIndex } from '../../../src/l10n/glossary/phrase-index.ts'
import { TermBook } from '../../../src/l10n/glossary/term-book.ts'
import { ParsedMessage } from '../../../src/l10n/message/parsed-text.ts'
import { runs } from '../../runs.ts'

const phrase = (text: string, more: { caseSensitive?: boolean; open?: boolean } = {}) => ({
  text,
  caseSensitive: false,
  ...more,
})

const found = (texts: readonly string[], text: string) =>
  longestMatches(new PhraseIndex(texts.map(one => phrase(one))).find(text)).map(({ start, end }) =>
    text.slice(start, end),
  )

describe('glossary phrases in a text', () => {
  it('are found as whole words, in text order', () => {
    expect(found(['sign in', 'app'], 'App: sign  in? Sign in, apps, myapp, app_1, app')).toEqual([
      'App',
      'Sign in',
      'app',
    ])
  })

  it('win over shorter ones that they overlap, wherever those start', () => {
    expect(found(['sign in', 'in', 'in app purchase'], 'sign in app purchase in')).toEqual(['in app purchase', 'in'])
    expect(found(['sign in', 'sign in app', 'app purchase flow'], 'sign in app purchase flow')).toEqual([
      'sign in',
      'app purchase flow',
    ])
  })

  it('may be nested in each other many times', () => {
    const nested = Array.from({ length: 50 }, (_, index) => 'aa '.repeat(index + 1).trim())
    expect(found(nested, 'aa '.repeat(60).trim())).toEqual(['aa '.repeat(50).trim(), 'aa '.repeat(10).trim()])
  })

  it('keep their offsets when a letter changes its length with its case', () => {
    expect(found(['istanbul'], 'İİİ Istanbul')).toEqual(['Istanbul'])
  })

  it('may have one letter, also at the end', () => {
    expect(found(['x'], 'x y x')).toEqual(['x', 'x'])
    expect(found(['円'], '100円')).toEqual(['円'])
  })

  it('match those of a naive search', () => {
    const word = fc
      .array(fc.constantFrom('a', 'b', ' ', '-', '木'), { minLength: 1, maxLength: 4 })
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(
        word,
        fc.array(word, { maxLength: 8 }).map(parts => parts.join(' ')),
        (needle, text) => {
          const wanted = needle.trim()
          fc.pre(wanted !== '')
          const isEdge = (at: number) => !/[ab]/.test(text.charAt(at - 1)) || !/[ab]/.test(text.charAt(at))
          const places = Array.from({ length: text.length }, (_, at) => at).filter(
            at => text.startsWith(wanted, at) && isEdge(at) && isEdge(at + wanted.length),
          )
          const matches = new PhraseIndex([phrase(wanted)]).find(text)
          expect(matches.map(({ start }) => start)).toEqual(places)
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

it('the terms of a source are listed once each in order of occurrence, except those in placeholders', () => {
  const levels = { do_not_translate: 'error', forbidden_term: 'error' } as const
  const terms = ['count', 'file', 'one'].map(
    term => ({ term, kind: 'normal', case_sensitive: false, translations: {}, levels }) as const,
  )
  const book = new TermBook(terms)
  const names = (source: string, syntax: 'icu' | 'plain') =>
    book.findIn(new ParsedMessage(source, syntax, 'en')).map(({ term }) => term)
  expect(names('{count, plural, one {# file} other {# files, one file}}', 'icu')).toEqual(['file', 'one'])
  expect(names('One {count}, one <file>', 'plain')).toEqual(['one'])
})
