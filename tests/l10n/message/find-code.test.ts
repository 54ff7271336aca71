import { describe, expect, it } from 'vitest'
import { findCode } from '../../../src/l10n/message/choices/find-code.ts'
import type { Syntax } from '../../../src/l10n/message/message.ts'

const codeOf = (text: string, syntax: Syntax = 'icu'): readonly string[] =>
  findCode(text, syntax).map(({ start, end }) => text.slice(start, end))

describe('the syntax in a text', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['placeholders and tags', 'Hi {name}, <b>now</b>', ['{name}', '<b>', '</b>']],
    [
      'heads, selectors and braces of a plural',
      'لديك {count, plural, one {# ملف في {name}} other {# ملفات}} هنا',
      ['{count, plural, one {', '#', '{name}', '} other {', '#', '}}'],
    ],
    [
      'nested choices',
      '{a, select, x {{n, plural, =0 {no} other {# {z}}}} other {q}}',
      ['{a, select, x {', '{n, plural, =0 {', '} other {', '#', '{z}', '}}', '} other {', '}}'],
    ],
    ['nothing that is quoted', "'{a, plural, one {x} other {y}}'", []],
    ['an argument', 'From {n, number, integer} on', ['{n, number, integer}']],
  ])('is %s', (_, text, code) => {
    expect(codeOf(text)).toEqual(code)
  })

  it('is found as far as an invalid message allows', () => {
    expect(codeOf('{n, plural, one {x} other {')[0]).toMatch(/^\{/)
  })

  it('never overlaps', () => {
    for (const text of ['[{name}]({url})', '<a href="{url}">{n, plural, other {<b>#</b>}}</a>']) {
      let last = 0
      for (const { start, end } of findCode(text, 'icu')) {
        expect(start).toBeGreaterThanOrEqual(last)
        last = end
      }
    }
  })

  it('is that of the syntax', () => {
    expect(codeOf('%d of 3, plural', 'printf')).toEqual(['%d'])
  })
})
