import { FluentParser } from '@fluent/syntax'
import { array, assert, boolean, constantFrom, dictionary, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fluent } from '../../../../src/l10n/formats/fluent/format.ts'
import { normalizePattern } from '../../../../src/l10n/formats/fluent/pattern.ts'
import { runs } from '../../../runs.ts'
import { namesFaults } from '../faults.ts'

const ENGLISH = `### Texts of the shop

-brand = Basket
    .gender = masculine

# Above the list.
# $name (String): the user
welcome = Welcome to { -brand }, { $name }!
    .title = [New] Home

## Orders
## Shown in the account

orders =
    { $count ->
        [one] One order
       *[other] { NUMBER($count, minimumFractionDigits: 0) } orders
    } of
      today

    and later
checkout =
    .label = Pay
    .accesskey = P

##

empty = { "" }
dot =
    Files
    { "." }gitignore
quoted = "{ "{" }"
`

const POLISH = `-brand = Koszyk
welcome = Witaj w { -brand }, { $name }!
    .title = [Nowe] Strona główna

## Orders
## Shown in the account

orders = { $count ->
    [one] Jedno zamówienie
    [few] { $count } zamówienia
   *[many] { $count } zamówień
}
checkout =
    .accesskey = Z

# Only in Polish
extra = Więcej
`

describe('reading Fluent', () => {
  it('reads values, attributes and terms as entries, with comments as notes', () => {
    expect(fluent.read(ENGLISH)).toEqual({
      entries: [
        { key: '-brand', value: 'Basket', description: 'A term: other texts insert it as { -brand }.' },
        {
          key: '-brand.gender',
          value: 'masculine',
          description:
            'An attribute of the term -brand: texts of this language select a variant by it, as in { -brand.gender -> … }.',
        },
        {
          key: 'welcome',
          value: 'Welcome to { -brand }, { $name }!',
          description: 'Above the list.\n$name (String): the user',
        },
        { key: 'welcome.title', value: '[New] Home', description: 'Above the list.\n$name (String): the user' },
        {
          key: 'orders',
          value:
            '{ $count ->\n    [one] One order\n   *[other] { NUMBER($count, minimumFractionDigits: 0) } orders\n} of\n  today\n\nand later',
          description: 'Orders\nShown in the account',
        },
        { key: 'checkout.label', value: 'Pay', description: 'Orders\nShown in the account' },
        { key: 'checkout.accesskey', value: 'P', description: 'Orders\nShown in the account' },
        { key: 'empty', value: '{ "" }' },
        { key: 'dot', value: 'Files\n.gitignore' },
        { key: 'quoted', value: '"{ "{" }"' },
      ],
      options: { syntax: 'fluent', eol: '\n', indent: '    ', final_newline: true },
    })
  })

  it('removes the indentation of a selector that starts beside its key', () => {
    expect(fluent.readTarget(POLISH, 'pl').find(({ key }) => key === 'orders')?.value).toBe(
      '{ $count ->\n    [one] Jedno zamówienie\n    [few] { $count } zamówienia\n   *[many] { $count } zamówień\n}',
    )
  })

  namesFaults(fluent, [
    ['a = { $x\nb = c', '2:1', 'a placeable is not closed'],
    ['a = x } y', '1:7', 'a } closes no placeable'],
    ['a = { $n ->\n    [one] x\n}', '3:1', 'no variant is the default'],
    ['a = x\n!b = c', '2:1', 'no message, term or comment'],
    ['a', '1:2', '= is missing'],
    ['a =\nb = c', '1:4', 'the message has no text'],
    ['-a = \n', '1:5', 'the term has no text'],
    ['a = { "x }', '1:11', '" is missing'],
    ['a = { "\\q" }', '1:9', 'unknown escape'],
    [`a = ${'{'.repeat(200)}${'}'.repeat(200)}`, '1:55', 'nested too deeply'],
    [`a = { ${'F('.repeat(200)}${')'.repeat(200)} }`, '1:106', 'nested too deeply'],
  ])
})

