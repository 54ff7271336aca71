import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../src/l10n/checks/check.ts'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import type { Term } from '../../../src/l10n/glossary/term.ts'
import { TermBook } from '../../../src/l10n/glossary/term-book.ts'

const LEVELS = { do_not_translate: 'error', forbidden_term: 'error' } as const

const term = (text: string, more: Partial<Term> = {}): Term => ({
  term: text,
  kind: 'normal',
  case_sensitive: false,
  translations: {},
  ...more,
})
const name = (text: string, more: Partial<Term> = {}) => term(text, { kind: 'do_not_translate', ...more })
const banned = (text: string, more: Partial<Term> = {}) => term(text, { kind: 'forbidden', ...more })

function findings(
  terms: readonly Term[],
  locale: string,
  source: CheckInput['source'],
  target: CheckInput['target'],
  more: Partial<CheckInput> = {},
) {
  const book = new TermBook(terms.map(one => ({ ...one, levels: LEVELS })))
  const checked = checkText({ source, target, sourceLocale: 'en', locale, syntax: 'plain', terms: book, ...more })
  return checked.findings.filter(({ id }) => id === 'do_not_translate' || id === 'forbidden_term')
}
const ids = (...given: Parameters<typeof findings>): string[] => findings(...given).map(({ id }) => id)

describe('a do-not-translate term', () => {
  const good: readonly (readonly [locale: string, target: string])[] = [
    ['de', 'Mit GitHub anmelden'],
    ['de', 'GitHubs Anmeldung'],
    ['pl', 'Zaloguj się do GitHuba'],
    ['tr', "GitHub'da oturum açın"],
    ['fi', 'Kirjaudu GitHubissa'],
    ['ja', 'GitHubでログイン'],
    ['th', 'เข้าสู่ระบบด้วยGitHubทันที'],
    ['ko', 'GitHub에서 로그인'],
    ['he', 'התחברות בGitHub'],
  ]
  for (const [locale, target] of good) {
    it(`is accepted in ${locale} in “${target}”`, () => {
      expect(ids([name('GitHub', { case_sensitive: true })], locale, 'Sign in with GitHub', target)).toEqual([])
    })
  }

  const wrong: readonly (readonly [locale: string, target: string])[] = [
    ['de', 'Mit Gitzentrale anmelden'],
    ['de', 'Mit Github anmelden'],
    ['de', 'Mit MeinGitHub anmelden'],
    ['ru', 'Войти через ГитХаб'],
    ['de', 'Mit {GitHub} anmelden'],
    ['de', 'Mit <a href="https://GitHub.com">dem Dienst</a> anmelden'],
  ]
  for (const [locale, target] of wrong) {
    it(`is not found in ${locale} in “${target}”`, () => {
      expect(ids([name('GitHub', { case_sensitive: true })], locale, 'Sign in with GitHub', target)).toEqual([
        'do_not_translate',
      ])
    })
  }

  it('is a warning where it occurs, but less often than in the source', () => {
    const terms = [name('Acme')]
    expect(findings(terms, 'de', 'Acme likes Acme', 'Acme mag sich')).toEqual([
      {
        id: 'do_not_translate',
        level: 'warning',
        message: 'Acme occurs once, but 2 times in the source.',
        fix: 'Write Acme again, unless the language needs it only once.',
        term: 'Acme',
      },
    ])
    expect(findings(terms, 'de', 'Acme likes Acme', 'Die Firma mag sich')).toEqual([
      {
        id: 'do_not_translate',
        level: 'error',
        message: 'Acme occurs 2 times in the source but not at all here.',
        fix: 'Write Acme exactly like this; do not translate it.',
        term: 'Acme',
      },
    ])
    const boost = [name('Boost', { source_variants: ['Boosts'] })]
    expect(findings(boost, 'de', 'Your Boosts', 'Deine Schübe')).toMatchObject([
      { fix: 'Write Boost or Boosts exactly like this; do not translate it.' },
    ])
    expect(findings(boost, 'de', 'Your Boosts', 'Deine Boosts')).toEqual([])
    expect(ids(terms, 'de', 'Acme likes Acme', 'Acme mag Acme und Acme')).toEqual([])
  })

  it('matches in any case unless it is case sensitive', () => {
    expect(ids([name('Acme')], 'de', 'ACME here', 'Hier')).toEqual(['do_not_translate'])
    expect(ids([name('Acme', { case_sensitive: true })], 'de', 'ACME here', 'Hier')).toEqual([])
  })

  it('is required outside placeholders only, in every syntax', () => {
    const terms = [name('name'), name('count'), name('one'), name('other')]
    expect(ids(terms, 'de', 'Hello {name}', 'Hallo {name}')).toEqual([])
    expect(ids(terms, 'de', 'Hello %(name)s', 'Hallo %(name)s', { syntax: 'printf' })).toEqual([])
    const icu = '{count, plural, one {# file} other {# files}}'
    expect(ids(terms, 'de', icu, '{count, plural, one {# Datei} other {# Dateien}}', { syntax: 'icu' })).toEqual([])
  })

  it('is required in each plural form of the language', () => {
    const terms = [name('Git')]
    const source = '{n, plural, one {# Git repository} other {# Git repositories}}'
    const icu = { syntax: 'icu' } as const
    expect(ids(terms, 'ja', source, '{n, plural, other {Git リポジトリ #}}', icu)).toEqual([])
    const polish =
      '{n, plural, one {# repozytorium Git} few {# repozytoria Git} many {# repozytoriów Git} other {# repozytorium}}'
    expect(ids(terms, 'pl', source, polish, icu)).toEqual(['do_not_translate'])
    expect(ids(terms, 'pl', source, polish.replace('repozytorium}', 'repozytorium Git}'), icu)).toEqual([])
    const forms = { one: '%d Git repository', other: '%d Git repositories' }
    expect(ids(terms, 'ja', forms, { other: 'Git リポジトリ %d' }, { syntax: 'printf' })).toEqual([])
    expect(ids(terms, 'ja', forms, { other: 'リポジトリ %d' }, { syntax: 'printf' })).toEqual(['do_not_translate'])
  })

  it('may be omitted in forms for one number when the source omits it there', () => {
    const source = '{n, plural, =0 {Nothing} one {one file} other {# Git files}}'
    const icu = { syntax: 'icu' } as const
    const german = '{n, plural, =0 {Nichts} one {eine Datei} other {# Git-Dateien}}'
    expect(ids([name('Git')], 'de', source, german, icu)).toEqual([])
    expect(ids([name('Git')], 'de', source, german.replace('Git-', ''), icu)).toEqual(['do_not_translate'])
  })

  it('yields to a longer term that contains it', () => {
    const terms = [name('Acme'), term('Acme Cloud', { translations: { de: { translation: 'Wolke' } } })]
    expect(ids(terms, 'de', 'Open Acme Cloud', 'Wolke öffnen')).toEqual([])
    expect(ids(terms, 'de', 'Open Acme', 'Wolke öffnen')).toEqual(['do_not_translate'])
  })

  it('may have a spelling of its own in a locale', () => {
    const terms = [name('Acme', { translations: { ru: { translation: 'Акме' } } })]
    expect(ids(terms, 'ru', 'Open Acme', 'Открыть Акме')).toEqual([])
    expect(ids(terms, 'ru', 'Open Acme', 'Открыть Acme')).toEqual([])
    expect(ids(terms, 'uk', 'Open Acme', 'Відкрити Акме')).toEqual(['do_not_translate'])
  })

  it('matches with another space or apostrophe', () => {
    expect(ids([name('Acme Cloud')], 'fr', 'Open Acme Cloud', 'Ouvrir Acme\u00A0Cloud')).toEqual([])
    expect(ids([name("Levi's")], 'fr', "Buy Levi's", 'Acheter Levi’s')).toEqual([])
  })

  it('matches with punctuation at its ends and beside letters of other scripts', () => {
    expect(ids([name('.NET')], 'de', 'Use .NET', 'Nimm das Netz')).toEqual(['do_not_translate'])
    expect(ids([name('C++')], 'de', 'Use C++', 'C++ nutzen')).toEqual([])
    expect(ids([name('設定')], 'de', '設定する', 'Einstellen', { sourceLocale: 'ja' })).toEqual(['do_not_translate'])
  })
})

