import { describe, expect, it } from 'vitest'
import { joinChoice, splitChoice } from '../../../src/l10n/message/plural-message.ts'

describe('splitting a choice', () => {
  it.each([
    ['{n, plural, one {# file} other {# files}}', 'cardinal', { one: '# file', other: '# files' }],
    ['{n, selectordinal, one {#st} other {#th}}', 'ordinal', { one: '#st', other: '#th' }],
    [
      'Hello {g, select, female {Ms {name}} other {{name}}}!',
      'select',
      { female: 'Hello Ms {name}!', other: 'Hello {name}!' },
    ],
  ])('gives a sentence per branch of %s, which joins to an equal message', (text, type, forms) => {
    const split = splitChoice(text)
    expect(split).toMatchObject({ type, forms })
    expect(split && splitChoice(joinChoice(split))).toEqual(split)
  })

  it.each([
    '{g, select, a {x} other {{n, plural, other {y}}}}',
    '{g, select, a {x} other {y}} {h, select, other {z}}',
    'Hi {name}',
  ])('is left to the source view for %s', text => {
    expect(splitChoice(text)).toBeUndefined()
  })

  it('escapes what would quote', () => {
    const message = joinChoice({ argument: 'g', type: 'select', forms: { a: "l'{name}", other: "c'est" } })
    expect(message).toBe("{g, select, a {l''{name}} other {c'est}}")
    expect(splitChoice(message)?.forms).toEqual({ a: "l'{name}", other: "c'est" })
  })
})
