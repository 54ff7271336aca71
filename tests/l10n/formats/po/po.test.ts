import { describe, expect, it } from 'vitest'
import type { WriteRequest } from '../../../../src/l10n/formats/format.ts'
import { po } from '../../../../src/l10n/formats/po/format.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { namesFaults } from '../faults.ts'
import { fixturesOf } from '../fixtures.ts'

const fixture = fixturesOf('po')
const POT = fixture('shop.pot')
const PL = fixture('pl.po')
const RECYCLED =
  'Every order is packed by hand, 100% recycled. It leaves the house on the next working day.\nSay "thanks" to\tAda.'

const values = (map: Record<string, Message>): Map<string, Message> => new Map(Object.entries(map))
const texts = (text: string, locale = 'pl'): Record<string, Message> =>
  Object.fromEntries(po.readTarget(text, locale).map(({ key, value }) => [key, value]))
const merge = (map: Record<string, Message>, more: Partial<WriteRequest> = {}): string =>
  po.write({ source: POT, base: PL, locale: 'pl', values: values(map), ...more })
const fresh = (map: Record<string, Message>, more: Partial<WriteRequest> = {}): string =>
  po.write({ source: POT, locale: 'pl', values: values(map), ...more })

describe('reading a PO file', () => {
  it('reads keys, plurals, contexts, notes, references and flags, and skips the header', () => {
    expect(po.read(POT)).toEqual({
      entries: [
        {
          key: 'Pay now',
          value: 'Pay now',
          description: 'On the button below the basket.\nAt most two words.',
          references: ['shop/basket.py:12', 'shop/order.py:40', 'shop/my templates/basket.html:7'],
        },
        { key: 'month␄May', value: 'May', context: 'month', description: 'The month, not the verb.' },
        { key: 'verb␄May', value: 'May', context: 'verb' },
        {
          key: '%(count)s item',
          value: { one: '%(count)s item', other: '%(count)s items' },
          references: ['shop/basket.py:20'],
          tags: ['python-format'],
          syntax: 'printf',
        },
        { key: 'Dear {name},\n', value: 'Dear {name},\n', tags: ['python-brace-format'] },
        { key: RECYCLED, value: RECYCLED, tags: ['no-python-format'] },
      ],
      options: { syntax: 'plain', eol: '\n', final_newline: true },
    })
  })

  it('takes the syntax of entries from their flags, and of a file without flags from its texts', () => {
    const syntaxes = (text: string): string[] => {
      const { entries, options } = po.read(text)
      return entries.map(({ syntax }) => syntax ?? options.syntax)
    }
    const flagged = (flag: string): string => `#, ${flag}\nmsgid "${flag}"\nmsgstr ""\n`
    expect(
      syntaxes(
        ['c-format', 'fuzzy, php-format', 'java-format', 'csharp-format', 'no-c-format', 'wrap']
          .map(flagged)
          .join('\n'),
      ),
    ).toEqual(['printf', 'printf', 'icu', 'plain', 'plain', 'plain'])
    expect(syntaxes('msgid "%s of %d"\nmsgstr ""\n')).toEqual(['printf'])
    expect(syntaxes('msgid "{count, plural, one {# day} other {# days}}"\nmsgstr ""\n')).toEqual(['icu'])
    expect(syntaxes('msgid "Hello {name}"\nmsgstr ""\n')).toEqual(['plain'])
    expect(syntaxes('msgid "{n} day | {n} days"\nmsgstr ""\n')).toEqual(['plain'])
  })

  it('uses msgid as the source, whatever the file of the source language says', () => {
    expect(po.read('msgid "colour"\nmsgstr "color"\n').entries).toEqual([{ key: 'colour', value: 'colour' }])
  })

  it('understands escapes, concatenated strings, CRLF, a byte order mark and no final line break', () => {
    const text = '\uFEFFmsgid "a\\t\\"b\\"\\\\n" "c"\r\n\t"\\303\\274\\x41\\u00"\r\nmsgstr"d\\ne"'
    expect(() => po.read(text)).toThrow('the escape \\u is not valid')
    const good = text.replace('\\u00', '! ')
    expect(po.read(good).entries).toEqual([{ key: 'a\t"b"\\ncüA! ', value: 'a\t"b"\\ncüA! ' }])
    expect(po.read(good).options).toMatchObject({ eol: '\r\n', final_newline: false })
    expect(texts(good)).toEqual({ 'a\t"b"\\ncüA! ': 'd\ne' })
  })

  it('skips empty and obsolete entries, and marks fuzzy ones for review', () => {
    expect(po.readTarget(PL, 'pl')).toEqual([
      { key: 'Pay now', value: 'Zapłać' },
      { key: 'verb␄May', value: 'Może', state: 'needs_review' },
      {
        key: '%(count)s item',
        value: { one: '%(count)s rzecz', few: '%(count)s rzeczy' },
        state: 'needs_review',
        emptyForms: ['many'],
      },
      { key: 'Gone', value: 'Nie ma' },
      { key: 'Dear {name},\n', value: 'Witaj, {name}!\n' },
    ])
    expect(po.readTarget(POT, 'pl')).toEqual([])
  })

  it('gives no entry the flags of an obsolete one, or the license as its comment', () => {
    const text = '# Licence.\n\n#, fuzzy\n#~ msgid "a"\n#~ msgstr "b"\nmsgid "c"\nmsgstr "d"\n'
    expect(po.readTarget(text, 'de')).toEqual([{ key: 'c', value: 'd' }])
  })

  const entry = 'msgid "a"\nmsgstr "b"\n'
  const header = (line: string): string => `msgid ""\nmsgstr ""\n"${line}\\n"\n\n`
  namesFaults(po, [
    ['msgid "a\nmsgstr ""\n', '1:7', 'Close it with "'],
    [`${entry}\nmsgid "a\\"\nmsgstr ""`, '4:7', 'Close it with "'],
    [`msgid "x"\n\n${entry}`, '1:1', 'Add msgstr ""'],
    [`${entry}\nmsgid "x"\n`, '4:1', 'Add msgstr ""'],
    [`msgid\n${entry}`, '1:1', 'Write at least msgid ""'],
    ['msgctxt "x"\nmsgctxt "x"\n', '1:1', 'Put msgid'],
    ['msgstr "x"\n', '1:1', 'Start the entry'],
    ['  "x"\n', '1:3', 'Start the entry'],
    ['msgid "a"\n# no\n"b"\nmsgstr ""\n', '3:1', 'put comments above'],
    [`${entry}\nfoo: bar\n`, '4:1', 'Put # before it'],
    [`msgid ""\nmsgstr ""\n${entry}\n# again\nmsgid ""\nmsgstr "c"\n`, '7:1', 'Remove one'],
    ['msgid "a"\nmsgid_plural "b"\nmsgstr[1] ""\n', '3:1', 'Number the forms from 0'],
    ['msgid "a"\nmsgstr[0] "b"\n', '2:1', 'Add msgid_plural'],
    ['msgid "a"\nmsgid_plural "b"\nmsgstr "c"\n', '3:1', 'Write msgstr[0]'],
    [`${entry}msgstr "c"\n`, '3:1', 'Remove one'],
    ['msgid[0] "a"\nmsgstr ""\n', '1:1', 'Write msgid.'],
    [`${header('Content-Type: text/plain; charset=ISO-8859-2')}${entry}`, '2:1', 'to-code=UTF-8'],
    ['msgid "ab\\q"\nmsgstr ""\n', '1:10', 'a backslash is \\\\'],
    ['msgid "ab\\303("\nmsgstr ""\n', '1:10', '\\303\\274'],
    ['{"a": "b"}', '1:1', 'Put # before it'],
  ])
})

