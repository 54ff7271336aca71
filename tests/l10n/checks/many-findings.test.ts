import { describe, expect, it } from 'vitest'
import { checkText } from '../../../src/l10n/checks/check-text.ts'

describe('the findings of a text with thousands of faults', () => {
  it('include the worst 20 of each check', () => {
    const source = '`a` <b>x</b>'
    const { findings } = checkText({
      source,
      target: `${source} ${'<i>y</i> `z` '.repeat(3_000)}`,
      sourceLocale: 'en',
      locale: 'pl',
      syntax: 'plain',
    })
    expect(findings.filter(({ id }) => id === 'markup')).toHaveLength(20)
  })

  it('list 20 of thousands of source codes in a fix', () => {
    const source = Array.from({ length: 3_000 }, (_, at) => `\`c${at}\``).join(' ')
    const { findings } = checkText({ source, target: '`d`', sourceLocale: 'en', locale: 'pl', syntax: 'plain' })
    expect(findings.find(({ message }) => message.startsWith('"`d`"'))?.fix).toMatch(
      /^Copy it from the source: (?:"`c\d+`" ){19}"`c19`"\.$/,
    )
  })

  it('include an error that follows hundreds of lesser findings', () => {
    const extra = Array.from({ length: 300 }, (_, at) => `f${at} {x}`).join(' ')
    const { findings } = checkText({
      source: '{n, plural, one {#} other {#}}',
      target: `{n, plural, ${extra} one {#} few {#} many {#} other {#}} {n, plural, one {# day} other {# days}}`,
      sourceLocale: 'en',
      locale: 'pl',
      syntax: 'icu',
    })
    expect(findings.some(({ id, level }) => id === 'plural_forms' && level === 'error')).toBe(true)
  })
})