describe('a forbidden term', () => {
  it('is found as a word in a translation, with its place', () => {
    expect(findings([banned('Blacklist')], 'de', 'Blocked words', 'Die Blacklist')).toEqual([
      {
        id: 'forbidden_term',
        level: 'error',
        message: 'Blacklist is forbidden.',
        at: 4,
        fix: 'Rephrase without Blacklist.',
        term: 'Blacklist',
      },
    ])
    expect(ids([banned('Blacklist')], 'de', 'Blocked words', 'Blacklisting')).toEqual([])
    expect(ids([banned('Blacklist', { case_sensitive: true })], 'de', 'Blocked words', 'blacklist')).toEqual([])
    expect(ids([banned('黑名单')], 'zh', 'Blocked words', '使用黑名单功能')).toEqual(['forbidden_term'])
    expect(ids([banned('블랙리스트')], 'ko', 'Blocked words', '블랙리스트를 열기')).toEqual(['forbidden_term'])
  })

  it('is allowed in a placeholder, a tag or a URL', () => {
    const target = '{blacklist} <blacklist>x</blacklist> https://x.test/blacklist `blacklist`'
    expect(ids([banned('blacklist')], 'de', target, target)).toEqual([])
  })

  it('is allowed as part of a longer name', () => {
    const terms = [banned('master'), name('Master Card')]
    expect(ids(terms, 'de', 'Pay', 'Mit Master Card zahlen')).toEqual([])
    expect(ids(terms, 'de', 'Pay', 'Als master zahlen')).toEqual(['forbidden_term'])
  })

  it('is found in an ICU message with its place', () => {
    const target = '{n, plural, one {# Blacklist} other {# Listen}}'
    const [found] = findings([banned('Blacklist')], 'de', '{n, plural, one {# list} other {# lists}}', target, {
      syntax: 'icu',
    })
    expect(found?.at).toBe(target.indexOf('Blacklist'))
  })

  it('is reported with its plural form', () => {
    const [found] = findings([banned('Liste')], 'de', { one: 'x', other: 'x' }, { one: 'Liste', other: 'Reihen' })
    expect(found?.message).toBe('Liste is forbidden in plural form one.')
  })
})

