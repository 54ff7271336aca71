import { expect, it } from 'vitest'
import { TermBook, type TermWithLevels } from '../../src/l10n/glossary/term-book.ts'
import { runToEnd } from '../../src/workers/packing.ts'
import { readSharedTerms, shareTerms } from '../../src/workers/shared-terms.ts'

const terms = ['Workspace', 'Board', 'Boost'].map(
  (term): TermWithLevels => ({
    term,
    kind: 'normal',
    case_sensitive: false,
    levels: { do_not_translate: 'error', forbidden_term: 'error' },
    translations: { de: { translation: `${term}-de` }, pl: { translation: `${term}-pl` } },
  }),
)
const book = (): TermBook => new TermBook(terms, { sourceLocale: 'en' })
const share = (of: TermBook, ...tags: string[]) => runToEnd(shareTerms(of, new Set(tags)))

it('packs a book once for all batches of the same locales', () => {
  const one = book()
  const first = share(one, 'de', 'de-AT')
  expect(share(one, 'de-AT', 'de')).toBe(first)
  expect(share(one, 'pl').key).not.toBe(first.key)
  expect(share(book(), 'de', 'de-AT').key).not.toBe(first.key)
})

it('indexes a book once for the jobs of one call, and drops it with the next call', () => {
  const [one, other] = [share(book(), 'de'), share(book(), 'de')]
  const [read] = readSharedTerms([one])
  expect(readSharedTerms([one])[0]).toBe(read)
  expect(readSharedTerms([other, one])[1]).toBe(read)
  readSharedTerms([other])
  expect(readSharedTerms([one])[0]).not.toBe(read)
})

it('reads the terms of the locales that were asked for', () => {
  const [read] = readSharedTerms([share(book(), 'de')])
  expect(read?.sourceLocale).toBe('en')
  expect(read?.terms.map(({ term, translations }) => [term, Object.keys(translations)])).toEqual([
    ['Workspace', ['de']],
    ['Board', ['de']],
    ['Boost', ['de']],
  ])
})
