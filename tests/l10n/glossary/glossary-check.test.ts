import { describe, expect, it } from 'vitest'
import type { CheckInput, Finding } from '../../../src/l10n/checks/check.ts'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { json } from '../../../src/l10n/formats/json/format.ts'
import { listInflections } from '../../../src/l10n/glossary/inflections.ts'
import { type Term } from '../../../src/l10n/glossary/term.ts'
import { TermBook } from '../../../src/l10n/glossary/term-book.ts'
import type { Syntax } from '../../../src/l10n/message/message.ts'
import { describeWith } from '../../require.ts'
import { isNightly } from '../../runs.ts'
import { corpusJson, JSON_FOLDERS, readCorpus } from '../corpus.ts'

const LEVELS = { do_not_translate: 'error', forbidden_term: 'error' } as const

const bookOf = (terms: readonly (Partial<Term> & Pick<Term, 'term'>)[], sourceLocale = 'en'): TermBook =>
  new TermBook(
    terms.map(term => ({ kind: 'normal', case_sensitive: false, translations: {}, ...term, levels: LEVELS })),
    { sourceLocale },
  )

const find = (terms: TermBook, input: Pick<CheckInput, 'locale' | 'source' | 'target'>): readonly Finding[] =>
  checkText({ sourceLocale: 'en', syntax: 'plain', terms, ...input }).findings

describe('the translation of a term', () => {
  const good: readonly (readonly [locale: string, source: string, translation: string, target: string])[] = [
    ['de', 'Your account', 'Konto', 'Dein Konto'],
    ['de', 'Your accounts', 'Konto', 'Deine Konten'],
    ['de', 'Save to your user account', 'Konto', 'Im Benutzerkonto speichern'],
    ['de', 'Folders', 'Ordner', 'In den Ordnern'],
    ['de', 'Trees', 'Baum', 'Bäume'],
    ['es', 'Settings', 'configuración', 'Configuraciones'],
    ['pl', 'Notification', 'powiadomienie', 'Otrzymasz powiadomienia'],
    ['ru', 'Notifications', 'уведомление', 'Нет уведомлений'],
    ['fi', 'Password', 'salasana', 'Vaihda salasanasi'],
    ['ja', 'Open the file', '開く', 'ファイルを開きます'],
    ['ja', 'Recycle bin', 'ごみ箱', 'ゴミ箱'],
    ['ar', 'Settings', 'إعدادات', 'اعدادات الفيديو'],
    ['de', 'Recycle bin', 'virtueller Papierkorb', 'Papierkorb, ein virtueller'],
  ]
  it.each(good)('is used in %s: %s', (locale, source, translation, target) => {
    const term = { bin: 'Recycle bin', file: 'Open' }
    const name = source.includes('bin') ? term.bin : source.includes('file') ? term.file : lastWord(source)
    const terms = bookOf([{ term: name, translations: { [locale]: { translation } } }])
    expect(find(terms, { locale, source, target })).toEqual([])
    expect(find(terms, { locale, source, target: '♥' })).toContainEqual(
      expect.objectContaining({ id: 'glossary', level: 'warning' }),
    )
  })

  it('is missed with the term and the way out; variants count', () => {
    const translations = { de: { translation: 'Konto', variants: ['Zugang'] } }
    const terms = bookOf([{ term: 'account', translations }])
    expect(find(terms, { locale: 'de', source: 'Your account', target: 'Dein Profil' })).toEqual([
      {
        id: 'glossary',
        level: 'warning',
        message: 'The glossary translates account as Konto, which is not used here.',
        fix: 'Write Konto, in the form that fits.',
        term: 'account',
      },
    ])
    expect(find(terms, { locale: 'de-AT', source: 'Your account', target: 'Dein Zugang' })).toEqual([])
    expect(find(terms, { locale: 'de', source: 'Your {account}', target: 'Dein {account}' })).toEqual([])
    expect(find(terms, { locale: 'fr', source: 'Your account', target: 'Votre profil' })).toEqual([])
  })
})

const lastWord = (source: string): string =>
  (source.split(' ').find(word => /^(?:account|user|Trees|Folders)/.test(word)) ?? source).replace(/s$/, '')