describe('a form of a forbidden word', () => {
  const terms = [
    banned('Foobar'),
    banned('Ei'),
    term('dashboard', { translations: { de: { translation: 'Übersicht', forbidden: ['Armaturenbrett'] } } }),
    term('board', { translations: { de: { translation: 'Tafeln', forbidden: ['Tafel'] } } }),
  ]
  const cases: readonly (readonly [locale: string, source: string, target: string, forbidden: readonly string[]])[] = [
    ['de', 'Your dashboard', 'Ihre Armaturenbretter', ['Armaturenbretter is forbidden for dashboard.']],
    ['de', 'Your dashboard', 'Ihre Armaturenbrettchen', []],
    ['de', 'Your tools', 'Ihre Foobars', ['Foobars is forbidden.']],
    ['ja', 'Your tools', 'foobars', []],
    ['de', 'Your board', 'Ihre Tafeln', []],
  ]
  it.each(cases)('in %s, “%s”, “%s”', (locale, source, target, messages) => {
    expect(findings(terms, locale, source, target).map(({ message }) => message)).toEqual(messages)
  })

  it('is the right word where another term requires it', () => {
    const both = [banned('Ordner'), term('folders', { translations: { de: { translation: 'Ordnern' } } })]
    expect(ids(both, 'de', 'Your folders', 'In Ordnern')).toEqual([])
    expect(ids([banned('Ordner')], 'de', 'Your folders', 'In Ordnern')).toEqual(['forbidden_term'])
  })
})

describe('the forbidden words of a term', () => {
  const terms = [
    term('account', {
      translations: { de: { translation: 'Konto', forbidden: ['Account'] }, 'de-AT': { note: 'wie de' } },
    }),
  ]

  it('are found when the source has the term, and the fix names the right word', () => {
    expect(findings(terms, 'de', 'Your account', 'Ihr Account')).toEqual([
      {
        id: 'forbidden_term',
        level: 'error',
        message: 'Account is forbidden for account.',
        at: 4,
        fix: 'Write Konto instead of Account.',
        term: 'account',
      },
    ])
  })

  it('apply to regions of the language too, and to no other language', () => {
    expect(ids(terms, 'de-AT', 'Your account', 'Ihr Account')).toEqual(['forbidden_term'])
    expect(ids(terms, 'fr', 'Your account', 'Votre Account')).toEqual([])
  })

  it('are those of the region when it has its own', () => {
    const translations = { de: { forbidden: ['Account'] }, 'de-AT': { forbidden: ['Zugang'] } }
    const regional = [term('account', { translations })]
    expect(ids(regional, 'de-AT', 'Your account', 'Ihr Account')).toEqual([])
    expect(ids(regional, 'de-AT', 'Your account', 'Ihr Zugang')).toEqual(['forbidden_term'])
  })

  it('are allowed when the source does not have the term', () => {
    expect(ids(terms, 'de', 'Your profile', 'Ihr Account')).toEqual([])
  })
})

it('an entry that must not be translated must equal its source', () => {
  const kept = { doNotTranslate: true }
  expect(ids([], 'de', 'Acme', 'Acme', kept)).toEqual([])
  expect(ids([], 'de', 'Acme', 'Akme', kept)).toEqual(['do_not_translate'])
  expect(ids([], 'ja', { one: 'Acme', other: 'Acmes' }, { other: 'Acmes' }, kept)).toEqual([])
})

it('the level of a glossary finding comes from the policy of the glossary, and a level of the project wins', () => {
  const book = new TermBook([{ ...name('Acme'), levels: { ...LEVELS, do_not_translate: 'warning' } }])
  const input = {
    source: 'Acme',
    target: 'Akme',
    sourceLocale: 'en',
    locale: 'de',
    syntax: 'plain',
    terms: book,
  } as const
  expect(checkText(input).findings).toMatchObject([{ id: 'do_not_translate', level: 'warning' }])
  expect(checkText({ ...input, levels: { do_not_translate: 'error' } }).findings).toMatchObject([{ level: 'error' }])
  expect(checkText({ ...input, levels: { do_not_translate: 'off' } }).findings).toEqual([])
})
