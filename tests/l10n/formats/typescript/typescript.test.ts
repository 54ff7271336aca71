import { describe, expect, it } from 'vitest'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import { typescript } from '../../../../src/l10n/formats/typescript/format.ts'
import { acceptFormat, type SampleFile } from '../contract/laws.ts'
import { namesFaults } from '../faults.ts'

const ENGLISH = `import type { Messages } from '../../types'
import { defineMessages } from '@/i18n'
import '../polyfill'

/** All texts. */
export const en = {
  title: 'Basket',
  // Shown in the list.
  'item-count': '{count} items', // Not translated: {count}
  404: "Can't be found",
  escapes: 'a\\tb \\u{1F44B} \\xe9 \\'q\\' \\
c',
  multi: \`two
lines with \\\`ticks\\\` and \\\${x}\`,

  /**
   * The checkout page.
   * @see checkout.vue
   */
  checkout: {
    pay: 'Pay',
    inline: { yes: 'Yes', no: 'No' },
    steps: ['Address', 'Payment'],
    total: (n: number) => \`\${n > 1 ? 'totals' : "total"} /\${n / 2}/\`,
  },
  ...shared,
  [computed]: 'x',
  count: 3,
  joined: 'a' + 'b',
  get now() { return /['"]/.test('}') },
  shorthand,
  last: <const>'x',
  empty: '',
} as const satisfies Record<string, unknown>

export type Keys = keyof typeof en
export default en
`

const target = (name: string, text: string): SampleFile => ({ name, text, locale: 'pl' })

describe('TypeScript objects', () => {
  const options = {
    empty: 'export default {}',
    siblings: ['export default { "a": "x" }', 'module.exports = {\r\n\t"a" : "ü"\r\n};\r\n'],
    hard: 'a "b" \\ \n\r\n\t & < > \' 😀 \u200F\u202Bx\u202C \u2028 {{count}} {n} `${x}` \\u0041 */ </script>',
  }
  acceptFormat(
    typescript,
    ENGLISH,
    [
      target(
        'pl.cjs',
        'module.exports = {\n"title":"Koszyk",\n"checkout":{\n"pay":"Zapłać",\n"steps":["a","b"]\n},\n"x":"y"\n};',
      ),
    ],
    options,
  )
})

it('reading TypeScript reads the string literals of the exported object, with comments as notes', () => {
  expect(typescript.read(ENGLISH)).toEqual({
    entries: [
      { key: 'title', value: 'Basket' },
      {
        key: 'item-count',
        value: '{count} items',
        description: 'Shown in the list.\nNot translated: {count}',
      },
      { key: '404', value: "Can't be found" },
      { key: 'escapes', value: "a\tb 👋 é 'q' c" },
      { key: 'multi', value: 'two\nlines with `ticks` and ${x}' },
      { key: 'checkout.pay', value: 'Pay', description: 'The checkout page.\n@see checkout.vue' },
      { key: 'checkout.inline.yes', value: 'Yes', description: 'The checkout page.\n@see checkout.vue' },
      { key: 'checkout.inline.no', value: 'No', description: 'The checkout page.\n@see checkout.vue' },
      { key: 'checkout.steps.0', value: 'Address', description: 'The checkout page.\n@see checkout.vue' },
      { key: 'checkout.steps.1', value: 'Payment', description: 'The checkout page.\n@see checkout.vue' },
      { key: 'empty', value: '' },
    ],
    options: {
      syntax: 'icu',
      separator: '.',
      indent: '  ',
      eol: '\n',
      final_newline: true,
      left_alone:
        'checkout.total (line 24), ...shared (line 26), [computed] (line 27), count (line 28), joined (line 29) and 3 more',
    },
  })
})