describe('writing Fluent', () => {
  const write = (base: string, values: Record<string, string>, source = ENGLISH): string =>
    fluent.write({ source, base, locale: 'pl', values: new Map(Object.entries(values)) })

  it('keeps the bytes of a text that is the same, however it is written', () => {
    const odd = 'dot =\r\n   a\r\n   {"."}b\r\n\r\n     c  \r\nempty = {""}\r\n'
    expect(write(odd, { dot: 'a\n.b\n\n  c', empty: '{""}' })).toBe(odd)
  })

  it('replaces only the lines of a text that differ', () => {
    const text = '{ $count ->\n    [one] Jedno\n    [few] { $count } zamówienia\n   *[many] { $count } zamówień\n}'
    expect(write(POLISH, { orders: text })).toBe(POLISH.replace('Jedno zamówienie', 'Jedno'))
    const more = text.replace('   *[many]', '    [two] Dwa\n   *[many]')
    expect(write(POLISH, { orders: more })).toBe(
      POLISH.replace('Jedno zamówienie', 'Jedno').replace('   *[many]', '    [two] Dwa\n   *[many]'),
    )
  })

  it('writes a text of several lines below its key, with the indentation of the file', () => {
    const base = 'welcome = x\n  .title = y\n'
    expect(write(base, { welcome: 'a\n\n  b', 'welcome.title': 'c\nd' })).toBe(
      'welcome =\n  a\n\n    b\n  .title =\n    c\n    d\n',
    )
  })

  it.each([
    ['.a\n*b\n[c', 'dot =\n    { "." }a\n    { "*" }b\n    { "[" }c\n'],
    ['[a] b', 'dot = [a] b\n'],
    ['  a  ', 'dot = { "" }  a  { "" }\n'],
    ['\na\n', 'dot =\n    { "" }\n    a\n    { "" }\n'],
    [' ', 'dot = { "" } { "" }\n'],
    ['a\r\nb', 'dot =\n    a\n    b\n'],
    ['  a\n  b', 'dot =\n    { "" }  a\n      b\n'],
  ])('protects what Fluent would read otherwise in %j', (text, written) => {
    expect(write('', { dot: text })).toBe(written)
    expect(fluent.readTarget(written, 'pl')).toEqual([{ key: 'dot', value: text.replaceAll('\r\n', '\n') }])
  })

  it('refuses a text that is not valid Fluent', () => {
    expect(() => write(POLISH, { welcome: 'Witaj\n{ $name' })).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: 'The text of "welcome" is not valid Fluent at 2:8: a placeable is not closed.',
      }),
    )
  })

  it('inserts missing attributes, values and messages in the order of the source', () => {
    const base = POLISH.replace('-brand = Koszyk\n', '').replace(
      'welcome = Witaj w { -brand }, { $name }!',
      'welcome =',
    )
    expect(
      write(base, {
        '-brand': 'Koszyk',
        welcome: 'Witaj',
        'checkout.label': 'Zapłać',
        empty: '{ "" }',
        dot: 'Pliki',
        'welcome.title': 'Nowe',
      }),
    ).toBe(
      `-brand = Koszyk\n${base}`
        .replace('welcome =\n    .title = [Nowe] Strona główna', 'welcome = Witaj\n    .title = Nowe')
        .replace('checkout =\n', 'checkout =\n    .label = Zapłać\n') + '\n##\n\nempty = { "" }\ndot = Pliki\n',
    )
  })

  it('inserts a group with its comment after the group before it', () => {
    const source = '## One\n\na = A\nb = B\n\n## Two\n\nc = C\nd = D\n\n## Three\n\ne = E\n'
    const base = '## One\n\na = 1\nown = 0\n\n## Three\n\n'
    expect(write(base, { c: '3', d: '4', b: '2', e: '5' }, source)).toBe(
      '## One\n\na = 1\nb = 2\nown = 0\n\n## Two\n\nc = 3\nd = 4\n\n## Three\n\ne = 5\n\n',
    )
    expect(write('x = 1', { c: '3', a: '1' }, source)).toBe('a = 1\nc = 3\n\nx = 1')
  })

  it('removes withdrawn and removed texts with their comments', () => {
    const base = 'a = 1\n\n# Note\nb = 2\n    .c = 3\n    .d = 4\n\n-t = 5\n    .u = 6\n'
    const remove = (...keys: string[]): string =>
      fluent.write({ source: 'a = A\n', base, locale: 'pl', values: new Map(), removed: new Set(keys) })
    expect(remove('b', 'b.c', 'b.d')).toBe('a = 1\n\n-t = 5\n    .u = 6\n')
    expect(remove('b', 'b.d', '-t.u')).toBe('a = 1\n\n# Note\nb =\n    .c = 3\n\n-t = 5\n')
    expect(remove('b.c', '-t')).toBe('a = 1\n\n# Note\nb = 2\n    .d = 4\n')
    expect(remove('a')).toBe(base)
    expect(
      fluent.write({ source: 'a = A\n', base, locale: 'pl', values: new Map(), withdrawn: new Set(['a', '-t', 'x']) }),
    ).toBe('# Note\nb = 2\n    .c = 3\n    .d = 4\n')
  })

  it('creates a file with the frame of the source, without notes and untranslated groups', () => {
    const values = new Map(Object.entries({ welcome: 'Witaj', 'welcome.title': 'Nowe', dot: 'Pliki' }))
    expect(fluent.write({ source: ENGLISH, locale: 'pl', values })).toBe(
      '### Texts of the shop\n\nwelcome = Witaj\n    .title = Nowe\n\n##\n\ndot =\n    Pliki\n',
    )
  })

  it('creates a file with the notes and line breaks that its sibling has', () => {
    const values = new Map(Object.entries({ welcome: 'Witaj', orders: 'Zamówienia' }))
    const sibling = '\uFEFF# Above the list.\r\nwelcome = Hallo\r\n\r\n## Orders\r\n\r\n'
    expect(fluent.write({ source: ENGLISH, sibling, locale: 'pl', values })).toBe(
      '\uFEFF# Above the list.\r\n# $name (String): the user\r\nwelcome = Witaj\r\n\r\n' +
        '## Orders\r\n## Shown in the account\r\n\r\norders =\r\n    Zamówienia\r\n',
    )
  })
})

