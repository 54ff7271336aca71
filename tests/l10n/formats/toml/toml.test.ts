import { describe, expect, it } from 'vitest'
import { toml } from '../../../../src/l10n/formats/toml/format.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { namesFaults } from '../faults.ts'

const HUGO = `# Messages of the theme

title = "Basket" # on the tab
sub.pay = 'Pay now'
sub.cancel = "Cancel"

# How many posts
[posts]
description = "Number of posts"
hash = "sha1-abc"
one = "One post"
other = "{{ .Count }} posts"

[home]
other = "Home"

[menu]
# First item
about = "About \\"us\\" \\u00e9"
  [menu.help]
  faq = """
Two
lines"""
  raw = '''C:\\dir'''

[numbers]
size = 3
list = ["one", "two"] # kept together
point = { x = 1, label = "Here" }

[[team]]
name = "Ann"
`
const GERMAN = `title = "Korb"
sub.pay = 'Bezahlen'

[posts]
one = "Ein Beitrag"
other = "{{ .Count }} Beiträge"

[home]
other = "Start"

[menu]
about = "Über \\"uns\\""
  [menu.help]
  faq = """
Zwei
Zeilen"""

[numbers]
size = 3
list = ["eins", "zwei"]
point = { x = 1, label = "Hier" }
`
const values = (map: Record<string, Message>): Map<string, Message> => new Map(Object.entries(map))
const entries = (text: string): Record<string, Message> =>
  Object.fromEntries(toml.read(text).entries.map(({ key, value }) => [key, value]))
const write = (base: string | undefined, map: Record<string, Message>, more: object = {}): string =>
  toml.write({ source: HUGO, base, locale: 'de', values: values(map), ...more })

describe('reading TOML', () => {
  it('lists strings and messages of go-i18n, with their notes', () => {
    const { entries: found, options } = toml.read(HUGO)
    expect(found).toEqual([
      { key: 'title', value: 'Basket', description: 'on the tab' },
      { key: 'sub.pay', value: 'Pay now' },
      { key: 'sub.cancel', value: 'Cancel' },
      {
        key: 'posts',
        value: { one: 'One post', other: '{{ .Count }} posts' },
        description: 'How many posts\nNumber of posts',
      },
      { key: 'home', value: 'Home' },
      { key: 'menu.about', value: 'About "us" é', description: 'First item' },
      { key: 'menu.help.faq', value: 'Two\nlines' },
      { key: 'menu.help.raw', value: 'C:\\dir' },
      { key: 'numbers.list.0', value: 'one', description: 'kept together' },
      { key: 'numbers.list.1', value: 'two' },
      { key: 'numbers.point.label', value: 'Here' },
    ])
    expect(options).toEqual({ syntax: 'i18next', separator: '.', eol: '\n', final_newline: true })
  })

  it('reads each kind of string, key and value', () => {
    const text = `a = "tab\\t \\U0001F600 \\b\\f\\r\\n"
'b c' = 'no \\escapes'
"d.e" = """
line \\
   joined ""quotes"" \\\\ """
f . g = '''
it''s'''
h = [1, 2.5, true, 1979-05-27T07:32:00Z, 07:32:00, -inf, 0xFF, "x", ["y"], { z = "w" }]
i = { j = { k = "deep" }, l = [] }
`
    expect(entries(text)).toEqual({
      a: 'tab\t 😀 \b\f\r\n',
      'b c': 'no \\escapes',
      'd\\.e': 'line joined ""quotes"" \\ ',
      'f.g': "it''s",
      'h.7': 'x',
      'h.8.0': 'y',
      'h.9.z': 'w',
      'i.j.k': 'deep',
    })
    expect(entries('"a.b" = "x"\nc = 1\n')).toEqual({ 'a.b': 'x' })
    expect(entries('\uFEFFa = "x"\r\n[b]\r\nc = """\r\nd\r\ne"""\r\n')).toEqual({ a: 'x', 'b.c': 'd\ne' })
    for (const empty of ['', '# only', '\n\n', '\uFEFF']) expect(entries(empty)).toEqual({})
  })

  it('takes forms without `other`, and tables out of order', () => {
    expect(entries('[a]\none = "x"\nfew = "y"\nmany = "z"\n[b]\none = "x"\ntwo = "y"\n')).toEqual({
      a: { one: 'x', few: 'y', many: 'z' },
      'b.one': 'x',
      'b.two': 'y',
    })
    expect(entries('[a.b]\nc = "x"\n[d]\ne = "y"\n[a]\nf = "z"\n[a.g]\nh = "w"\n')).toEqual({
      'a.b.c': 'x',
      'a.f': 'z',
      'a.g.h': 'w',
      'd.e': 'y',
    })
  })

  it('reads a target by the shape of the source', () => {
    const read = (text: string) =>
      Object.fromEntries(toml.readTarget(text, 'de', HUGO).map(({ key, value }) => [key, value]))
    expect(read('posts = "Beiträge"\nhome = "Start"\n')).toEqual({ posts: { other: 'Beiträge' }, home: 'Start' })
    expect(read('[posts]\nother = "Beiträge"\n[home]\none = "x"\nother = "Start"\n[menu]\nabout = ""\n')).toEqual({
      posts: { other: 'Beiträge' },
      home: 'Start',
    })
  })
})