describe('writing onto a PO file', () => {
  it('inserts missing entries after their predecessor, with the comments of the source', () => {
    expect(merge({ 'month␄May': 'maj' })).toBe(
      PL.replace(
        'msgstr "Zapłać"\n',
        'msgstr "Zapłać"\n\n#. The month, not the verb.\nmsgctxt "month"\nmsgid "May"\nmsgstr "maj"\n',
      ),
    )
  })

  it('inserts into a file without entries, and after a last line without a line break', () => {
    const source = 'msgid "a"\nmsgstr ""\n\n#, fuzzy\nmsgid "b"\nmsgstr "B"\n\nmsgid "c"\nmsgstr ""\n'
    const all = values({ a: '1', b: '2', c: '3' })
    const onto = (base: string): string => po.write({ source, base, locale: 'de', values: all })
    expect(onto('msgid "b"\nmsgstr "2"')).toBe(
      'msgid "a"\nmsgstr "1"\n\nmsgid "b"\nmsgstr "2"\n\nmsgid "c"\nmsgstr "3"',
    )
    expect(onto('')).toBe('msgid "a"\nmsgstr "1"\n\nmsgid "b"\nmsgstr "2"\n\nmsgid "c"\nmsgstr "3"\n')
    expect(onto('# Words.\r\nmsgid "c"\r\nmsgstr ""\r\n')).toBe(
      'msgid "a"\r\nmsgstr "1"\r\n\r\nmsgid "b"\r\nmsgstr "2"\r\n\r\n# Words.\r\nmsgid "c"\r\nmsgstr "3"\r\n',
    )
  })

  it('finds adjacent obsolete entries, and those with a context or concatenated strings', () => {
    const old = (name: string): string => `#~ msgid "${name}"\n#~ msgstr "x"\n`
    const base = `msgid "k"\nmsgstr "v"\n\n${old('a')}#, fuzzy\n#~| msgid "was"\n#~ msgctxt "c"\n#~ msgid ""\n#~ "b\\n"\n#~ "b"\n#~ msgstr ""\n${old('d')}`
    const source = 'msgctxt "c"\nmsgid "b\\nb"\nmsgstr ""\n'
    expect(po.write({ source, base, locale: 'de', values: values({ 'c␄b\nb': 'B' }) })).toBe(
      `msgctxt "c"\nmsgid "b\\nb"\nmsgstr "B"\n\nmsgid "k"\nmsgstr "v"\n\n${old('a')}${old('d')}`,
    )
  })

  it('empties a withdrawn translation, and keeps the translators’ comments', () => {
    const withdrawn = new Set(['Pay now', 'verb␄May', '%(count)s item', 'month␄May'])
    expect(merge({ 'Pay now': 'Zapłać' }, { withdrawn })).toBe(
      PL.replace('"Zapłać"', '""')
        .replace('#, fuzzy\n#| msgid "Might"\n', '')
        .replace('"Może"', '""')
        .replace('#, fuzzy, python', '#, python')
        .replace('#| msgid "%(count)s thing"\n#| msgid_plural "%(count)s things"\n', '')
        .replace('"%(count)s rzecz"', '""')
        .replace('"%(count)s rzeczy"', '""'),
    )
  })

  it('follows the source when an entry gains or loses a plural', () => {
    const base =
      '# mine\n#, fuzzy, c-format\nmsgid "%d item"\nmsgstr "%d Ding"\n\nmsgid "b"\nmsgid_plural "c"\nmsgstr[0] "1"\nmsgstr[1] "2"\n'
    const source = 'msgid "%d item"\nmsgid_plural "%d items"\nmsgstr[0] ""\nmsgstr[1] ""\n\nmsgid "b"\nmsgstr ""\n'
    const written = po.write({
      source,
      base,
      locale: 'de',
      values: values({ '%d item': { one: '%d A', other: '%d B' }, b: 'x' }),
    })
    expect(written).toContain(
      '# mine\n#, c-format\nmsgid "%d item"\nmsgid_plural "%d items"\nmsgstr[0] "%d A"\nmsgstr[1] "%d B"\n\nmsgid "b"\nmsgstr "x"\n',
    )
  })

  it('fills every form when the translation has another kind than the entry', () => {
    expect(texts(merge({ '%(count)s item': '%(count)s szt.', 'Pay now': { one: 'a', other: 'b' } }))).toMatchObject({
      '%(count)s item': { one: '%(count)s szt.', few: '%(count)s szt.', many: '%(count)s szt.' },
      'Pay now': 'b',
    })
  })

  it('adds the plural header when the file has none', () => {
    const base = 'msgid ""\nmsgstr ""\n"Language: pl\\n"\n\nmsgid "x"\nmsgstr "y"\n'
    const forms = { one: 'a', few: 'b', many: 'c' }
    const written = merge({ '%(count)s item': forms }, { base })
    expect(written).toContain('"Language: pl\\n"\n"Plural-Forms: nplurals=3; plural=(n==1 ? 0 :')
    expect(texts(written)).toEqual({ '%(count)s item': forms, x: 'y' })
    const bare = merge({ '%(count)s item': forms }, { base: 'msgid "x"\nmsgstr "y"\n' })
    expect(bare.startsWith('msgid ""\nmsgstr ""\n"MIME-Version: 1.0\\n"\n')).toBe(true)
    expect(texts(bare)).toEqual({ '%(count)s item': forms, x: 'y' })
  })
})

