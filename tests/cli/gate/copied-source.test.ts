import { describe, expect, it } from 'vitest'
import { type ChangedText, findCopies } from '../../../src/cli/gate/copied-source.ts'
import { TermBook } from '../../../src/l10n/glossary/term-book.ts'

const text = (source: string, target = source, more: Partial<ChangedText> = {}): ChangedText => ({
  key: source,
  locale: 'de',
  source,
  target,
  syntax: 'plain',
  families: undefined,
  doNotTranslate: false,
  isNewSource: true,
  isKnownCopy: false,
  ...more,
})
const NAME = { kind: 'do_not_translate', case_sensitive: false, translations: {} } as const
const levels = { do_not_translate: 'error', forbidden_term: 'error' } as const
const terms = new TermBook([{ ...NAME, term: 'acme cloud runner', levels }], { sourceLocale: 'en' })
const find = (texts: readonly ChangedText[], isTranslatedElsewhere: (key: string) => boolean = () => false) => [
  ...findCopies(texts, { sourceLocale: 'en', terms }, isTranslatedElsewhere),
]

describe('a translation that equals its source', () => {
  it.each(['Save changes', 'Delete all the files now', 'Hello {name}, welcome back'])('is an error: %s', source => {
    expect(find([text(source)])).toEqual([[source, 'error']])
  })

  it.each([
    'OK',
    'GitHub',
    'Status',
    '42 %',
    '{count}',
    'https://example.org/docs/start',
    'acme cloud runner',
    'acme cloud runner {version}',
    'README.md',
  ])('is nothing: %s', source => {
    expect(find([text(source)])).toEqual([])
  })

  it('is a warning if it can be a name', () => {
    expect(find([text('Visual Studio Code'), text('Mastodon for Android')])).toEqual([
      ['Visual Studio Code', 'warning'],
      ['Mastodon for Android', 'warning'],
    ])
  })

  it('is a warning for a short phrase that another locale translates', () => {
    const others = (key: string): boolean => key === 'Server offline'
    expect(find([text('Server offline')], others)).toEqual([['Server offline', 'warning']])
    expect(find([text('The server is offline now')], () => true)).toEqual([['The server is offline now', 'error']])
  })

  it.each([
    ['in the same language', { locale: 'en-GB' }],
    ['that is not to be translated', { doNotTranslate: true }],
    ['that the base has, too', { isKnownCopy: true }],
  ])('is nothing for a text %s', (_, more) => {
    expect(find([text('Save all changes now', undefined, more)])).toEqual([])
  })

  it('is an error for each word of a file that was copied as a whole', () => {
    const all = [text('Save all changes now'), text('Settings'), text('OK')]
    expect(find(all)).toEqual([
      ['Save all changes now', 'error'],
      ['Settings', 'error'],
    ])
    expect(find([...all, text('Close', 'Schließen')])).toEqual([['Save all changes now', 'error']])
  })

  it('is a copy only if each form is one', () => {
    const source = { one: 'one open file', other: '{count} open files' }
    const target = { one: 'one open file', other: '{count} offene Dateien' }
    expect(find([text('key', '', { source, target: source })])).toEqual([['key', 'error']])
    expect(find([text('key', '', { source, target })])).toEqual([])
  })
})
