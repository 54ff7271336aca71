import { describe, expect, it } from 'vitest'
import { appleStrings } from '../../../../src/l10n/formats/apple-strings/format.ts'
import { assertNoNull } from '../../../../src/l10n/formats/faults.ts'
import { namesFaults } from '../faults.ts'
import { fixturesOf } from '../fixtures.ts'

const fixture = fixturesOf('apple-strings')
const english = fixture('en.strings')
const german = fixture('de.strings')

const read = (text: string) => appleStrings.read(text).entries
const write = (base: string | undefined, values: Record<string, string>, source = english, more = {}): string =>
  appleStrings.write({ source, base, locale: 'de', values: new Map(Object.entries(values)), ...more })
const failure = (place: string) =>
  expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(place) })

describe('reading strings files', () => {
  it('reads pairs with the comments above them and behind them', () => {
    expect(appleStrings.read(english)).toEqual({
      entries: [
        { key: 'app.title', value: 'Demo', description: 'Title of the main screen' },
        {
          key: 'app.greeting',
          value: 'Hello, %@!',
          description: 'Greeting; the placeholder is the name of the user',
        },
        {
          key: 'basket.count',
          value: '%1$d items of %2$@',
          description: 'MARK: Baskets\nNumber of items\nin the basket',
        },
        { key: 'basket.empty', value: 'Your basket is "empty".\nAdd something.', description: 'Two lines' },
        { key: 'Share “It”', value: 'Share “It”' },
        { key: 'CFBundleDisplayName', value: 'Demo' },
        { key: 'Settings', value: 'Settings' },
        { key: 'single', value: 'Say "hi"' },
      ],
      options: { syntax: 'printf', eol: '\n', final_newline: true },
    })
  })

  it('decodes every escape', () => {
    const text = String.raw`"a" = "\" \\ \' \n\t\r\a\b\f\v|\U0041\u00e9\Ud83d\Ude00\U9|\101\7\341\205|\q\
";`
    expect(read(text)[0]?.value).toBe('" \\ \' \n\t\r\u0007\b\f\v|Aé😀\t|A\u0007ÆÄ|q\n')
  })

  it('keeps real line breaks', () => {
    expect(read('"a" = "1\n2";\r\n"b" = "1\r\n2";').map(({ value }) => value)).toEqual(['1\n2', '1\r\n2'])
  })

  it('reads several pairs in a line, and gives a comment to the pair behind it', () => {
    expect(read('a=1;/*x*/b=2;c=3;//y\nd=4;')).toEqual([
      { key: 'a', value: '1' },
      { key: 'b', value: '2', description: 'x' },
      { key: 'c', value: '3', description: 'y' },
      { key: 'd', value: '4' },
    ])
  })

  it('reads neither headings nor pairs in comments as notes', () => {
    const text = '/* Section */\n\n// "old" = "Old";\n/* "b" = "B"; */\n/* */\n"a" = "A";\n/* End */'
    expect(read(text)).toEqual([{ key: 'a', value: 'A' }])
  })

  it('reads the comment of a storyboard string', () => {
    const note = 'Class = "UILabel"; text = "Open"; ObjectID = "x-1";'
    expect(read(`\n/* ${note} */\n"x-1.text" = "Open";\n`)[0]?.description).toBe(note)
  })

  it('removes the stars of a comment, and cuts a long note', () => {
    expect(read('/**\n * One\n *\n * Two\n */\na=b;')[0]?.description).toBe('One\n\nTwo')
    expect(read(`/* ${'x'.repeat(9_000)} */\na=b;`)[0]?.description).toHaveLength(4_000)
  })

  namesFaults(appleStrings, [
    ['"a" = "A"\n"b" = "B";', '1:10', '"a" has no semicolon'],
    ['"a" = "say "hi"";', '1:13', '"a" has no semicolon'],
    ['"a" = "A;\n', '1:7', 'the value of "a" is not closed'],
    ['"a', '1:1', 'a key is not closed'],
    ['"a" = ;', '1:7', '";" is in the place of the value of "a"'],
    ['"a" = ("A");', '1:7', '"(\\"A\\");" is in the place of the value of "a"'],
    ['"a" =', '1:6', 'the end of the file is in the place of the value of "a"'],
    ['= "A";', '1:1', '"= \\"A\\";" is in the place of a key'],
    ['\n  /* a', '2:3', 'a comment is not closed'],
    ['"a" = "\\Ux";', '1:8', 'the escape \\U has no hexadecimal digits'],
    ['"a" = "\\Ud83d";', '1:8', 'a string contains a lone surrogate'],
    ['<?xml version="1.0"?>', '1:1', 'it is an XML or binary property list'],
  ])

  it('finds the escapes of the null character', () => {
    for (const raw of ['\\0', '\\000', '\\U0000', '\\u0', '\0']) {
      expect(() => assertNoNull(`"a" = "${raw}";`, appleStrings.escape)).toThrow(failure('1:8'))
    }
    expect(() => assertNoNull('"a" = "\\\\0 \\01 \\U0001 \\\\U0000";', appleStrings.escape)).not.toThrow()
  })
})

