import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parsePo } from '../../../src/l10n/formats/po/file.ts'
import { splitBreakable } from '../../../src/l10n/formats/po/line-breaks.ts'
import { detectStyle, renderText } from '../../../src/l10n/formats/po/style.ts'

const file = parsePo(readFileSync(new URL('fixtures/po/wrapped.po', import.meta.url), 'utf8'))

it('wraps strings as msgcat does, with quotes, escapes, addresses and many scripts', () => {
  expect(file.entries.length).toBeGreaterThan(180)
  const style = detectStyle(file)
  expect(style.width).toBe(79)
  for (const { texts } of file.entries) {
    const [{ value, start, end }] = texts
    expect(renderText('msgstr', value, style)).toBe(file.text.slice(start, end))
  }
})

describe('a line breaks', () => {
  it.each([
    ['say:\\"x\\"', ['say:', '\\"x\\"']],
    ['a\\tb \\tc', ['a\\tb ', '\\tc']],
    ['end \\n', ['end \\n']],
    ['“a” (b', ['“a” (b']],
    ['x.example/a-b', ['x.', 'example/', 'a-', 'b']],
    ['日本「語」。々x', ['日', '本', '「語」。々', 'x']],
    ['한국 e\u0301 \u0301b', ['한', '국 ', 'e\u0301 ', '\u0301b']],
    ['a\u200Bb', ['a\u200B', 'b']],
  ])('in %s where gettext can', (text, parts) => {
    expect(splitBreakable(text)).toEqual(parts)
  })

  it('in a long text', () => {
    for (const piece of ['a', 'a ', '日', '\\"', '. ', '(']) {
      const text = piece.repeat(60_000 / piece.length)
      expect(splitBreakable(text).join('')).toBe(text)
    }
  })
})
