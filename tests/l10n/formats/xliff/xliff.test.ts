import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import { xliff } from '../../../../src/l10n/formats/xliff/format.ts'
import { corpusFolder, describeWith } from '../../../require.ts'
import { readCorpus } from '../../corpus.ts'
import { acceptFormat } from '../contract/laws.ts'
import { surviveMutations } from '../contract/mutations.ts'
import { namesFaults } from '../faults.ts'
import { ANGULAR, ANGULAR_2, FULL_2, XCODE_SOURCE } from '../fixtures/xliff.ts'
import { unit } from '../xliff-files.ts'

const VALIDATORS = 'symfony-xliff/src/Symfony/Component/Validator/Resources/translations'
const FIXTURES = 'symfony-xliff/src/Symfony/Component/Translation/Tests/Fixtures'

const EMPTY = '<xliff version="1.2"><file source-language="en" original="x"><body></body></file></xliff>'
/** The unit with two segments keeps the key of a segment readable when the other one is removed. */
const EMPTY_2 =
  '<xliff version="2.0" srcLang="en"><file id="f"><unit id="1"><segment><source/></segment><segment><source/></segment></unit></file></xliff>'
const OPTIONS = {
  empty: EMPTY,
  siblings: ['<xliff version="1.2">\r\n<file target-language="pt_BR"><body/></file></xliff>\r\n'],
  hard: 'a "b" \\ \t & < > \' <b>x</b> &amp; ]]> 😀👨‍👩‍👧 \u200F\u202Bx\u202C \u2028 {{count}} {n}',
  toContent: (line: string) => line,
}

describeWith('corpus', 'XLIFF files of Symfony', () => {
  const fixtures = readdirSync(join(corpusFolder, FIXTURES)).map(name => {
    const text = readCorpus(`${FIXTURES}/${name}`)
    return { name, text, locale: /trgLang="([\w-]+)"/.exec(text)?.[1] ?? 'de' }
  })
  describe.each(fixtures)('of the parser: $name', file => {
    acceptFormat(xliff, file.text, [file], { ...OPTIONS, empty: file.text.includes('version="2.0"') ? EMPTY_2 : EMPTY })
  })
  surviveMutations(xliff, fixtures)

  it('have the units of the source, of which the newest repeat the source', () => {
    const source = readCorpus(`${VALIDATORS}/validators.en.xlf`)
    const { entries, options } = xliff.read(source, undefined, 'en')
    expect(options).toEqual({ syntax: 'i18next', version: '1.2', eol: '\n' })
    for (const locale of ['he', 'pl']) {
      const read = xliff.readTarget(readCorpus(`${VALIDATORS}/validators.${locale}.xlf`), locale, source)
      const known = new Set(read.map(({ key }) => key))
      const missing = entries.map(({ key }) => key).filter(key => !known.has(key))
      // They have the state needs-translation.
      expect(missing, locale).toEqual(locale === 'he' ? ['114', '115', '116', '117', '118', '119'] : [])
      expect(read.filter(({ state }) => state === 'needs_review')).toHaveLength(locale === 'he' ? 15 : 0)
    }
  })
})

it('XLIFF is detected by its extension', () => {
  for (const path of ['messages.xlf', 'de.XLIFF', 'a/b.xliff']) expect(detectFormat(path, ANGULAR).id).toBe('xliff')
  expect(xliff.matches('a.sdlxliff', '')).toBe(false)
})

