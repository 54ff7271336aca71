import { expect, it } from 'vitest'
import { parsePluralHeader } from '../../../src/l10n/formats/po/plural/header.ts'

it.each([
  ['a rule', 'nplurals=2; plural=(n != 1);', { hasRule: true, count: 2, expression: '(n != 1)' }],
  ['a rule without the last semicolon', 'nplurals=1; plural=0', { hasRule: true, count: 1, expression: '0' }],
  ['a rule with spaces', 'nplurals = 3 ;plural = n%10', { hasRule: true, count: 3, expression: 'n%10' }],
  ['no line', undefined, { hasRule: false, count: undefined, expression: undefined }],
  ['an empty line', '', { hasRule: false, count: undefined, expression: undefined }],
  ['a template', 'nplurals=INTEGER; plural=EXPRESSION;', { hasRule: false, count: undefined, expression: undefined }],
  [
    'a template with a number',
    'nplurals=2; plural=EXPRESSION;',
    { hasRule: false, count: 2, expression: 'EXPRESSION' },
  ],
  ['a number alone', 'nplurals=2;', { hasRule: true, count: 2, expression: undefined }],
  ['an empty expression', 'nplurals=2; plural=;', { hasRule: true, count: 2, expression: undefined }],
  ['text after the expression', 'nplurals=2; plural=n>1; x', { hasRule: true, count: 2, expression: undefined }],
  ['text before the number', 'x; nplurals=2; plural=n>1;', { hasRule: true, count: 2, expression: undefined }],
  ['no number', 'plural=n>1;', { hasRule: true, count: undefined, expression: undefined }],
])('reads %s', (_, line, expected) => {
  expect(parsePluralHeader(line)).toEqual(expected)
})