describe('the object of a script', () => {
  const keys = (text: string): string[] => typescript.read(text).entries.map(({ key }) => key)

  it.each([
    "export default { a: 'x' }",
    "export default { a: 'x' } as const;\nexport type T = 1",
    "export default defineMessages({ a: 'x', });",
    "export const en = { a: 'x' }",
    "const other = { b: 'y' }\nexport const en: Record<string, { [k: string]: string } | (() => 'z')> = { a: 'x' }",
    "const messages = { a: 'x' }\nexport default messages",
    "const messages = { a: 'x' }, b = 1\nexport { messages as default }".replace(', b = 1', ''),
    "'use strict'\nmodule.exports = { a: 'x' };",
    "import b from '../b'\nfunction f() { return { c: 'z' } }\nexport default { a: 'x' }",
    "// eslint-disable-next-line\nexport default { // note\n  a: 'x'\n}\n// end",
  ])('is found in %j', text => {
    expect(keys(text)).toEqual(['a'])
  })

  namesFaults(typescript, [
    ['export default defineConfig({}, {})', '1:1', 'exports no object literal'],
    ['const a = { b: "c" }', '1:1', 'exports no object literal'],
    ['export default { a: 1 }[x]', '1:1', 'exports no object literal'],
    ['export const a = {}\nexport const b = {}', '2:1', 'exports a second object'],
    ["export default { a: 'x }", '1:21', 'a string is not closed'],
    ["export default {\n  a: 'x'\n  b: 'y'\n}", '3:3', '"b" stands where a comma is expected'],
    ['export default { a: `x }', '1:21', 'a template literal is not closed'],
    ['export default { a: "x"', '1:24', 'the file ends where'],
    ['export default { a: "\\u{110000}" }', '1:22', 'an escape is not valid'],
    ['export default { a: "\\08" }', '1:22', 'an escape is not valid'],
    ['export default { a: "\\ud800" }', '1:21', 'a lone surrogate'],
    ['export default { a: <b>x</b> }', '1:25', 'JSX is not supported'],
    ['export default { a: (b) /"x/ }', '1:25', 'a slash may divide'],
    ['export default { a: /x\n }', '1:21', 'a regular expression is not closed'],
    ['export default { a: f(] }', '1:23', 'stands where another bracket is expected'],
    ['export default { a: 1 /* x', '1:23', 'a comment is not closed'],
    ['export default { a: 1 } <!-- x', '1:25', 'an HTML comment'],
    [`export default { a: ${'[('.repeat(300)}`, '1:621', 'the file ends where'],
    [`export default { a: ${'`${'.repeat(300)}`, '1:84', 'template literals are nested too deeply'],
    ['', '1:1', 'exports no object literal'],
  ])

  it.each([
    ['src/locales/en.ts', true],
    ['src/i18n/messages.en-US.js', true],
    ['lang/en/checkout.mjs', true],
    ['src/app.ts', false],
    ['src/i18n/index.ts', false],
    ['src/locales/en.d.ts', false],
    ['src/locales/en.test.ts', false],
  ])('is looked for in %s: %s', (path, isMatch) => {
    expect(typescript.matches(path, ENGLISH)).toBe(isMatch)
    expect(typescript.matches(path, "console.log('x')")).toBe(false)
    if (isMatch) expect(detectFormat(path, ENGLISH)).toBe(typescript)
  })
})

describe('writing TypeScript', () => {
  const write = (base: string, values: Record<string, string>, source = ENGLISH): string =>
    typescript.write({ source, base, locale: 'pl', values: new Map(Object.entries(values)) })

  it('keeps the bytes of a text that is the same, however it is written', () => {
    const odd = "export default { 'title' : '\\x42asket', multi: \"two\\nlines\" }"
    expect(write(odd, { title: 'Basket', multi: 'two\nlines' })).toBe(odd)
  })

  it('keeps quotes, and avoids escaping them as the file does', () => {
    expect(write('export default { title: "x", multi: `y` }', { title: 'a\'b"', multi: 'c`${d}\ne' })).toBe(
      'export default { title: "a\'b\\"", multi: `c\\`\\${d}\\ne` }',
    )
    expect(write("export default { title: 'x', z: \"it's\" }", { title: "it's" })).toBe(
      'export default { title: "it\'s", z: "it\'s" }',
    )
    expect(write("export default { title: 'x', z: 'it\\'s' }", { title: "it's" })).toBe(
      "export default { title: 'it\\'s', z: 'it\\'s' }",
    )
  })

  it('inserts missing keys in the order and style of the file, behind comments of their neighbors', () => {
    const base = `export default {
    "title": "A", // first
    "checkout": {
        "inline": { "no": "Nie" }, "steps": ["Adres"] /* two */
    }
}
`
    expect(
      write(base, {
        'item-count': 'B',
        '404': 'C',
        empty: 'D',
        'checkout.pay': 'E',
        'checkout.inline.yes': 'F',
        'checkout.steps.0': 'Adres',
        'checkout.steps.1': 'G',
      }),
    ).toBe(
      base
        .replace('// first\n', '// first\n    "item-count": "B",\n    "404": "C",\n')
        .replace('"inline": { ', '"pay": "E",\n        "inline": { "yes": "F", ')
        .replace('["Adres"]', '["Adres", "G"]')
        .replace('    }\n}', '    },\n    "empty": "D"\n}'),
    )
  })

  it('inserts behind a comment without a comma', () => {
    expect(write("export default {\n  title: 'A' // note\n}\n", { 404: 'B', empty: 'C' })).toBe(
      "export default {\n  title: 'A', // note\n  404: 'B',\n  empty: 'C'\n}\n",
    )
  })

  it('writes into an empty object, and leaves the code of the target alone', () => {
    expect(write('export default {}', { title: 'A' })).toBe("export default {\n  title: 'A',\n}")
    const code = "export default { title: () => x('y'), ...rest }"
    expect(write(code, { title: 'A' })).toBe(code)
  })

  it('removes keys with their comments, lines and commas', () => {
    const base = `export default {
  // One
  title: 'A', // first

  // Two
  'item-count': 'B',

  checkout: {
    pay: 'C',
    inline: { yes: 'D', no: 'E' },
  },
  empty: 'F' // last
}
`
    const remove = (...keys: string[]): string =>
      typescript.write({ source: ENGLISH, base, locale: 'pl', values: new Map(), withdrawn: new Set(keys) })
    expect(remove('title', 'checkout.inline.no', 'empty')).toBe(
      base
        .replace(/ +\/\/ One\n.*\n/, '')
        .replace(", no: 'E'", '')
        .replace(/,\n.*last/, ''),
    )
    const [, section = ''] = /( {2}\/\/ Two\n[^]*) {2}empty/.exec(base) ?? []
    const keys = ['item-count', 'checkout.pay', 'checkout.inline.yes', 'checkout.inline.no']
    expect(remove(...keys)).toBe(base.replace(section, ''))
  })

  it('creates a file from the statement of the source, with literals alone', () => {
    const values = new Map(
      Object.entries({ title: 'A', 'checkout.inline.yes': 'B', 'checkout.steps.0': 'C', 404: 'D' }),
    )
    expect(typescript.write({ source: ENGLISH, locale: 'pt-BR', values })).toBe(`export const ptBR = {
  title: 'A',
  404: 'D',
  checkout: {
    inline: { yes: 'B' },
  },
} as const satisfies Record<string, unknown>

export default ptBR
`)
    expect(typescript.write({ source: ENGLISH, locale: 'de', values: new Map() })).toContain('export const de = {} as')
  })

  it('creates a file in the style of its sibling', () => {
    const sibling = `// Translations\r\nimport type { Messages } from '../en'\r\nimport evil from 'data:text/javascript,x'\r\nimport { t } from '../t'\r\nevil()\r\n\r\nconst zh_Hans: Messages = t({\r\n\t"title": "x"\r\n})\r\n\r\nmodule.exports = zh_Hans;\r\n`
    expect(
      typescript.write({ source: ENGLISH, sibling, locale: 'sr-Latn-RS', values: new Map([['title', 'A']]) }),
    ).toBe(
      `// Translations\r\n\r\nimport type { Messages } from '../en'\r\n\r\nconst sr_Latn_RS: Messages = {\r\n\t"title": "A"\r\n}\r\n\r\nmodule.exports = sr_Latn_RS;\r\n`,
    )
  })
})

describe('messages of FormatJS in a script', () => {
  const source = `import { defineMessages } from 'react-intl'

export default defineMessages({
  // Above the page.
  title: {
    id: 'app.title',
    defaultMessage: 'Hello',
    description: 'A greeting',
  },
  link: { id: 'https://example.org', description: 'No message' },
})
`

  it('have the text as the only string, and the description as its note', () => {
    expect(typescript.read(source).entries).toEqual([
      { key: 'title.defaultMessage', value: 'Hello', description: 'A greeting\nAbove the page.' },
      { key: 'link.id', value: 'https://example.org' },
      { key: 'link.description', value: 'No message' },
    ])
  })

  it('keep their ID in a translation', () => {
    const values = new Map([['title.defaultMessage', 'Hallo']])
    const written = typescript.write({ source, locale: 'de', values })
    expect(written).toContain("title: {\n    id: 'app.title',\n    defaultMessage: 'Hallo',\n  },")
    expect(typescript.readTarget(written, 'de')).toEqual([{ key: 'title.defaultMessage', value: 'Hallo' }])
    expect(typescript.write({ source, base: source, locale: 'de', values })).toBe(source.replace('Hello', 'Hallo'))
  })
})
