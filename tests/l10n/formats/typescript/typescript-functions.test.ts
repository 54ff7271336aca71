import { describe, expect, it } from 'vitest'
import { findNewCode, listKnownCode } from '../../../../src/l10n/formats/new-code.ts'
import { typescript } from '../../../../src/l10n/formats/typescript/format.ts'
import { acceptFormat } from '../contract/laws.ts'

/** As the language files of component libraries are: functions beside texts. */
const ENGLISH = `import type { Locale } from '../types'

const enUS: Locale = {
  name: 'en-US',
  label: {
    clear: 'Clear',
    expand: label => (label ? \`Expand "\${ label }"\` : 'Expand'),
  },
  table: {
    selected: rows => (rows === 1 ? '1 record selected.' : (rows === 0 ? 'No' : rows) + ' records selected.'),
    range: (start, end, total) => start + '-' + end + ' of ' + total,
    total: (num: number): string => \`Total \${num} items\`,
    count: (n) => \`\${n.toLocaleString()} of {many}\`,
    hello: ({ name }: { name: string }) => \`Hello \${name}, \\\${x} \\\`y\\\`\`,
    none: () => ('Nothing'),
    more(n) {
      return \`\${n} more\`
    },
    plain: function (n) { return "It's " + n },
  },
}

export default enUS
`

const GERMAN = `import type { Locale } from '../types'

const deDE: Locale = {
  name: 'de-DE',
  label: {
    clear: 'Löschen',
    expand: label => (label ? \`Erweitere "\${ label }"\` : 'Erweitern'),
  },
  table: {
    selected: (rows) => {
      let word = 'Einträge'
      if (rows === 1) word = 'Eintrag'; else if (rows > 1000 && rows % 10 !== 0) { word = 'viele Einträge' }
      return \`\${rows} \${word} ausgewählt\`
    },
    range: (start, end, total) => start + '-' + end + ' von ' + total,
    total: (num: number): string => \`Insgesamt \${num} Einträge\`,
    count: (m) => \`\${m.toLocaleString()} von {many}\`,
    hello: ({ name }) => \`Hallo \${name}, \\\${x} \\\`y\\\`\`,
    none: () => 'Nichts',
    more(n) {
      return n === 1 ? 'einer mehr' : \`\${n} mehr\`
    },
  },
}

export default deDE
`

