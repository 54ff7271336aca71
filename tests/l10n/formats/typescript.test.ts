import { describe, expect, it } from 'vitest'
import { detectFormat } from '../../../src/l10n/formats/registry.ts'
import { typescript } from '../../../src/l10n/formats/typescript/format.ts'
import { acceptFormat, type SampleFile } from './acceptance.ts'
import { surviveMutations } from './mutations.ts'

const ENGLISH = `import type { Messages } from '../types'
import { defineMessages } from '@/i18n'
import './polyfill'

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

const POLISH = `import type { Messages } from '../types'

export const pl: Messages = {
  title: 'Koszyk',
  'item-count': '{count} rzeczy',
  404: 'Nie znaleziono',
  checkout: {
    inline: {
      yes: 'Tak',
      no: 'Nie'
    },
    steps: ['Adres', 'Płatność'],
    own: (n) => n,
  },
  extra: "tylko 'po' polsku",
  multi: \`dwie linie\`
}

export default pl
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
      target('pl.ts', POLISH),
      target('pl.ts with CRLF and a byte order mark', `\uFEFF${POLISH.replaceAll('\n', '\r\n')}`),
      target(
        'pl.cjs',
        'module.exports = {\n"title":"Koszyk",\n"checkout":{\n"pay":"Zapłać",\n"steps":["a","b"]\n},\n"x":"y"};',
      ),
      target(
        'pl.js',
        "'use strict'\nexport default defineMessages({\n\ttitle: 'Koszyk',\n\tcheckout: {\n\t\tpay: 'Zapłać',\n\t},\n}) // x",
      ),
    ],
    options,
  )
  surviveMutations(typescript, [
    { name: 'en.ts', text: ENGLISH, locale: 'en' },
    { name: 'pl.ts', text: POLISH, locale: 'pl', source: ENGLISH },
  ])
})

describe('reading TypeScript', () => {
  it('reads the string literals of the exported object, with comments as notes', () => {
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
          '8 values are not string literals: checkout.total (line 24), ...shared (line 26), [computed] (line 27), count (line 28), joined (line 29) and 3 more',
      },
    })
  })
})
