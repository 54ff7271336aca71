import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/errors.ts'
import { po } from '../../../../src/l10n/formats/po/format.ts'
import { defaultRule } from '../../../../src/l10n/formats/po/plural/table.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { describeWith } from '../../../require.ts'
import { readCorpus } from '../../corpus.ts'
import { fixturesOf } from '../fixtures.ts'

const file = (line: string, more = ''): string =>
  `msgid ""\nmsgstr ""\n"Language: xx\\n"\n"Plural-Forms: ${line}\\n"\n\n${more}`
/** The header is wrapped as gettext wraps it. */
const WRAP = '"\n"'

const PLURAL = 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "A"\n'
const faultOf = (locale: string, line: string) => po.header?.findFault(file(line, PLURAL), locale)

/** The rules that `msginit` of GNU gettext 0.21 writes. */
const GETTEXT = fixturesOf('po')('gettext-plural-rules.txt')
  .trim()
  .split('\n')
  .map(row => [row.slice(0, row.indexOf(' ')).replace('_', '-'), row.slice(row.indexOf(' ') + 1)] as const)

describe('the plural rule of a header', () => {
  it('is right in every row of gettext, and in every new file', () => {
    expect(GETTEXT.length).toBeGreaterThan(35)
    for (const [locale, line] of GETTEXT) expect(faultOf(locale, line), locale).toBeUndefined()
    for (const locale of 'ar br cs cy de fil ga gd is ja kw lt mt pt-BR sl'.split(' ')) {
      expect(faultOf(locale, defaultRule(locale).header), locale).toBeUndefined()
    }
  })

  const right: [locale: string, line: string][] = [
    ['fr', 'nplurals=2; plural=(n != 1);'],
    ['sl', 'nplurals=4; plural=(n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 0);'],
    ['he', 'nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);'],
    ['ja', 'nplurals=2; plural=n>1;'],
    ['mk', 'nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);'],
    ['de', 'nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;'],
    ['tr', 'nplurals=1; plural=0;'],
    ['tr', 'nplurals=2; plural=(n > 1);'],
    ['tlh', 'nplurals=3; plural=n%3;'],
    ['de', 'nplurals=INTEGER; plural=EXPRESSION;'],
  ]
  for (const [locale, line] of right) {
    it(`is right in ${locale} as ${line.slice(0, 50)}`, () => {
      expect(faultOf(locale, line)).toBeUndefined()
    })
  }

  const wrong: [locale: string, line: string, why: string][] = [
    ['pl', 'nplurals=2; plural=(n != 1);', 'it has 2 forms, but pl has 3 forms'],
    ['ja', 'nplurals=3; plural=n==0 ? 0 : n==1 ? 1 : 2;', 'it has 3 forms, but ja has 1 form'],
    ['ja', 'nplurals=2; plural=0;', 'it has 2 forms, but ja has 1 form'],
    ['de', 'nplurals=3; plural=n==1 ? 0 : n%10==1 ? 1 : 3;', 'it returns form 3 for 0, but nplurals is 3'],
    ['pl', 'nplurals=3; plural=(n != 1);', 'nplurals is 3, but the plural expression gives only 2 forms'],
    ['de', 'nplurals=2; plural=0;', 'nplurals is 2, but the plural expression gives only 1 form'],
    ['de', 'nplurals=1; plural=0;', 'it has 1 form, but de has 2 forms'],
    [
      'pl',
      'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
      '1 and 21 have the same form, but in pl they differ',
    ],
    ['de', 'nplurals=2; plural=n>1;', '1 and 0 have the same form, but in de they differ'],
    ['de', 'nplurals=2; plural=(n%10 != 1);', '1 and 11 have the same form, but in de they differ'],
  ]
  for (const [locale, line, why] of wrong) {
    it(`is wrong in ${locale} as ${line.slice(0, 50)}`, () => {
      expect(faultOf(locale, line)).toEqual({ line, right: `Plural-Forms: ${defaultRule(locale).header}`, why })
    })
  }

  it('is refused in a pushed file with its place and the right line', () => {
    const text = file('nplurals=2; plural=(n != 1);', PLURAL)
    const check = () => po.header?.check(text, 'pl')
    expect(check).toThrow(AppError)
    expect(check).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message:
          'Invalid PO file at 4:1: Plural-Forms in the header is wrong for pl: it has 2 forms, but pl has 3 forms.',
        fix: `Write "Plural-Forms: ${defaultRule('pl').header}\\n", and a msgstr for each form.`,
      }),
    )
    expect(() => po.header?.check(text, 'de')).not.toThrow()
    expect(() => po.header?.check(text.replace(PLURAL, 'msgid "a"\nmsgstr "A"\n'), 'pl')).not.toThrow()
  })

  it('is compared without blanks', () => {
    const change = (before: string, after: string) => po.header?.describeChange(file(before), file(after))
    expect(change('nplurals=2; plural=(n != 1);', 'nplurals=2; plural=(n!=1)')).toBeUndefined()
    expect(change('nplurals=2; plural=(n != 1);', 'nplurals=2; plural=n > 1;')).toBe(
      'Plural-Forms changed from nplurals=2; plural=(n != 1); to nplurals=2; plural=n > 1;',
    )
    expect(po.header?.describeChange('', file('nplurals=1; plural=0;'))).toBe(
      'Plural-Forms changed from none to nplurals=1; plural=0;',
    )
  })
})

