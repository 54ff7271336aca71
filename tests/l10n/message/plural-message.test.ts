import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { array, assert, constantFrom, oneof, property, stringMatching, tuple, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinPlural, splitPlural } from '../../../src/l10n/message/plural-message.ts'

describe('splitting a plural message into sentences', () => {
  it('puts the text around the plural into each sentence', () => {
    expect(splitPlural('You have {count, plural, =0 {no files} one {# file} other {# files}} in {folder}.')).toEqual({
      argument: 'count',
      type: 'plural',
      forms: {
        '=0': 'You have no files in {folder}.',
        one: 'You have # file in {folder}.',
        other: 'You have # files in {folder}.',
      },
    })
  })

  it('knows ordinals', () => {
    expect(splitPlural('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} place')).toMatchObject({
      type: 'selectordinal',
      forms: { two: '#nd place' },
    })
  })

  it.each([
    ['no choice', 'Hello {name}'],
    ['a select', '{gender, select, male {He} other {They}} left'],
    ['two plurals', '{a, plural, other {#}} and {b, plural, other {#}}'],
    ['a plural in a select', '{g, select, other {{n, plural, other {#}}}}'],
    ['a select in a plural', '{n, plural, other {{g, select, other {x}}}}'],
    ['a plural in a tag', '<b>{n, plural, other {#}}</b>'],
    ['an offset', '{n, plural, offset:1 one {you} other {# others}}'],
    ['a number sign outside', 'Issue # {n, plural, other {#}}'],
    ['broken syntax', '{n, plural, one {#'],
  ])('leaves a message with %s alone', (_, text) => {
    expect(splitPlural(text)).toBeUndefined()
  })

  it('is undone by joining: every number prints the same', () => {
    const word = stringMatching(/^[a-zäß .,!]{1,12}$/)
    const part = oneof(word, constantFrom('{name}', '<b>now</b>', "it''s", "'{literal}'"))
    const text = array(part, { maxLength: 3 }).map(parts => parts.join(''))
    const branch = tuple(text, constantFrom('#', ''), text).map(parts => parts.join(''))
    const names = uniqueArray(constantFrom('=0', '=1', 'one', 'few'), { maxLength: 3 })
    const message = tuple(text, names, array(branch, { minLength: 4, maxLength: 4 }), text).map(
      ([before, own, branches, after]) => {
        const options = [...own, 'other'].map((name, at) => `${name} {${branches[at] ?? ''}}`)
        return `${before}{n, plural, ${options.join(' ')}}${after}`
      },
    )
    assert(
      property(message, given => {
        const split = splitPlural(given)
        if (split === undefined) {
          expect(given).toMatch(/'[{}]|[{}]'/)
          return
        }
        for (const name of Object.keys(split.forms)) {
          expect(printBranch(joinPlural(split), name)).toEqual(printBranch(given, name))
        }
      }),
    )
  })
})

/** The text of a message for one branch, with arguments and tags as names. */
function printBranch(message: string, name: string): string {
  const print = (elements: ReturnType<typeof parse>): string =>
    elements
      .map(element => {
        switch (element.type) {
          case TYPE.plural:
            return print(element.options[name]?.value ?? [])
          case TYPE.tag:
            return `<${element.value}>${print(element.children)}</${element.value}>`
          case TYPE.literal:
            return element.value
          case TYPE.pound:
            return '(#)'
          default:
            return `(${element.value})`
        }
      })
      .join('')
  return print(parse(message))
}