const SELECT = '{ $n ->\n  [one] x\n *[other] y "q\n z\n}'
const PIECES = ['a', 'b c', ' ', '  ', '\n', '\r\n', '.', '*', '[', ']', '#', '=', '-', '"', '\\', '\t', '👋']
const PLACEABLES = ['{ $n }', '{ "" }', '{""}', '{ "." }', '{ "{" }', '{ -t }', SELECT]

/** Texts with what Fluent reads differently at the start and end of a line. */
const texts = array(constantFrom(...PIECES, ...PLACEABLES), { minLength: 1, maxLength: 9 }).map(pieces =>
  pieces.join(''),
)
const keys = constantFrom('a', 'a.b', 'b', 'b.c', '-t', '-t.u')
const files = dictionary(keys, texts, { minKeys: 1 })

const SOURCE = 'a = A\n    .b = B\n\n## G\n\nb =\n    B\n    .c = C\n-t = T\n    .u = U\n'

const toValues = (file: Record<string, string>): Map<string, string> =>
  // Fluent knows no attributes of a missing term.
  new Map(Object.entries(file).filter(([key]) => key !== '-t.u' || '-t' in file))
const toRead = (values: ReadonlyMap<string, string>) =>
  new Map([...values].map(([key, value]) => [key, normalizePattern(value)]))
const read = (text: string) => new Map(fluent.readTarget(text, 'de').map(({ key, value }) => [key, value]))

describe('writing and reading Fluent', () => {
  it('gives back any text, in a new file and over any other text', () => {
    assert(
      property(files, files, boolean(), (first, second, isCrlf) => {
        const values = toValues(first)
        const fresh = fluent.write({ source: SOURCE, locale: 'de', values })
        expect(read(fresh)).toEqual(toRead(values))
        const base = isCrlf ? fresh.replaceAll('\n', '\r\n') : fresh
        expect(fluent.write({ source: SOURCE, base, locale: 'de', values })).toBe(base)
        const others = toValues(second)
        const written = fluent.write({ source: SOURCE, base, locale: 'de', values: others })
        expect(read(written)).toEqual(toRead(new Map([...values, ...others])))
        expect(new FluentParser().parse(written).body.map(({ type }) => type)).not.toContain('Junk')
      }),
      { numRuns: runs(300) },
    )
  })

  it('reads a text that it wrote as the same text again', () => {
    assert(
      property(texts, text => {
        const once = normalizePattern(text)
        expect(normalizePattern(once)).toBe(once)
      }),
      { numRuns: runs(500) },
    )
  })
})