describe('a term in a source string', () => {
  it.each([
    ['en', 'Boost', ['Boosts']],
    ['en', 'Story', ['Stories']],
    ['fr', 'canal', ['canaux', 'canals']],
    ['es', 'voz', ['voces']],
    ['pt', 'ação', ['ações', 'açães', 'açãos']],
    ['de', 'Kunde', ['Kunden', 'Kundes']],
    ['ru', 'слово', []],
    ['en', 'C++', []],
  ])('has simple plural and case forms in %s: %s', (locale, term, forms) => {
    expect(listInflections(term, locale)).toEqual(forms)
  })

  it('protects its plural and its variants, and forbids words for them', () => {
    const terms = bookOf([
      { term: 'Boost', kind: 'do_not_translate', case_sensitive: true, source_variants: ['Boosted'] },
      { term: 'account', translations: { de: { forbidden: ['Account'] } } },
    ])
    const ids = (source: string, target: string) => find(terms, { locale: 'de', source, target }).map(({ id }) => id)
    expect(ids('All Boosts', 'Alles Geteilte')).toEqual(['do_not_translate'])
    expect(ids('All Boosts', 'Alle Boosts')).toEqual([])
    expect(ids('All Boosts', 'Jeder Boost')).toEqual([])
    expect(ids('Boosted by you', 'Von dir geteilt')).toEqual(['do_not_translate'])
    expect(ids('Boosted by you', 'Von dir Boosted')).toEqual([])
    expect(ids('Your accounts', 'Deine Account')).toEqual(['forbidden_term'])
  })

  it('is another term if that is listed itself', () => {
    const terms = bookOf([
      { term: 'Setting', kind: 'do_not_translate' },
      { term: 'Settings', translations: { de: { translation: 'Einstellungen' } } },
    ])
    expect(find(terms, { locale: 'de', source: 'Settings', target: 'Einstellungen' })).toEqual([])
  })
})

/** At night every published pair is checked, by day a sample of the Polish ones. */
const EVERY_PAIR = isNightly ? 1 : 5

interface Pair {
  readonly source: string
  readonly target: string
  readonly syntax: Syntax
}

/** Published translations by project and locale. */
function* published(): Generator<readonly [locale: string, pairs: readonly Pair[]]> {
  const files = corpusJson()
  for (const folder of JSON_FOLDERS) {
    const english = json.read(readCorpus(`${folder}/en.json`))
    const sources = new Map(english.entries.map(({ key, value }) => [key, value]))
    for (const { path, text } of files) {
      const locale = path.slice(folder.length + 1, -'.json'.length)
      if (!path.startsWith(folder) || locale.startsWith('en') || !(isNightly || locale === 'pl')) continue
      const pairs = json.read(text).entries.flatMap(({ key, value: target }) => {
        const source = sources.get(key)
        const { syntax } = english.options
        return typeof source === 'string' && typeof target === 'string' && target !== '' && target !== source
          ? [{ source, target, syntax }]
          : []
      })
      yield [locale, pairs]
    }
  }
}

/** The terms that a glossary of the project could have: short strings whose translation is used as it is wherever they occur, nearly. */
function mineTerms(locale: string, pairs: readonly Pair[]): TermBook {
  const candidates = new Map<string, string>()
  for (const { source, target } of pairs) {
    const isShort = /^\p{L}{4,}(?: \p{L}{3,})?$/u.test(source) && /^[\p{L}\p{M}]+(?: [\p{L}\p{M}]+)?$/u.test(target)
    if (isShort) candidates.set(source.toLowerCase(), target)
  }
  const lower = pairs.map(({ source }) => source.toLowerCase())
  const terms = [...candidates].filter(([term, translation]) => {
    const word = new RegExp(`(?<!\\p{L})${term}(?!\\p{L})`, 'iu')
    const uses = lower.flatMap((source, at) => {
      const pair = pairs[at]
      return pair !== undefined && source !== term && source.includes(term) && word.test(source) ? [pair] : []
    })
    const same = uses.filter(({ target }) => target.toLowerCase().includes(translation.toLowerCase()))
    return uses.length >= 3 && same.length / uses.length >= 0.85
  })
  return bookOf(terms.map(([term, translation]) => ({ term, translations: { [locale]: { translation } } })))
}

describeWith('corpus', 'published translations with mined terms', () => {
  it('have few false alarms, and another text in their place is found', () => {
    const counts = { pairs: 0, alarms: 0, concerned: 0, found: 0 }
    for (const [locale, pairs] of published()) {
      const terms = mineTerms(locale, pairs)
      const hasFinding = ({ source, syntax }: Pair, target: string): boolean =>
        checkText({ source, target, sourceLocale: 'en', locale, syntax, terms }).findings.some(
          ({ id }) => id === 'glossary',
        )
      for (const [at, pair] of pairs.entries()) {
        if (at % EVERY_PAIR !== 0) continue
        counts.pairs += 1
        if (hasFinding(pair, pair.target)) counts.alarms += 1
        if (!hasFinding(pair, '♥')) continue
        counts.concerned += 1
        if (hasFinding(pair, pairs[(at * 7 + 13) % pairs.length]?.target ?? '')) counts.found += 1
      }
    }
    expect(counts.concerned).toBeGreaterThan(isNightly ? 1_000 : 40)
    expect(counts.alarms / counts.pairs, JSON.stringify(counts)).toBeLessThan(0.01)
    expect(counts.found / counts.concerned, JSON.stringify(counts)).toBeGreaterThan(0.95)
  })
})
