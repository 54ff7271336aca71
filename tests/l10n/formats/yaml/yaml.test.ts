import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { yaml } from '../../../../src/l10n/formats/yaml/dialect.ts'
import { readLines } from '../../../../src/l10n/formats/yaml/read-lines.ts'
import { parseNodes } from '../../../../src/l10n/formats/yaml/read-nodes.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'
import { runs } from '../../../runs.ts'
import { acceptFormat } from '../contract/laws.ts'
import { surviveMutations } from '../contract/mutations.ts'
import { namesFaults } from '../faults.ts'
import { writerOf } from '../writer.ts'

const writeTexts = writerOf(yaml)

const SYMFONY = `# Messages of the shop

greeting: 'Hello {name}!'
order:
    # Shown below the button
    # of an order
    confirm: Confirm order
    items: '{count, plural, one {# item} other {# items}}'
    'a.b': Dotted
"post.title": Title
`
const HUGO = `posts:
  description: Number of posts
  one: "{{ .Count }} post"
  other: "{{ .Count }} posts"
home:
  other: "Home"
`
const values = (map: Record<string, Message>): Map<string, Message> => new Map(Object.entries(map))
const entries = (text: string): Record<string, Message> =>
  Object.fromEntries(yaml.read(text).entries.map(({ key, value }) => [key, value]))

describe('reading plain YAML', () => {
  it('joins nested keys, escapes dots in names, and takes comments as notes', () => {
    const { entries: found, options } = yaml.read(SYMFONY)
    expect(found).toEqual([
      { key: 'greeting', value: 'Hello {name}!' },
      { key: 'order.confirm', value: 'Confirm order', description: 'Shown below the button\nof an order' },
      { key: 'order.items', value: '{count, plural, one {# item} other {# items}}' },
      { key: 'order.a\\.b', value: 'Dotted' },
      { key: 'post\\.title', value: 'Title' },
    ])
    expect(options).toEqual({ syntax: 'icu', separator: '.', indent: '    ', eol: '\n', final_newline: true })
    expect(entries('a.b: x\n"c d": y\n')).toEqual({ 'a.b': 'x', 'c d': 'y' })
    expect(entries('{"a": "x", b: {c: y}}')).toEqual({ a: 'x', 'b.c': 'y' })
  })

  it('reads values by the core schema', () => {
    const text =
      'a: yes\nb: no\nc: true\nd: 1.5\ne: ~\nf: :day\ng: 2024-01-01\nh: 010\ni: 0x1F\nj: !!str 12\nk: !x y\nl: 12:30\n'
    expect(entries(text)).toEqual({ a: 'yes', b: 'no', f: ':day', j: '12', l: '12:30' })
  })

  it('reads every style and escape', () => {
    const text = `a: plain text
  on two lines
b: 'it''s
  folded'
c: "tab\\t quote\\" \\u00e9 \\x41 \\U0001F600 \\e \\_ \\
  joined"
d: |2
    two more
  end
e: >+
  one
  line

  two

f: |- # comment
  x
`
    expect(entries(text)).toEqual({
      a: 'plain text on two lines',
      b: "it's folded",
      c: 'tab\t quote" é A 😀 \u001B \u00A0 joined',
      d: '  two more\nend\n',
      e: 'one line\ntwo\n\n',
      f: 'x',
    })
  })

  it('reads an empty file, a comment alone, and a block that the file ends', () => {
    for (const text of ['', '\uFEFF', '# only\n', '---\n', '{}\n', '\n\n'])
      expect(entries(text), JSON.stringify(text)).toEqual({})
    expect(entries('a: |\n  x')).toEqual({ a: 'x' })
    expect(entries('\uFEFFa: x\r\nb:\r\n  - y\r\n  - |\r\n    z\r\n')).toEqual({ a: 'x', 'b.0': 'y', 'b.1': 'z\n' })
  })

  it('takes a comment above a section as the note of its first entry', () => {
    const text = '# Head\n\na: x # after\n# above\nb: # beside\n  # own\n  c: y\n  d: z\n# end\n'
    expect(yaml.read(text).entries).toEqual([
      { key: 'a', value: 'x', description: 'after' },
      { key: 'b.c', value: 'y', description: 'above\nbeside\nown' },
      { key: 'b.d', value: 'z' },
    ])
    expect(yaml.read('a: |\n  # text\nb: "x # y"\nc: "# z"\n').entries.every(entry => !('description' in entry))).toBe(
      true,
    )
  })

  it('reads messages of go-i18n in groups, which have no text with the name of a form', () => {
    const message = 'a:\n  b:\n    description: d\n    one: "{{.N}} x"\n    other: "{{.N}} xs"\n  c:\n    other: C\n'
    expect(yaml.read(message).entries).toEqual([
      { key: 'a.b', value: { one: '{{.N}} x', other: '{{.N}} xs' }, description: 'd' },
      { key: 'a.c', value: 'C' },
    ])
    expect(yaml.read(`${message}  description: About a\n`).entries.map(({ key }) => key)).toContain('a.b.description')
    const section = 'a:\n  b:\n    description: About b\n    other: Other\n  c: C\n'
    expect(yaml.read(section).entries.map(({ key }) => key)).toEqual(['a.b.description', 'a.b.other', 'a.c'])
  })

  it('reads messages of go-i18n as Hugo does', () => {
    expect(yaml.read(HUGO).entries).toEqual([
      {
        key: 'posts',
        value: { one: '{{ .Count }} post', other: '{{ .Count }} posts' },
        description: 'Number of posts',
      },
      { key: 'home', value: 'Home' },
    ])
    expect(entries('a:\n  other: x\nb: y\n')).toEqual({ 'a.other': 'x', b: 'y' })
  })
})