describe('faults of TOML', () => {
  namesFaults(toml, [
    ['a = x\n', '1:5'],
    ['a = "x\n', '1:5'],
    ['a = "\\x"\n', '1:5'],
    ['a = """x\n', '1:5'],
    ['a "x"\n', '1:3'],
    ['= "x"\n', '1:1'],
    ['a = "x" b = "y"\n', '1:9'],
    ['[a\n', '1:3'],
    ['a = ["x" "y"]\n', '1:10'],
    ['a = {b = "x"\n', '2:1'],
    ['a = "\\u0000"\n', '1:5'],
    ['# \u0007\n', '1:1'],
    ['a = "\\uD800"\n', '1:5'],
    ['a = "\\UFFFFFFFF"\n', '1:5'],
    ['"""a""" = "x"\n', '1:1'],
    ['a = 1.\n', '1:5'],
  ])

  it('reads a table that occurs twice in time', () => {
    const keys = Array.from({ length: 40_000 }, (_, index) => `k${index} = "x"\n`).join('')
    const twice = `[a]\n${keys}${'[a]\nb = "y"\n'.repeat(9_000)}`
    expect(toml.read(twice).entries.filter(({ differs }) => differs === true)).toHaveLength(40_001)
  })
})

describe('writing TOML', () => {
  it('keeps the style of a changed string, if that can express it', () => {
    expect(
      write(GERMAN, {
        title: 'Mein "Korb"',
        'sub.pay': 'Jetzt',
        'menu.help.faq': 'Eins\n"""\n',
        'numbers.list.1': 'drei',
        'numbers.point.label': 'Da',
      }),
    ).toBe(
      GERMAN.replace('"Korb"', '"Mein \\"Korb\\""')
        .replace('Bezahlen', 'Jetzt')
        .replace('Zwei\nZeilen', 'Eins\n""\\"\n')
        .replace('zwei', 'drei')
        .replace('Hier', 'Da'),
    )
    expect(write(GERMAN, { 'sub.pay': "it's\n" })).toBe(GERMAN.replace("'Bezahlen'", '"it\'s\\n"'))
    const raw = "a = '''\nx'''\n"
    const change = (text: string) => toml.write({ source: raw, base: raw, locale: 'de', values: values({ a: text }) })
    expect(change("C:\\x\n'y' z")).toBe("a = '''\nC:\\x\n'y' z'''\n")
    expect(change("x'")).toBe('a = """\nx\'"""\n')
    expect(change('x"\r\u0007')).toBe("a = '''\nx\"'''\n".replace(/'''[^]*'''/, '"""\nx"\\r\\u0007"""'))
  })

  it('inserts keys and tables beside their neighbours', () => {
    const base = '[menu]\nabout = "Über"\n'
    expect(
      write(base, {
        title: 'Korb',
        'sub.pay': 'p',
        posts: { one: 'a', other: 'b' },
        home: 'h',
        'menu.help.faq': 'f\ng',
        'numbers.list.0': 'x',
      }),
    ).toBe(
      'title = "Korb"\n\n[sub]\npay = "p"\n\n[posts]\none = "a"\nother = "b"\n\n[home]\nother = "h"\n\n[menu]\nabout = "Über"\n\n[menu.help]\nfaq = """\nf\ng"""\n',
    )
    expect(
      write('[posts]\nother = "b" # x\n\n[menu]\nabout = "c"', {
        posts: { one: 'a', other: 'b' },
        home: 'h',
        'numbers.point.label': 'l',
      }),
    ).toBe(
      '[posts]\none = "a"\nother = "b" # x\n\n[home]\nother = "h"\n\n[menu]\nabout = "c"\n\n[numbers]\npoint = { label = "l" }',
    )
    expect(write('title = "a"\n\n# note\n[menu.help]\nraw = "r"\n', { 'menu.about': 'x', 'menu.help.faq': 'y' })).toBe(
      'title = "a"\n\n# note\n'.replace('# note\n', '') +
        '[menu]\nabout = "x"\n\n# note\n[menu.help]\nfaq = """\ny"""\nraw = "r"\n',
    )
    expect(write('[menu.help]\nraw = "r"\n', { title: 'a', 'sub.pay': 'p', 'menu.about': 'b' })).toBe(
      'title = "a"\n\n[menu]\nabout = "b"\n\n[sub]\npay = "p"\n\n[menu.help]\nraw = "r"\n',
    )
    const flat = 'a = "x"\nb = "y"\n[c]\nd = "z"\n[c.e]\nf = "u"\ng = "v"\n'
    const all = values({ a: '1', b: '2', 'c.d': '3', 'c.e.f': '4', 'c.e.g': '5' })
    expect(toml.write({ source: flat, base: '[c.e]\ng = "5"\n', locale: 'de', values: all })).toBe(
      'a = "1"\nb = "2"\n\n[c]\nd = "3"\n\n[c.e]\nf = "4"\ng = "5"\n'.replaceAll('\n\n', '\n'),
    )
    expect(write('sub.pay = "a"\n', { 'sub.cancel': 'b', title: 'c' })).toBe(
      'title = "c"\nsub.pay = "a"\nsub.cancel = "b"\n',
    )
    expect(write('sub = { pay = "a" }\n', { 'sub.cancel': 'b' })).toBe('sub = { pay = "a", cancel = "b" }\n')
    expect(write('posts = { other = "a" }\n', { posts: { one: 'x', other: 'a' }, home: 'h' })).toBe(
      'posts = { one = "x", other = "a" }\nhome = { other = "h" }\n',
    )
    for (const empty of ['', '# x\n', '# x'])
      expect(write(empty, { title: 'a' })).toBe(`${empty}${empty === '# x' ? '\n' : ''}title = "a"\n`)
  })

  it('gives a plural the forms of the language, also in place of a string', () => {
    expect(write('[posts]\none = "a"\ntwo = "b"\nother = "c"\n', { posts: { one: 'a', few: 'x', other: 'c' } })).toBe(
      '[posts]\none = "a"\nfew = "x"\nother = "c"\n',
    )
    expect(write('posts = "a"\nhome = "b"\n', { posts: { other: 'c' }, home: 'd' })).toBe('posts = "c"\nhome = "d"\n')
    expect(write('posts = "a"\n', { posts: { one: 'b', other: 'c' } })).toBe('posts = { one = "b", other = "c" }\n')
    expect(write('title = 5\n', { title: 'x' })).toBe('title = "x"\n')
  })

  it('removes keys with their comments, and tables that become empty', () => {
    const remove = (...keys: string[]): string =>
      toml.write({ source: '', base: HUGO, locale: 'de', values: new Map(), removed: new Set(keys) })
    expect(remove('title')).toBe(HUGO.replace('title = "Basket" # on the tab\n', ''))
    expect(remove('posts')).toBe(HUGO.replace(/# How many posts\n[^]*?\n\n/, ''))
    expect(remove('menu.help.faq', 'menu.help.raw')).toBe(HUGO.replace(/ {2}\[menu\.help\][^]*'''\n/, ''))
    expect(remove('sub.pay', 'sub.cancel')).toBe(HUGO.replace(/sub\.pay[^]*?"Cancel"\n/, ''))
    expect(remove('numbers.list.1', 'numbers.point.label')).toBe(
      HUGO.replace(', "two"', '').replace(', label = "Here"', ''),
    )
    expect(write(GERMAN, {}, { withdrawn: new Set(['numbers.list.0', 'home']) })).toBe(
      GERMAN.replace('list = ["eins", "zwei"]\n', '').replace('[home]\nother = "Start"\n\n', ''),
    )
  })

  it('writes a new file in the shapes of the source', () => {
    expect(
      write(undefined, {
        title: 'Korb',
        'sub.cancel': 'c',
        posts: { one: 'a', other: 'b' },
        home: 'h',
        'menu.help.faq': 'x\ny',
        'numbers.list.0': '1',
        'numbers.list.1': '2',
        'numbers.point.label': 'l',
      }),
    ).toBe(
      'title = "Korb"\nsub.cancel = "c"\n\n[posts]\none = "a"\nother = "b"\n\n[home]\nother = "h"\n\n[menu.help]\nfaq = """\nx\ny"""\n\n' +
        '[numbers]\nsize = 3\nlist = ["1", "2"]\npoint = { x = 1, label = "l" }\n',
    )
    expect(
      write(
        undefined,
        { title: 'a', home: 'h', 'menu.about': 'x' },
        { sibling: "title='x'\r\n[home]\r\nother='y'\r\n[menu]\r\nabout='z'\r\n" },
      ),
    ).toBe("title='a'\r\n[home]\r\nother='h'\r\n[menu]\r\nabout='x'\r\n[numbers]\r\nsize=3\r\npoint={ x=1 }\r\n")
  })

  it('replaces the braces of a plural that has none of the new forms', () => {
    const source = '[a]\nno = { "one" = "x", "other" = "y" }\n'
    const written = toml.write({
      source,
      base: '[a]\nno = { one = "x" } # kept\n',
      values: values({ 'a.no': { other: 'o' } }),
      locale: 'ja',
    })
    expect(written).toBe('[a]\nno = { "other" = "o" } # kept\n')
  })
})