describe('a source file', () => {
  it('of Angular has notes, meanings, places, and what its tags stand for', () => {
    expect(xliff.read(ANGULAR)).toEqual({
      entries: [
        {
          key: 'introductionHeader',
          value: `Hello, <x id="INTERPOLATION"/>! It's <x id="START_BOLD_TEXT"/>new<x id="CLOSE_BOLD_TEXT"/>.`,
          description:
            'An introduction header for this sample\n<x id="INTERPOLATION"/>: {{name}}\n<x id="START_BOLD_TEXT"/>: <b>\n<x id="CLOSE_BOLD_TEXT"/>: </b>',
          context: 'User welcome',
          references: ['src/app/app.component.html:4', 'src/app/home.component.html:12,14'],
          syntax: 'plain',
        },
        {
          key: '5206857922697139278',
          value: '{VAR_PLURAL, plural, =0 {just now} =1 {one minute ago} other {<x id="INTERPOLATION"/> minutes ago}}',
          description: '<x id="INTERPOLATION"/>: {{ minutes }}',
          references: ['src/app/app.component.html:19'],
        },
        { key: '8176874091447714034', value: ' Cancel ', syntax: 'plain' },
      ],
      options: { syntax: 'icu', version: '1.2', eol: '\n' },
    })
    expect(xliff.read(ANGULAR_2).entries).toEqual([
      {
        key: '1',
        value: 'Hello <ph id="0"/>, <pc id="1">sign in</pc>',
        description: 'Greets the user\n<ph id="0"/>: {{name}}\n<pc id="1">: <a>',
        context: 'header',
        references: ['src/app/app.component.html:5,7'],
      },
      { key: '2', value: 'Cancel' },
    ])
  })

  it('with several files has keys that start with the file', () => {
    expect(xliff.read(XCODE_SOURCE).entries.map(({ key, value }) => [key, value])).toEqual([
      ['App/en.lproj/Localizable.strings:title', '%@ photos'],
      ['App/en.lproj/Localizable.strings:cancel', 'Cancel'],
      ['App/en.lproj/InfoPlist.strings:title', 'Photos'],
    ])
    expect(xliff.read(XCODE_SOURCE).options['syntax']).toBe('printf')
  })

  it('of XLIFF 2 has an entry per segment, without those that are not to be translated', () => {
    expect(xliff.read(FULL_2, undefined, 'en').entries).toEqual([
      { key: 'u1.s1', value: 'One <ph id="1"/>.', description: '<ph id="1"/>: {0}' },
      { key: 'u1.2', value: 'Two.' },
      { key: 'yes', value: 'yes' },
    ])
  })

  it('has its targets as strings if they are in the source language', () => {
    const file = (language: string): string =>
      `<xliff version="1.2"><file source-language="en"${language} original="m"><body><trans-unit id="x" resname="cart.title"><source>cart.title</source><target>Basket</target></trans-unit><trans-unit id="y" resname="b"><source>b</source><target/></trans-unit></body></file></xliff>`
    const read = (text: string, locale?: string) => xliff.read(text, undefined, locale).entries
    for (const [text, locale] of [
      [file(''), undefined],
      [file(' target-language="en"'), undefined],
      [file(' target-language="en_US"'), 'en'],
    ] as const) {
      expect(read(text, locale)).toEqual([
        { key: 'cart.title', value: 'Basket' },
        { key: 'b', value: 'b' },
      ])
    }
    expect(read(file(' target-language="de"'), 'en')).toMatchObject([{ value: 'cart.title' }, { value: 'b' }])
    expect(read(file(' target-language="de"'))).toMatchObject([{ value: 'cart.title' }, { value: 'b' }])
    // The source is not replaced, and the English target is not left in the file of another language.
    const german = xliff.write({ source: file(''), locale: 'de', values: new Map([['cart.title', 'Korb']]) })
    expect(german).toContain('<file source-language="en" target-language="de" original="m">')
    expect(german).toContain('<source>cart.title</source><target>Korb</target>')
    expect(german).toContain('<source>b</source></trans-unit>')
  })

  it('has notes of several kinds, a maximum length, and what gettext programs tell translators', () => {
    const file = unit(
      '<source>a</source><note>one</note><note annotates="target">for reviewers</note><note from="developer"> two\r\n </note><context-group purpose="information"><context context-type="x-po-autocomment">three</context></context-group><context-group purpose="location"><context context-type="sourcefile">a.c</context></context-group>',
      ' maxwidth="20" size-unit="char"',
    )
    expect(xliff.read(file).entries).toEqual([
      { key: '1', value: 'a', description: 'three\none\ntwo', references: ['a.c'], maxLength: 20 },
    ])
    expect(xliff.read(unit('<source>a</source>', ' maxwidth="20"')).entries).toEqual([{ key: '1', value: 'a' }])
    const notes = '<notes><note category="section">login</note><note appliesTo="target">x</note></notes>'
    const two = `<xliff version="2.0" srcLang="en"><file id="f"><unit id="1">${notes}<segment><source>a</source></segment></unit></file></xliff>`
    expect(xliff.read(two).entries).toEqual([{ key: '1', value: 'a', description: 'section: login' }])
  })

  it('has no entries for units that are not to be translated, or are empty', () => {
    expect(xliff.read(unit('<source>a</source>', ' translate="no"')).entries).toEqual([])
    expect(xliff.read(unit('<source/>')).entries).toEqual([])
    const group =
      '<xliff version="1.2"><file original="a"><body><group translate="no"><trans-unit id="1"><source>a</source></trans-unit><group><trans-unit id="2" translate="yes"><source>b</source></trans-unit></group></group><bin-unit id="3"/></body></file></xliff>'
    expect(xliff.read(group).entries).toEqual([{ key: '2', value: 'b' }])
  })

  it('may use a prefix for the namespace', () => {
    const file =
      '<n:xliff xmlns:n="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><n:file original="a"><n:body><n:trans-unit id="1"><n:source>a <n:x id="1"/></n:source></n:trans-unit></n:body></n:file></n:xliff>'
    expect(xliff.read(file).entries).toEqual([{ key: '1', value: 'a <n:x id="1"/>' }])
    const written = xliff.write({ source: file, locale: 'de', values: new Map([['1', '<n:x id="1"/> b']]) })
    expect(written).toContain('</n:source><n:target><n:x id="1"/> b</n:target>')
  })

  namesFaults(xliff, [
    ['', '1:1', 'the file has no root element.'],
    ['<a/>', '1:1', 'the root element is <a>.'],
    ['<xliff/>', '1:1', 'the version is "".'],
    ['<xliff\n version="3"/>', '2:2', 'the version is "3".'],
    [unit(''), '1:68', '<trans-unit> has no <source>.'],
    [unit('<source/>').replace(' id="1"', ''), '1:68', '<trans-unit> has no id.'],
    [unit('<source>a & b</source>'), '1:97', 'an ampersand stands alone.'],
  ])
})
