import { describe, expect, it } from 'vitest'
import { shown } from '../../src/tools/shown.ts'

describe('what people wrote, as an answer shows it', () => {
  it('names each character that nobody sees, and leaves all others', () => {
    expect(shown('a\u202Eb\u200Bc\u0000d\uFEFF')).toBe('a<U+202E>b<U+200B>c<U+0000>d<U+FEFF>')
    expect(shown('\u{E0041}\uD800')).toBe('<U+E0041><U+D800>')
    expect(shown('\u061C\u034F\u180E')).toBe('<U+061C><U+034F><U+180E>')
    expect(shown('two\nlines\tand a tab\r')).toBe('two\nlines\tand a tab<U+000D>')
  })

  it('keeps what belongs to a script or an emoji', () => {
    for (const text of ['می\u200Cخواهم', '👩\u200D🚀', 'é ñ 日本語 العربية', '']) expect(shown(text)).toBe(text)
  })
})
