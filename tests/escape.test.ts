import { describe, expect, it } from 'vitest'
import { AppError } from '../src/errors.ts'
import { echo, echoList, escapeInvisible } from '../src/text/escape.ts'

describe('user input in an answer', () => {
  it('shows the code point of invisible characters, and leaves all others', () => {
    expect(escapeInvisible('a\u202Eb\u200Bc\u0000d\uFEFF')).toBe('a<U+202E>b<U+200B>c<U+0000>d<U+FEFF>')
    expect(escapeInvisible('\u{E0041}\uD800')).toBe('<U+E0041><U+D800>')
    expect(escapeInvisible('\u061C\u034F\u180E')).toBe('<U+061C><U+034F><U+180E>')
    expect(escapeInvisible('two\nlines\tand a tab\r')).toBe('two\nlines\tand a tab<U+000D>')
  })

  it('keeps the joiners of scripts and emoji', () => {
    for (const text of ['می\u200Cخواهم', '👩\u200D🚀', 'é ñ 日本語 العربية', ''])
      expect(escapeInvisible(text)).toBe(text)
  })
})

describe('user input in a message', () => {
  it('has at most 200 UTF-16 units, counted after escaping', () => {
    expect(echo('a'.repeat(200))).toBe('a'.repeat(200))
    expect(echo('a'.repeat(201))).toBe(`${'a'.repeat(199)}…`)
    expect(echo('\u200B'.repeat(1000))).toHaveLength(200)
    expect(echo(`${'a'.repeat(198)}🚀🚀`)).toBe(`${'a'.repeat(198)}…`)
  })

  it('has at most 20 names of a list', () => {
    const names = Array.from({ length: 25 }, (_, at) => `n\u202E${at}`)
    expect(echoList(names.slice(0, 2))).toBe('n<U+202E>0, n<U+202E>1')
    expect(echoList(names)).toMatch(/, n<U\+202E>19 and 5 more$/)
  })
})

it('an error escapes user input in its message and its fix', () => {
  const fault = new AppError('not_found', 'no a\u202Eb\nc', { fix: 'Take \u009Bd\u{E0001}.' })
  expect(fault.message).toBe('no a<U+202E>b\nc')
  expect(fault.fix).toBe('Take <U+009B>d<U+E0001>.')
})
