import { describe, expect, it } from 'vitest'
import { AppError } from '../src/errors.ts'
import { echo, echoList, escapeInvisible } from '../src/text/escape.ts'

describe('what people wrote, as an answer shows it', () => {
  it('names each character that nobody sees, and leaves all others', () => {
    expect(escapeInvisible('a\u202Eb\u200Bc\u0000d\uFEFF')).toBe('a<U+202E>b<U+200B>c<U+0000>d<U+FEFF>')
    expect(escapeInvisible('\u{E0041}\uD800')).toBe('<U+E0041><U+D800>')
    expect(escapeInvisible('\u061C\u034F\u180E')).toBe('<U+061C><U+034F><U+180E>')
    expect(escapeInvisible('two\nlines\tand a tab\r')).toBe('two\nlines\tand a tab<U+000D>')
  })

  it('keeps what belongs to a script or an emoji', () => {
    for (const text of ['می\u200Cخواهم', '👩\u200D🚀', 'é ñ 日本語 العربية', ''])
      expect(escapeInvisible(text)).toBe(text)
  })
})

describe('what people wrote, as a message repeats it', () => {
  it('is at most 200 units, counted with the names of what nobody sees', () => {
    expect(echo('a'.repeat(200))).toBe('a'.repeat(200))
    expect(echo('a'.repeat(201))).toBe(`${'a'.repeat(199)}…`)
    expect(echo('\u200B'.repeat(1000))).toHaveLength(200)
    expect(echo(`${'a'.repeat(198)}🚀🚀`)).toBe(`${'a'.repeat(198)}…`)
  })

  it('is at most 20 names of a list', () => {
    const names = Array.from({ length: 25 }, (_, at) => `n\u202E${at}`)
    expect(echoList(names.slice(0, 2))).toBe('n<U+202E>0, n<U+202E>1')
    expect(echoList(names)).toMatch(/, n<U\+202E>19 and 5 more$/)
  })
})

describe('an error', () => {
  it('shows what it repeats, in its message and in its fix', () => {
    const fault = new AppError('not_found', 'no a\u202Eb\nc', { fix: 'Take \u009Bd\u{E0001}.' })
    expect(fault.message).toBe('no a<U+202E>b\nc')
    expect(fault.fix).toBe('Take <U+009B>d<U+E0001>.')
  })
})