describe('faults of YAML', () => {
  namesFaults(yaml, [
    ['a: b: c\n', '1:4'],
    ['a: "x\nb: y\n', '3:1'],
    ['a:\n  b: x\n c: y\n', '3:1'],
    ['a:\n\tb: x\n', '2:1'],
    ['a: "\\q"\n', '1:5'],
    ['a: @x\n', '1:4'],
    ['a: *x\n', '1:4'],
    ['a: [x\n', '2:1'],
    ['- a\n- b\n', '1:1'],
    ['just a text\n', '1:1'],
    ['a: x\n---\nb: y\n', '2:1'],
    ['? a\n: b\n', '1:1'],
    ['[a, b]: c\n', '1:1'],
    ['a\n b: c\n', '1:1'],
    ['a: "\\0"\n', '1:4'],
    ['a: "\\uD800"\n', '1:4'],
    ['%YAML 1.2\na: b\n', '2:1'],
    [': x\n', '1:1'],
    [`${'a'.repeat(900)}:\n ${'b'.repeat(900)}:\n  ${'c'.repeat(900)}: x\n`, '3:3'],
    ['a: "b\nc: d\n', '3:1', 'a text in quotes ends here without its quote'],
    ['a: %b\nc: d\n', '1:4', 'can\'t begin with "%b"'],
  ])
})

describe('writing plain YAML', () => {
  const files = [
    { name: 'the Symfony file', locale: 'de', text: SYMFONY },
    { name: 'a file in braces', locale: 'de', text: '{"greeting": "Hallo", order: {confirm: \'Ja\', items: x}}\n' },
  ]
  acceptFormat(yaml, SYMFONY, files, {
    siblings: ['a:\n  b: "c"\n', "\uFEFFa:\r\n  b: 'c'\r\n"],
    toContent: line => (/[{}]/.test(line) ? '' : line.trim()),
  })
  surviveMutations(yaml, [
    { name: 'anchors', text: 'a: &x {b: c, d: [e, *y]}\nf: &y "g"\nh: *y\ni: !t |+\n  k\n', locale: 'en' },
  ])

  it('copies blank lines and keys, but no comments, to a new file', () => {
    expect(writeTexts(SYMFONY, { greeting: 'Hallo', 'order.a\\.b': 'x', 'post\\.title': 'y' })).toBe(
      "greeting: Hallo\norder:\n    'a.b': x\n\"post.title\": 'y'\n",
    )
    const source = 'a: x\n\n# note\nb:\n  c: y\n\n  d: z\n'
    expect(writeTexts(source, { a: '1a', 'b.c': 'c', 'b.d': 'd' })).toBe('a: 1a\n\nb:\n  c: c\n\n  d: d\n')
    expect(writeTexts(source)).toBe('{}\n')
  })

  it('writes strings as most of the file are written', () => {
    const write = (sibling: string, text: string): string => writeTexts('a: x\n', { a: text }, { sibling })
    expect(write('b: "x"\nc: "y"\n', 'z')).toBe('a: "z"\n')
    expect(write("b: 'x'\nc: 'y'\n", "it's")).toBe("a: 'it''s'\n")
    expect(write("b: 'x'\nc: 'y'\n", 'two\nlines')).toBe('a: "two\\nlines"\n')
    expect(write("b: x\nc: y\nd: 'z: z'\n", 'z: "z"')).toBe('a: \'z: "z"\'\n')
    expect(write('b: x\nc: y\n', 'z: "z"\\')).toBe('a: "z: \\"z\\"\\\\"\n')
    expect(write('b: x\nc: y\n', '\u0085\u2028\u0007\uFEFF')).toBe('a: "\\x85\\u2028\\x07\\uFEFF"\n')
  })

  it('writes messages of go-i18n', () => {
    const write = (base: string | undefined, map: Record<string, Message>) =>
      writeTexts(HUGO, map, { base, locale: 'pl' })
    expect(write(undefined, { posts: { one: 'a', few: 'b', other: 'c' }, home: 'Start' })).toBe(
      'posts:\n  one: "a"\n  few: "b"\n  other: "c"\nhome:\n  other: "Start"\n',
    )
    expect(write('home:\n  other: x\n', { home: 'Dom' })).toBe('home:\n  other: Dom\n')
    expect(write('home: x\n', { home: 'Dom' })).toBe('home: Dom\n')
    expect(yaml.readTarget('home:\n  other: x\nposts: y\n', 'pl', HUGO)).toEqual([
      { key: 'home', value: 'x' },
      { key: 'posts', value: { other: 'y' } },
    ])
  })

  it('replaces values of another kind by those of the source', () => {
    const source = 'a:\n  b: x\nc: y\nd:\n- z\n'
    const write = (base: string): string => writeTexts(source, { 'a.b': 'B', c: 'C', 'd.0': 'D' }, { base })
    expect(write('a: text # note\nc:\n  deep: 1\n  deeper: |\n    x\nd: 5\n')).toBe(
      'a: # note\n  b: B\nc: C\nd:\n- D\n',
    )
    expect(write('a: ~\nc: [x, y]\nd: {e: f}\n')).toBe('a:\n  b: B\nc: C\nd:\n- D\n')
    expect(write('{a: 1, c: {x: y}, d}\n')).toBe('{a: {b: B}, c: C, d: [D]}\n')
  })

  it('keeps tags, anchors and the comment of a block', () => {
    const base = 'a: !!str &x "y" # z\nb: | # note\n  c\n'
    expect(writeTexts('a: x\nb: y\n', { a: 'A', b: 'B\nC\n' }, { base })).toBe(
      'a: !!str &x "A" # z\nb: | # note\n  B\n  C\n',
    )
  })

  it('edits lists of sections', () => {
    const source = 'steps:\n  - title: One\n    text: First\n  - title: Two\n    text: Second\n'
    const base = 'steps:\n  - text: Erstens\n    # note\n    title: Eins\n'
    const all = values({ 'steps.0.title': 'E', 'steps.0.text': 'F', 'steps.1.title': 'Z', 'steps.1.text': 'G' })
    expect(yaml.write({ source, base, locale: 'de', values: all })).toBe(
      'steps:\n  - text: F\n    # note\n    title: E\n  - title: Z\n    text: G\n',
    )
    expect(yaml.write({ source, base: 'steps:\n  - text: Erstens\n', locale: 'de', values: all })).toBe(
      'steps:\n  - title: E\n    text: F\n  - title: Z\n    text: G\n',
    )
    expect(yaml.write({ source, locale: 'de', values: all })).toBe(
      source.replace('One', 'E').replace('First', 'F').replace('Two', 'Z').replace('Second', 'G'),
    )
    expect(
      writeTexts('x: y\n', {}, { base: source, removed: new Set(['steps.1.title', 'steps.1.text', 'steps.0.title']) }),
    ).toBe('steps:\n  - text: First\n')
  })
})