describe('a stored file with a wrong plural rule', () => {
  const entry = (id: string, ...texts: string[]): string =>
    `msgid "${id}"\nmsgid_plural "${id}s"\n${texts.map((text, form) => `msgstr[${form}] "${text}"\n`).join('')}`
  const source = `${entry('file', '', '')}\n${entry('day', '', '')}\n${entry('new', '', '')}`
  const values = new Map<string, Message>([['file', { one: 'plik', few: 'pliki', many: 'plików' }]])

  it('is written with the right rule and a text for each form, also of entries that do not change', () => {
    const base = file(
      'nplurals=2; plural=(n != 1);',
      `${entry('file', 'plik', 'pliki')}\n${entry('day', 'dzień', 'dni')}\n${entry('new', '', '')}`,
    )
    const right = file(
      defaultRule('pl').header,
      `${entry('file', 'plik', 'pliki', 'plików')}\n${entry('day', 'dzień', 'dni', 'dni')}\n${entry('new', '', '', '')}`,
    )
    expect(po.write({ source, base, locale: 'pl', values }).replace(`12 ${WRAP}`, '12 ')).toBe(right)
    expect(po.pluralCategories?.('pl', base)).toEqual(['one', 'few', 'many'])
    expect(po.write({ source, base: right, locale: 'pl', values })).toBe(right)
  })

  it('loses the forms that the language does not have', () => {
    const base = file('nplurals=1; plural=1;', `${entry('file', '1', '2')}\n${entry('day', '3', '4')}`)
    expect(po.write({ source, base, locale: 'ja', values: new Map<string, Message>([['file', { other: '2' }]]) })).toBe(
      file('nplurals=1; plural=0;', `${entry('file', '2')}\n${entry('day', '3')}`),
    )
  })

  it('stays as it is until a plural is written', () => {
    const base = file(
      'nplurals=2; plural=(n != 1);',
      `${entry('file', 'plik', 'pliki')}\nmsgid "one"\nmsgstr "jeden"\n`,
    )
    const more = `${source}\nmsgid "one"\nmsgstr ""\n`
    const write = (map: Map<string, Message>) => po.write({ source: more, base, locale: 'pl', values: map })
    expect(write(new Map())).toBe(base)
    expect(write(new Map([['one', 'jedno']]))).toBe(base.replace('jeden', 'jedno'))
    const alone = base.replace(/msgid "file"[^]*?\n\n/, '')
    expect(po.write({ source: more, base: alone, locale: 'pl', values: new Map([['one', 'jedno']]) })).toBe(
      alone.replace('jeden', 'jedno'),
    )
  })
})

describe('a surplus msgstr', () => {
  const surplus = `msgid "a"\nmsgid_plural "b"\nmsgstr[0] "A"\nmsgstr[1] "B"\nmsgstr[2] "C"\n`
  const text = file('nplurals=2; plural=(n != 1);', surplus)

  it('is told and kept', () => {
    expect(po.readTarget(text, 'de')).toEqual([{ key: 'a', value: { one: 'A', other: 'B' }, surplus: 1 }])
    const changed = new Map<string, Message>([['a', { one: 'X', other: 'B' }]])
    expect(po.write({ source: surplus, base: text, locale: 'de', values: changed })).toBe(text.replace('"A"', '"X"'))
  })
})

describeWith('corpus', 'the plural rules of published PO files', () => {
  it('are right', () => {
    for (const locale of ['ar', 'ja', 'pl', 'ru']) {
      for (const path of ['admin/locale/*/LC_MESSAGES/django.po', 'admin/locale/*/LC_MESSAGES/djangojs.po']) {
        const text = readCorpus(`wagtail-gettext-po/wagtail/${path.replace('*', locale)}`)
        expect(po.header?.findFault(text, locale), `${locale} ${path}`).toBeUndefined()
      }
    }
  })
})
