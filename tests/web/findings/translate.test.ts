import { describe, expect, it } from 'vitest'
import type { CheckInput, Finding } from '../../../src/l10n/checks/check.ts'
import { inspectText } from '../../../src/l10n/checks/check-text.ts'
import { CHECK_IDS, CHECKS } from '../../../src/l10n/checks/registry.ts'
import { REDACTED_TERM } from '../../../src/tools/glossary/redact-findings.ts'
import { checkName, translateFinding, translateRefusal } from '../../../src/web/findings/translate.ts'
import { withLanguage } from '../../../src/web/i18n/current.ts'
import { CHECK_CASES } from '../../l10n/checks/read-cases.ts'

/** What all examples and cases of the checks find. */
const found = (): readonly Finding[] => {
  const examples = CHECKS.flatMap(({ examples: all }) =>
    all.map(({ syntax, locale, source, bad }) => ({ syntax, locale, sourceLocale: 'en', source, target: bad })),
  )
  return [...examples, ...CHECK_CASES.flatMap(({ cases }) => cases.map(({ input }) => input))].flatMap(input =>
    inspectText(input),
  )
}

const inspect = (target: CheckInput['target'], input: Partial<CheckInput> = {}): readonly Finding[] =>
  inspectText({ source: 'Save', sourceLocale: 'en', locale: 'de', syntax: 'plain', ...input, target })

describe('the findings of a page in another language', () => {
  it('are sentences of that language, whatever a check found', () => {
    const english = withLanguage('de', () => found().filter(finding => translateFinding(finding).isEnglish))
    expect(english.map(({ id, message, fix }) => `${id}: ${message} ${fix}`)).toEqual([])
  })

  it('are translated one by one where a refusal joins them', () => {
    const all = found().filter(({ fix }) => fix !== undefined)
    const wrong = withLanguage('de', () =>
      all.filter((one, at) => {
        const other = all[(at + 1) % all.length] ?? one
        const { message, fix } = translateRefusal({
          why: `${one.message} ${other.message}`,
          fix: `${one.fix} ${other.fix}`,
        })
        const [first, second] = [translateFinding(one), translateFinding(other)]
        return message !== `${first.message} ${second.message}` || fix !== `${first.fix} ${second.fix}`
      }),
    )
    expect(wrong.map(({ message, fix }) => `${message} ${fix}`)).toEqual([])
  })

  it('leave a refusal of other words in English', () => {
    const refusal = { why: 'The text has no end.', fix: 'Find it.' }
    const translated = withLanguage('de', () => translateRefusal(refusal))
    expect(translated).toEqual({ message: refusal.why, fix: refusal.fix, isEnglish: true })
  })

  it.each([
    '{',
    '{}',
    '{a b}',
    '{n,}',
    '{n, zahl}',
    '{n, plural,}',
    '{n, plural, {#}}',
    '{n, plural, one}',
    '{n, select, {a}}',
    '{n, select, a}',
    '{n, plural, =x {#} other {#}}',
    '{n, plural, one {#} one {#} other {#}}',
    '<b',
    '</b>',
    '<b>',
    '< b>',
    '{n, select, a {x} a {y} other {z}}',
    '{n, plural, one {#}}',
    '{n, number, ::currency}',
    '{n, plural, offset:x other {#}}',
    '{n, number, ::währung/EUR}',
    "l'{name}",
    '{n, date, }',
  ])('are sentences for the message %s', target => {
    const findings = inspect(target, { source: '{n, plural, one {# file} other {# files}} of {name}', syntax: 'icu' })
    expect(findings.length).toBeGreaterThan(0)
    const english = withLanguage('ja', () => findings.filter(finding => translateFinding(finding).isEnglish))
    expect(english).toEqual([])
  })

  it.each([
    '{',
    '}',
    '{}',
    '{a{b}}',
    '{a b}',
    "{'x}",
    'a@b',
    '@:menu.openx',
    'a | | b',
    'a | b',
    '@.upperr:menu',
    'a | b | c | d | e',
  ])('are sentences for the vue-i18n message %s', target => {
    const english = withLanguage('es', () =>
      ['{name}', 'one | two', "{'@'} @:menu.open"].flatMap(source =>
        inspect(target, { source, syntax: 'vue-i18n' }).filter(finding => translateFinding(finding).isEnglish),
      ),
    )
    expect(english).toEqual([])
  })

  it.each([
    ['{0} none|{1} one|[2,*] many', '{0} keine|{1} eines'],
    ['{0} none|{1} one|[2,*] many', '{0} keine| {1} eines|[2,*] viele'],
    [':count file|:count files', ':count Dateien'],
    [':count file|:count files', '{1} :count Datei|[2,9] :count Dateien'],
    [':count file|:count files', 'eine Datei|:count Dateien|:count Dateien'],
  ])('are sentences for forms of Laravel: %s as %s', (source, target) => {
    const findings = inspect(target, { source, families: { families: ['laravel'], sure: 'certain', quotes: false } })
    expect(findings.length).toBeGreaterThan(0)
    const english = withLanguage('ar', () => findings.filter(finding => translateFinding(finding).isEnglish))
    expect(english).toEqual([])
  })

  it.each([
    ['App is forbidden for application in plural form one.', 'Write Anwendung instead of App.'],
    ['App is forbidden.', 'Rephrase without App.'],
    ['The glossary translates user as Benutzer, which is not used here.', 'Write Benutzer, in the form that fits.'],
    [
      'Dragoman occurs 2 times in the source but not at all here.',
      'Write Dragoman exactly like this; do not translate it.',
    ],
    [REDACTED_TERM.message, REDACTED_TERM.fix],
    ['The source is one text, and forms were sent.', 'Send text.'],
    ['The source has plural forms, and one text was sent.', 'Send forms, with a text for each of one, other.'],
    ['Plural form one has 9 characters; the limit is 5.', 'Shorten it by 4 or more.'],
  ])('are sentences for: %s', (message, fix) => {
    expect(withLanguage('ar', () => translateFinding({ message, fix }).isEnglish)).toBe(false)
  })

  it('keep the values, with their numbers as the language writes them', () => {
    const [finding] = inspect('Diese Übersetzung ist zu lang', { maxLength: 5 })
    expect(withLanguage('ar', () => translateFinding(finding as Finding).message)).toContain('29')
    expect(withLanguage('de', () => translateFinding(finding as Finding))).toEqual({
      message: 'Die Übersetzung hat 29 Zeichen, erlaubt sind 5.',
      fix: 'Um 24 oder mehr kürzen.',
      isEnglish: false,
    })
  })

  it('translate the words that a check puts into its sentence', () => {
    const message = 'The source ends with ".", the translation with no punctuation.'
    const ends = withLanguage('de', () => translateFinding({ message }).message)
    expect(ends).toBe('Der Ausgangsstring endet mit ".", die Übersetzung mit keinem Satzzeichen.')
  })

  it('stay English, and say so, if a sentence is unknown', () => {
    const old = { message: 'An earlier version said this.', fix: 'Remove "x".' }
    expect(withLanguage('de', () => translateFinding(old))).toEqual({ ...old, isEnglish: true })
  })

  it('name every check', () => {
    const unnamed = withLanguage('ar', () => CHECK_IDS.filter(id => checkName(id) === id))
    expect(unnamed).toEqual([])
  })
})
