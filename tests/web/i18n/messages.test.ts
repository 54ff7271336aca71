import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { createCatalog, isMessageKey } from '../../../src/web/i18n/catalog.ts'
import { currentLanguage, withLanguage } from '../../../src/web/i18n/current.ts'
import { parseMessage } from '../../../src/web/i18n/isolate.ts'
import { rich, t } from '../../../src/web/i18n/t.ts'

const none: ReadonlyMap<string, string> = new Map()
const markup = (content: ReturnType<typeof rich>): string => render(h('p', {}, content))

describe('a message', () => {
  const catalog = createCatalog({
    en: new Map([
      ['layout.skip', 'Skip, {count, plural, one {# page} other {# pages}}'],
      ['layout.home', 'Home'],
    ]),
    de: new Map([['layout.home', 'Start']]),
    es: none,
    ja: none,
    ar: none,
  })

  it('is that of the language', () => {
    expect(catalog.getMessage('de', 'layout.home').format()).toBe('Start')
    expect(catalog.getMessage('es', 'layout.home').format()).toBe('Home')
  })

  it('is English, with English plural forms and numbers, where the language lacks it', () => {
    const message = catalog.getMessage('ar', 'layout.skip')
    expect(message.format({ count: 1 })).toBe('Skip, 1 page')
    expect(message.format({ count: 1234 })).toBe('Skip, 1,234 pages')
  })

  it('exists, or its key is a mistake of the program', () => {
    expect(() => catalog.getMessage('en', 'layout.version')).toThrow('no message layout.version')
    expect(isMessageKey('layout.skip')).toBe(true)
    expect(isMessageKey('layout')).toBe(false)
    expect(isMessageKey('constructor')).toBe(false)
  })

  it('is chosen by the language of the request', async () => {
    expect(currentLanguage()).toBe('en')
    const seen = await Promise.all(
      (['de', 'ja'] as const).map(tag => withLanguage(tag, async () => Promise.resolve().then(currentLanguage))),
    )
    expect(seen).toEqual(['de', 'ja'])
  })
})

describe('values of a message', () => {
  it('are text, not markup', () => {
    expect(t('organizations.list.left', { organization: '<b>{acme}</b>' })).toBe(
      'You are no longer a member of <b>{acme}</b>.',
    )
    expect(markup(rich('members.answer.title', { organization: '<b>acme</b>' }))).toBe('<p>Join &lt;b>acme&lt;/b>?</p>')
  })

  it('can be elements, within tags, too', () => {
    const link = (text: Parameters<typeof markup>[0]) => h('a', { href: '/o/acme' }, text)
    expect(markup(rich('members.answer.member.advice', { organization: h('bdi', {}, 'acme'), link }))).toBe(
      '<p>The invitation stays open. <a href="/o/acme">Go to <bdi>acme</bdi></a></p>',
    )
  })

  it('can stand in a plural form', () => {
    const message = parseMessage('{count, plural, one {<b>{name}</b> has one} other {<b>{name}</b> has #}}', 'en')
    const b = (parts: string[]) => `[${parts.join('')}]`
    expect(message.format({ count: 1, name: 'ada', b })).toBe('[ada] has one')
    expect(message.format({ count: 1234, name: 'ada', b })).toBe('[ada] has 1,234')
  })
})

describe('a message in Arabic', () => {
  const STRINGS =
    '{count, plural, zero {لا سلاسل} one {سلسلة واحدة} two {سلسلتان} few {# سلاسل} many {# سلسلة} other {# سلسلة أخرى}}'

  it.each([
    [0, 'لا سلاسل'],
    [2, 'سلسلتان'],
    [3, `${(3).toLocaleString('ar')} سلاسل`],
  ])('has the plural form for %d', (count, expected) => {
    expect(parseMessage(STRINGS, 'ar').format({ count })).toBe(expected)
  })

  it('isolates values, so that Latin names keep their order', () => {
    expect(parseMessage('حذف {name} من {from}', 'ar').format({ name: 'a.', from: 'acme/web' })).toBe(
      'حذف \u2068a.\u2069 من \u2068acme/web\u2069',
    )
    expect(parseMessage('Delete {name}', 'de').format({ name: 'a.' })).toBe('Delete a.')
  })

  it('says its direction first if it begins with a name', () => {
    const values = { name: 'ada', client: 'Claude Code' }
    expect(parseMessage('{name} عبر {client}', 'ar').format(values)).toBe(
      '\u200f\u2068ada\u2069 عبر \u2068Claude Code\u2069',
    )
    expect(parseMessage('{name}', 'ar').format(values)).toBe('\u2068ada\u2069')
    expect(parseMessage('{share, number, percent} خاطئة', 'ar').format({ share: 0.05 })).toMatch(/^\u200f/)
  })

  it('isolates values within plural forms, choices and tags', () => {
    const b = (parts: string[]) => `[${parts.join('')}]`
    const plural = parseMessage('{n, plural, one {<b>{name}</b>} other {{kind, select, a {{name}} other {-}}}}', 'ar')
    expect(plural.format({ n: 1, name: 'x', kind: 'a', b })).toBe('[\u2068x\u2069]')
    expect(plural.format({ n: 5, name: 'x', kind: 'a', b })).toBe('\u2068x\u2069')
    expect(plural.format({ n: 5, name: 'x', kind: 'b', b })).toBe('-')
  })
})