/** Both readers, as far as the fast one reads a file. */
function compare(text: string): boolean {
  let isRead = false
  for (const schema of ['ruby', 'core'] as const) {
    const lines = readLines(text, schema)
    if (lines === undefined) continue
    isRead = true
    const { root, hasDuplicates } = parseNodes(text, schema)
    expect(lines.root, text).toEqual(root)
    expect(lines.hasDuplicates, text).toBe(hasDuplicates)
  }
  return isRead
}

const USUAL = [
  '',
  '---\n# head\nen:\n  a: b # note\n\n  # above\n  # more\n  c: "d \\"e\\" \\n"\n  f: \'it\'\'s\'\n  g:\n    one: 1\n    other: x\n',
  '\uFEFFen:\r\n  a: |\r\n    x\r\n      y\r\n\r\n    z\r\n\r\n  b: >-\r\n    x\r\n    y\r\n  c: text\r\n',
  'en:\n  list:\n  - a\n  - "b"\n  - ~\n  deep:\n    - -1\n    - :day\n  "yes": no\n  no: yes\n  none:\n  last: x',
  'a: |+\n  x\n\n\nb: c\n',
  'a: x\na: x\n',
  '---  \na: x\n',
]

describe('reading YAML line by line', () => {
  it.each(USUAL)('gives the same tree as the parser: %j', text => {
    expect(compare(text)).toBe(true)
  })

  it('never differs from the parser', () => {
    const pieces = [
      ': ',
      ' ',
      '  ',
      '    ',
      '\n  ',
      '\n    ',
      '- ',
      ' # x',
      ...'a b key : \n \n - # " \' | > |- >+ \n\n \r\n no ~ 1.5 \\ \\n --- { , ? & * é 😀 \u2028 \u00A0 \u0085 %'.split(
        ' ',
      ),
    ]
    const line = fc.tuple(
      fc.constantFrom('', '  ', '    ', '      '),
      fc.constantFrom('a:', 'b:', 'c: ', '"d": ', "'e': ", '- ', '# ', '', 'f: |', 'g: >-', 'h: >', 'i: |+'),
      fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map(parts => parts.join('')),
      fc.constantFrom('\n', '\n', '\n', '\r\n', '\n\n', ''),
    )
    let read = 0
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), lines => {
        if (compare(lines.map(parts => parts.join('')).join(''))) read += 1
      }),
      { numRuns: runs(3000) },
    )
    expect(read).toBeGreaterThan(0)
  })
})
