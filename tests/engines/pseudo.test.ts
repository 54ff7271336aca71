import { describe, expect, it } from 'vitest'
import { createPseudoEngine } from '../../src/engines/pseudo/pseudo-engine.ts'
import { type Message, messageUnits, type Syntax } from '../../src/l10n/message/message.ts'
import { readCorpus } from '../l10n/corpus.ts'
import { describeWith } from '../require.ts'
import { isNightly } from '../runs.ts'
import { openWorld } from '../tools/world.ts'
import { readStrings, SAMPLES, SOURCE_FILES, translateAndCheck } from './sources.ts'

const engine = createPseudoEngine()

async function translate(value: Message, locale: string, syntax: Syntax = 'plain', max?: number): Promise<Message> {
  const strings = [{ key: 'k', value, syntax, ...(max !== undefined && { max }) }]
  const { answers } = await translateAndCheck(engine, locale, strings)
  return answers.get('k') ?? ''
}

describe('pseudo-localization', () => {
  it('writes accents, brackets, and about a third more of long texts', async () => {
    expect(await translate('Save file', 'en-XA')).toBe('[Šáṽé ƒîļé one]')
    const long = 'The quick brown fox jumps over the lazy dog near the river bank today'
    const ratio = messageUnits(await translate(long, 'en-XA')) / long.length
    expect(ratio).toBeGreaterThanOrEqual(1.3)
    expect(ratio).toBeLessThanOrEqual(1.42)
  })

  it('writes words in right-to-left order, with balanced marks', async () => {
    expect(await translate('Save %s', 'ar-XB', 'printf')).toBe('\u200F\u202ESave\u202C\u200F %s')
  })

  it('keeps placeholders, tags, URLs and ICU syntax', async () => {
    expect(await translate('Hi {name}, see <b>https://a.example/x</b>', 'en-XA')).toBe(
      '[Ĥî {name}, šéé <b>https://a.example/x</b> one]',
    )
    expect(await translate('{n, plural, one {# file} other {# files}}', 'ar-XB', 'icu')).toMatch(
      /^\{n, plural, one \{# .+\} two \{# .+\} few \{# .+\} many \{# .+\} other \{# .+\}\}$/,
    )
  })

  it('keeps the choices and quotes of Java, and the selectors of Fluent', async () => {
    expect(await translate("{0,choice,0#it''s empty|1<the ''''best'''' {0} files} '{'x'}'", 'en-XA', 'java')).toMatch(
      /^.*\{0,choice,0#îţ’š éɱþţý.*\|1<.*ţĥé ’ƀéšţ’ \{0\} ƒîļéš.*\} '\{'.*ẋ.*'\}'.*$/,
    )
    const fluent = await translate('{ $n ->\n    [one] One file\n   *[other] { $n } files\n}', 'en-XA', 'fluent')
    expect(fluent).toMatch(/^.*\{ \$n ->\n {4}\[one\] .*Öñé ƒîļé.*\n {3}\*\[other\] .*\{ \$n \} ƒîļéš.*\n\}.*$/)
  })

  it('keeps the parts of MediaWiki', async () => {
    const text = '{{PLURAL:$1|one file|$1 files}} in [[Help:Files|the list]] of {{SITENAME}}'
    expect(await translate(text, 'en-XA', 'banana')).toMatch(
      /^.*\{\{PLURAL:\$1\|.*öñé ƒîļé.*\|.*\$1 ƒîļéš.*\}\} îñ \[\[Help:Files\|ţĥé ļîšţ.*\]\].*öƒ.*\{\{SITENAME\}\}.*$/,
    )
  })

  it('writes the plural forms of the locale', async () => {
    const forms = await translate({ one: 'a day', other: '%d days' }, 'ar-XB', 'printf')
    expect(Object.keys(forms)).toEqual(['zero', 'one', 'two', 'few', 'many', 'other'])
  })

  it('stays within a maximum length', async () => {
    expect(await translate('Save', 'en-XA', 'plain', 5)).toBe('Šáṽé')
    expect(await translate('Save', 'ar-XB', 'plain', 5)).toBe('Save')
  })

  it('supports no locale that users read', () => {
    expect(engine.findUnsupported('en', 'de')).toBe(
      'Engine pseudo does not write de, only the pseudo-locales en-XA and ar-XB.',
    )
    expect(['en-XA', 'ar-XB'].map(locale => engine.findUnsupported('en', locale))).toEqual([undefined, undefined])
  })

  it.each(['en-XA', 'ar-XB'])('passes every check of level error in %s', async locale => {
    const { errors, unanswered } = await translateAndCheck(engine, locale, SAMPLES)
    expect(errors).toEqual([])
    expect(unanswered).toEqual([])
  })

  it('has locales that a project accepts', async () => {
    const world = await openWorld()
    const ada = await world.user('ada')
    const created = await ada.call('create_project', {
      project: 'ada/app',
      source_locale: 'en',
      target_locales: ['en-XA', 'ar_XB'],
    })
    expect(JSON.stringify(created)).toMatch(/"en-XA".*"ar-XB"/)
    await world.close()
  })
})

describeWith('corpus', 'pseudo-localization of published files', () => {
  it.each(SOURCE_FILES)('passes every check of level error: %s', async path => {
    const strings = readStrings(path, readCorpus(path))
    const byDay = SOURCE_FILES.indexOf(path) % 2 === 0 ? 'en-XA' : 'ar-XB'
    for (const locale of isNightly ? ['en-XA', 'ar-XB'] : [byDay]) {
      const { errors, unanswered } = await translateAndCheck(engine, locale, strings)
      expect(errors).toEqual([])
      expect(unanswered).toEqual([])
    }
  })
})