describe('writing strings files', () => {
  it('changes only texts that differ', () => {
    const base = '"a" = "\\U00e9\\101";\nb = B;\n"c";\n"d" = "1\n2";\n'
    const source = '"a" = "";b="";c="";d="";'
    expect(write(base, { a: 'éA', b: 'B', c: 'c', d: '1\n2' }, source)).toBe(base)
    expect(write(base, { a: 'x"\\\n\u0001', b: 'Ä', c: 'C', d: '3\n4' }, source)).toBe(
      '"a" = "x\\"\\\\\\n\\U0001";\nb = "Ä";\n"c" = "C";\n"d" = "3\n4";\n',
    )
  })

  it('inserts missing pairs after their neighbors, with the comments of the source', () => {
    const values = { 'basket.empty': 'Leer', Settings: 'Einstellungen', 'app.title': 'Demo' }
    expect(write(german, values)).toBe(
      german
        .replace('von %2$@";\n', 'von %2$@";\n\n"basket.empty" = "Leer";\n')
        .replace(' = Demo;\n', ' = Demo;\n\n"Settings" = "Einstellungen";\n'),
    )
    expect(write('"basket.count" = "%1$d";', { 'app.title': 'Demo', 'basket.empty': 'Leer' })).toBe(
      '"app.title" = "Demo";\n"basket.count" = "%1$d";\n"basket.empty" = "Leer";',
    )
  })

  it('writes a new file in the style of a sibling', () => {
    const sibling = '\uFEFF/* A */\r\n"app.title"="Démo";\r\n\r\n/* B */\r\n"x"="X";'
    expect(write(undefined, { 'app.title': 'Demo', 'app.greeting': 'Hallo' }, english, { sibling })).toBe(
      '\uFEFF/* Title of the main screen */\r\n"app.title"="Demo";\r\n\r\n/* Greeting; the placeholder is the name of the user */\r\n"app.greeting"="Hallo";',
    )
  })

  it('removes keys that left the source, with their comments', () => {
    const removed = new Set(['old.key', 'app.title'])
    expect(write(german, {}, english, { removed })).toBe(german.replace('/* Old */\n"old.key" = "Alt";\n\n', ''))
    const dense = '// One\n"a" = "A";\n"b" = "B"; // b\n\n// Two\n"c" = "C";\n'
    const without = (...keys: string[]): string => write(dense, {}, '', { removed: new Set(keys) })
    expect(without('a')).toBe('"b" = "B"; // b\n\n// Two\n"c" = "C";\n')
    expect(without('b')).toBe('// One\n"a" = "A";\n\n// Two\n"c" = "C";\n')
    expect(without('c')).toBe('// One\n"a" = "A";\n"b" = "B"; // b\n')
    expect(without('a', 'b')).toBe('// Two\n"c" = "C";\n')
    expect(without('a', 'b', 'c')).toBe('')
    expect(write('a=b;c=d;', {}, '', { removed: new Set(['a']) })).toBe('c=d;')
  })

  it('renames keys in their places, with their comments and texts', () => {
    const base = '// A\n"a" = "1"; // one\n"b" = "2";\nc;\n'
    const rename = (former: [string, string[]][], values: Record<string, string> = {}, more = {}): string =>
      write(base, values, '"b" = "B"; "x\\"" = "A"; y = "C";', { removed: new Set(['a', 'c']), former, ...more })
    const renamed = '// A\n"x\\"" = "1"; // one\n"b" = "2";\n'
    expect(rename([['x"', ['z', 'a']]])).toBe(renamed)
    expect(rename([['x"', ['a']]], { 'x"': '3' })).toBe(renamed.replace('1', '3'))
    expect(rename([['x"', ['b', 'a']]], {}, { withdrawn: new Set(['x"']) })).toBe('"b" = "2";\n')
    expect(rename([['y', ['c']]], { y: 'c' })).toBe('"b" = "2";\ny = "c";\n')
    expect(rename([['b', ['a']]])).toBe('"b" = "2";\n')
  })
})