const source = { source: ENGLISH, locale: 'de' }
const read = (text: string): Record<string, string> =>
  Object.fromEntries(
    typescript
      .readTarget(text, 'de', ENGLISH)
      .map(({ key, value }) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
const write = (values: Readonly<Record<string, string>>, base?: string): string =>
  typescript.write({ ...source, base, values: new Map(Object.entries(values)) })
/** The object of one property. */
const script = (member: string): string => `export default {\n  a: 'x',\n  ${member},\n}\n`
const isNew = (target: string, from: string): boolean =>
  findNewCode(typescript, target, listKnownCode(typescript, from)) !== undefined

describe('functions of a script', () => {
  acceptFormat(typescript, ENGLISH, [{ name: 'de.ts', text: GERMAN, locale: 'de' }], {
    empty: 'export default {}',
    siblings: [],
    hard: 'a "b" \\ ` ${num} ${name} ${evil()} \n 😀 \' $ {n}',
  })

  it('that return one literal are texts with placeholders', () => {
    const { entries, options } = typescript.read(ENGLISH)
    const ofTemplate = { syntax: 'plain', tags: ['template-literal-format'] }
    expect(entries).toEqual([
      { key: 'name', value: 'en-US' },
      { key: 'label.clear', value: 'Clear' },
      { key: 'table.total', value: 'Total ${num} items', ...ofTemplate },
      { key: 'table.count', value: '${n.toLocaleString()} of {many}', ...ofTemplate },
      { key: 'table.hello', value: 'Hello ${name}, ${x} `y`', ...ofTemplate },
      { key: 'table.none', value: 'Nothing' },
      { key: 'table.more', value: '${n} more', ...ofTemplate },
    ])
    expect(options['left_alone']).toBe(
      'label.expand (line 7), table.selected (line 10), table.range (line 11), table.plain (line 19)',
    )
  })

  it('are accepted in a translation', () => {
    expect(findNewCode(typescript, GERMAN, listKnownCode(typescript, ENGLISH))).toBeUndefined()
    expect(read(GERMAN)).toMatchObject({
      'table.total': 'Insgesamt ${num} Einträge',
      'table.hello': 'Hallo ${name}, ${x} `y`',
      'table.none': 'Nichts',
    })
  })

  it('are written with the code of the source', () => {
    const written = write({
      'table.total': '${num} Einträge `insgesamt` ${evil()}',
      'table.more': 'noch ${n}',
      'table.none': 'Nix',
    })
    expect(written).toContain('    total: (num: number): string => `${num} Einträge \\`insgesamt\\` \\${evil()}`,\n')
    expect(written).toContain('    more(n) {\n      return `noch ${n}`\n    },\n')
    expect(written).toContain("    none: () => ('Nix'),\n")
    expect(isNew(written, ENGLISH)).toBe(false)
    expect(read(written)['table.total']).toBe('${num} Einträge `insgesamt` ${evil()}')
  })

  it('of arrays and with defaults are texts', () => {
    const from = script("f: (n, [min, max = '*'] = []) => (`${n} ${min}-${max}`)")
    expect(typescript.read(from).entries).toContainEqual(expect.objectContaining({ value: '${n} ${min}-${max}' }))
    const base = from.replace('`${n} ', '`Das ${n} ')
    const values = new Map([['f', '${max}-${min}']])
    expect(typescript.write({ source: from, base, locale: 'de', values })).toBe(
      from.replace(/`.*`/, '`$${max}-$${min}`'),
    )
  })

  it('are left out of a file that lacks what they call', () => {
    const from = `import { size } from '../size'\n${script('f: (n) => `${size(n)}`, g: (n) => `${Math.abs(n)}`')}`
    const values = { f: 'x ${size(n)}', g: 'x ${Math.abs(n)}' }
    const request = { source: from, locale: 'de', values: new Map(Object.entries(values)) }
    expect(typescript.write(request)).toBe('export default {\n  g: (n) => `x ${Math.abs(n)}`,\n}\n')
    expect(typescript.write({ ...request, base: from })).toContain('x ${size(n)}')
    const base = 'export default {\n  g: (n) => `${Math.abs(n)}`,\n  size: 1,\n}\n'
    expect(typescript.write({ ...request, base })).toBe(base.replace('`$', () => '`x $'))
    expect(typescript.write({ ...request, base: `const size = (n) => n\n${base}` })).toContain('x ${size(n)}')
  })

  it('are edited in their literal alone', () => {
    expect(write({ ...read(GERMAN), 'table.total': 'Alle ${num}' }, GERMAN)).toBe(
      GERMAN.replace('Insgesamt ${num} Einträge', 'Alle ${num}'),
    )
  })

  it('become those of the source where the file has less', () => {
    const base = script("table: { total: 'Alle', count: () => `Viele` }")
    const written = write({ 'table.total': 'Alle ${num}', 'table.count': '${n.toLocaleString()} von' }, base)
    expect(written).toContain('total: (num: number): string => `Alle ${num}`')
    expect(written).toContain('count: (n) => `${n.toLocaleString()} von`')
    expect(write({ 'table.count': 'Ganz viele' }, base)).toBe(base.replace('Viele', 'Ganz viele'))
  })
})

describe('a function with other names of parameters', () => {
  const PAIRS = [
    ['(name: string) => `Hello ${name}`', '(n: string) => `Hallo ${n}`', 'Hallo ${name}'],
    ['(a: number, b: number) => `${a} of ${b}`', '(b: number, a: number) => `${b} von ${a}`', '${a} von ${b}'],
    ['({ x: y }) => `${y}`', '({ x }) => `Das ${x}`', 'Das ${y}'],
    ['({ x }) => `${x.length}`', '({ x: y }) => `${ y.length } x`', '${x.length} x'],
    ['(n) => `${n}`', '(m) => `${m} \\${n}`', '${m} ${n}'],
  ] as const

  it.each(PAIRS)('is read with those of the source: %s', (from, to, value) => {
    expect(typescript.readTarget(script(`f: ${to}`), 'de', script(`f: ${from}`))).toContainEqual({ key: 'f', value })
  })

  it.each(PAIRS)('keeps an equal text, and becomes that of the source with another: %s', (from, to, value) => {
    const request = { source: script(`f: ${from}`), base: script(`f: ${to}`), locale: 'de' }
    const text = value.replace('${m}', '').replace(/^/, 'Neu ')
    expect(typescript.write({ ...request, values: new Map([['f', value]]) })).toBe(request.base)
    expect(typescript.write({ ...request, values: new Map([['f', text]]) })).toBe(
      script(`f: ${from.replace(/`.*`/, () => `\`${text}\``)}`),
    )
  })

  it.each([
    ['f: (n) => `${n}`', 'f(m) { return `x ${m}` }', 'f: (n) => `y ${n}`'],
    ['f(n) { return `${n}` }', 'f: (m) => `x ${m}`', 'f: function (n) { return `y ${n}` }'],
    ['f(n) { return `${n}` }', "f: 'x'", 'f: function (n) { return `y ${n}` }'],
    ["f: ['x']", "f() { return 'x' }", "f: ['y ${n}']"],
  ])('becomes that of the source where one is a method: %s', (from, to, written) => {
    const values = new Map(['f', 'f.0'].map(key => [key, 'y ${n}']))
    expect(typescript.write({ source: script(from), base: script(to), locale: 'de', values })).toBe(script(written))
  })
})

describe('the code of a translated function', () => {
  const SOURCE = script(
    "f: (n, o) => `${n.toLocaleString()} ${fmt(n)} ${o.name}`,\n  g: (n: number): string => n === 1 ? `one` : `${n} many`,\n  h: ({ id }) => `${id}`,\n  i: () => 'x',\n  l: (html) => render(html, user.html),\n  m: (f, [min, max], unit = 'px') => `${f} ${min}-${max} ${unit}`,\n  o: (s, t) => `${fmt(s)} ${t}`,\n  p: (n) => `${n.toLocaleString('en-US')} ${new Intl.NumberFormat('en').format(n)} ${n.x.join(', ')}`,\n  q({ name, args: [min = 1, max = Infinity] }) { const [a, b] = order(min, max)\n return `${name} ${a} ${b}` },\n  r: <T extends object>(x: T) => `${x}`,\n  s: `${APP} x`",
  )

  it.each([
    'g: (n) => `${n}`',
    "g: n => n % 10 === 1 && n % 100 !== 11 ? \"a\" : n > 1 && (n < 5) ? `b ${n}` : 'c' + n + 'd'",
    'g: function (n) { return `${n} x`; }',
    'g(n) { return n === 1 ? `x` : `y ${n > 2 ? "a" : `b ${n}`}` }',
    'g: (n) => { const x: string = n === 1 ? "a" : "b"; let y; y = x + "c"\n return `${n} ${y}` }',
    'g: () => "nothing"',
    'f: (m, p) => `${p.name}: ${m.toLocaleString()}`',
    'f: (n) => `${fmt(n)}`',
    'h: ({ id: x }) => `${x}`',
    'h: ({ id }: { id: string | number }) => "x" + id',
    'h: ({ id = "x" } = {}) => (`id ${id}`)',
    'p: (n) => `${n.toLocaleString("de-DE")} ${new Intl.NumberFormat("de").format(n)} ${n.x.join(" und ")} x`',
    'q({ name, args: [min = 1, max = Infinity] }) { const [a, b] = order(min, max)\n return `x ${name} ${a} ${b}` }',
    'r: <T extends object>(x: T) => `x ${x}`',
    's: `x ${APP}`',
    "s: `x ${'$'}`",
    'm: (f, [min, max]) => `${f}: ${min}-${max}`',
    'm: (f, [, max = 1]: number[] = [], unit = "pt") => (unit ? `${f} ${max}` : "")',
    'g: (n = 1) => (`${n} mehr`)',
    'h: ({ id = false }) => `${id}`',
    'k: "a_b".split("_")',
    "k: 'a' +\n 'b'.split('')",
  ])('is known: %s', member => {
    expect(isNew(script(member), SOURCE)).toBe(false)
  })

  it.each([
    'g: (n) => fetch("https://evil.example")',
    'g: (n) => `${fetch(n)}`',
    'p: (n) => `${n.toLocaleString("x-evil")}`',
    'p: (n) => `${new Function("de").format(n)}`',
    'p: (n) => `${n.x.map(" und ")}`',
    'q({ name, args: [[[[min]]]] }) { return `${min}` }',
    'q({ name }) { const [a, evil()] = name\n return `${a}` }',
    's: `x ${evil}`',
    's: `x ${APP()}`',
    's: `x ${APP}`.evil()',
    'g: `x ${n}`',
    'g: (n) => `${n.constructor("x")()}`',
    'g: (n) => `${n.x}`',
    'g: (n) => n`x`',
    'g: (n) => `a`(n)',
    'g: (n) => (n)(1)',
    'g: (n) => `${(n = 1)}`',
    'g: (n) => n++',
    'g: (n) => [n]',
    'g: (n) => n => n',
    'g: (n) => window',
    'g: (n) => this.x',
    'g: (n) => n, evil: (n) => n',
    'g: (n, m) => `${m}`',
    'g: (n = evil()) => `${n}`',
    'g: (...n) => `${n}`',
    'g: (n = fetch) => `${n}`',
    'g: (n = `${evil()}`) => `${n}`',
    'g: (n = n = 1) => `${n}`',
    'g: ([n]) => `${n}`',
    'm: (f, [min, max, evil]) => `${evil}`',
    'm: (f, [[min]]) => `${f}`',
    'm: (f, [min, max] = "xy") => `${min}`',
    'o: ([s] = "x", t) => `${fmt(s)}`',
    'm: (f, [...min]) => `${f}`',
    'm: (f, [min = evil()]) => `${min}`',
    'm: (f, [min, max] = evil()) => `${min}`',
    'm: (f, [min, max] = [evil]) => `${min}`',
    'm: (f, { 0: min }) => `${min}`',
    'o: (s = "<script>") => `${fmt(s)}`',
    'o: (s = `<script>`, t) => `${fmt(s)} ${t}`',
    'o: (t, s) => `${fmt(s)}`',
    'k: evil.split("_")',
    'k: "a".split(evil())',
    'k: "a".split("_").map(evil)',
    'k: "a".constructor("_")',
    'k: "a".split("_") + evil',
    'k: 0["split"]("_")',
    'k: evil() + "a".split("_")',
    'k: "a"["split"]("_")',
    'k: tag`a`.split("_")',
    'g: (n) => { while (n) {} return "x" }',
    'g: (n) => { n = evil; return "x" }',
    'g: (n) => { return "x"; evil() }',
    'g: (n) => { location = "https://evil.example"; return "x" }',
    'g: (n: typeof import("evil")) => `${n}`',
    'g: async (n) => `${n}`',
    'g: function* (n) { return `${n}` }',
    'get g() { return "x" }',
    'g: (n) => new n',
    'g: (n) => { throw n }',
    'f: (n, o) => `${fmt(o)}`',
    'f: (o, n) => `${fmt(n)}`',
    'f: (n) => { const fmt = n; return `${fmt(n)}` }',
    'f: (x) => { let n = "x"; return `${fmt(n)}` }',
    'f: (n, o) => { let x = o; return `${x.name}` }',
    'h: ({ id, key }) => `${key}`',
    'h: ({ constructor: id }) => `${id}`',
    'i: (n) => `${n}`',
    'j: () => "x"',
    'l: (constructor) => render(constructor, user.constructor)',
    'l: (html) => render("<b>", user.html)',
    '["g"]: (n) => `${n}`',
    'g: ((n) => `${n}`)()',
    '...{ g: (n) => `${n}` }',
  ])('is refused: %s', member => {
    expect(isNew(script(member), SOURCE)).toBe(true)
  })

  it('is read or refused, however deep it is', () => {
    for (const part of ['(', '${', '`${', '?', '=> ', 'n => ', '"a" + ', '({', 'if (n) ', 'a?.b', '{ return ']) {
      const body = part.repeat(200_000 / part.length)
      for (const text of [`g: (n) => ${body}`, `g: (n) => \`${body}\``, `g(n) { ${body} }`]) {
        try {
          typescript.read(script(text))
        } catch {
          // Most of it is not valid.
        }
      }
      const { entries } = typescript.read(script(`g: (n) => \`${'${n} '.repeat(40)}\``))
      expect(entries.map(({ key }) => key)).toContain('g')
    }
  })
})