describe('a new PO file', () => {
  it('is the source with its translations, and a header for the language', () => {
    const written = fresh({ 'Pay now': 'Zapłać', '%(count)s item': { one: '1', few: '2', many: '3' } })
    expect(written).toBe(
      POT.replace('#, fuzzy\n', '')
        .replace('"Language: \\n"', '"Language: pl\\n"')
        .replace('charset=CHARSET', 'charset=UTF-8')
        .replace(
          '"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"',
          '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 "\n"|| n%100>14) ? 1 : 2);\\n"',
        )
        .replace('msgid "Pay now"\nmsgstr ""', 'msgid "Pay now"\nmsgstr "Zapłać"')
        .replace('msgstr[0] ""\nmsgstr[1] ""', 'msgstr[0] "1"\nmsgstr[1] "2"\nmsgstr[2] "3"'),
    )
  })

  it('has neither the texts of the source language nor its obsolete entries', () => {
    const source = PL.replace('nplurals=3', 'nplurals=3')
    const written = po.write({ source, locale: 'ja', values: new Map() })
    expect(po.readTarget(written, 'ja')).toEqual([])
    expect(written).not.toMatch(/fuzzy|#~|#\||msgstr\[1\]/)
    expect(written.endsWith('msgid "Dear {name},\\n"\nmsgstr ""\n')).toBe(true)
    expect(po.read(written).entries).toEqual(po.read(PL).entries)
  })

  it('keeps the header lines that do not depend on the language', () => {
    const team = '"Language-Team: Ada "\n"and \\x42ob\\n"\n'
    const source = `msgid ""\nmsgstr ""\n${team}"Language: en\\n"\n"X-Last: yes"\n\nmsgid "a"\nmsgstr ""\n`
    const written = po.write({ source, locale: 'de', values: new Map() })
    expect(written).toContain('"X-Last: yes\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n')
    const whole = po.write({ source: source.replace('yes"', 'yes\\n"'), locale: 'de', values: new Map() })
    expect(whole.startsWith(`msgid ""\nmsgstr ""\n${team}"Language: de\\n"\n"X-Last: yes\\n"\n`)).toBe(true)
  })

  it('spells the locale as gettext does', () => {
    const language = (locale: string): string => /"Language: (.*)\\n"/.exec(fresh({}, { locale }))?.[1] ?? ''
    expect(['pt-BR', 'sr-Latn-RS', 'zh-Hant-TW', 'de', 'es-419', 'ca-valencia'].map(language)).toEqual([
      'pt_BR',
      'sr_RS@latin',
      'zh_Hant_TW',
      'de',
      'es_419',
      'ca@valencia',
    ])
  })

  it('gets a header when the source has none, and line ends and width from a sibling', () => {
    const source = 'msgid "a"\nmsgstr ""\n'
    const long = 'w '.repeat(60).trim()
    expect(po.write({ source, locale: 'de', values: values({ a: 'A' }) })).toBe(
      'msgid ""\nmsgstr ""\n"MIME-Version: 1.0\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"Language: de\\n"\n' +
        '"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\nmsgid "a"\nmsgstr "A"\n',
    )
    const sibling = `msgid "a"\r\nmsgstr "${'x '.repeat(90)}"\r\n`
    const written = po.write({ source, sibling, locale: 'de', values: values({ a: long }) })
    expect(written.endsWith(`\r\n\r\nmsgid "a"\r\nmsgstr "${long}"\r\n`)).toBe(true)
  })
})

describe('the style of a PO file', () => {
  const long = 'lorem ipsum dolor sit amet '.repeat(5).trim()
  const written = (base: string, value: string): string =>
    po
      .write({
        source: 'msgid "k"\nmsgstr ""\n',
        base: `msgid "k"\nmsgstr ""\n\n${base}`,
        locale: 'de',
        values: values({ k: value }),
      })
      .replace(`\n\n${base}`, '')

  it('keeps long texts on one line in a file that is not wrapped', () => {
    expect(written(`msgid "x"\nmsgstr "${long}"\n`, long)).toBe(`msgid "k"\nmsgstr "${long}"`)
    expect(written(`msgid "x"\nmsgstr "${long}"\n`, `${long} ${long}`)).toBe(`msgid "k"\nmsgstr "${long} ${long}"`)
    expect(written(`msgid "x"\nmsgstr "${long}"\n`, 'a\nb')).toBe('msgid "k"\nmsgstr ""\n"a\\n"\n"b"')
    expect(written(`msgid "x"\nmsgstr "${long}\\nb"\n`, 'a\nb')).toBe('msgid "k"\nmsgstr "a\\nb"')
  })
})
