import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parsePo } from '../../../../src/l10n/formats/po/file.ts'
import { splitBreakable } from '../../../../src/l10n/formats/po/line-breaks.ts'
import { detectStyle, type PoStyle, renderText } from '../../../../src/l10n/formats/po/style.ts'

const file = parsePo(readFileSync(new URL('../fixtures/po/wrapped.po', import.meta.url), 'utf8'))

it('wraps strings as msgcat does, with quotes, escapes, addresses and many scripts', () => {
  expect(file.entries.length).toBeGreaterThan(180)
  const style = detectStyle(file)
  expect(style.width).toBe(79)
  for (const { texts } of file.entries) {
    const [{ value, start, end }] = texts
    expect(renderText('msgstr', value, style)).toBe(file.text.slice(start, end))
  }
})

it('moves no text that has no place to break, and counts columns as msgcat does', () => {
  const style = { eol: '\n', width: 79, splits: true } as const
  for (const text of ['ก'.repeat(90), `${'x'.repeat(75)} `]) {
    expect(renderText('msgstr', text, style)).toBe(`msgstr "${text}"`)
  }
  const kannada = `${'ತೆ'.repeat(34)} ತ`
  expect(renderText('msgstr', kannada, style)).toBe(`msgstr "${kannada}"`)
  expect(renderText('msgstr', `${kannada}ೆ`, style)).toBe(`msgstr ""\n"${kannada}ೆ"`)
  expect(renderText('msgstr', `a\u00AD ${'x'.repeat(68)}`, style)).toBe(`msgstr "a\u00AD ${'x'.repeat(68)}"`)
})

it.each([
  ['--width=100', 100],
  ['--width=60', 60],
])('finds the width of a file that was written with %s', (_, width) => {
  const texts = file.entries.map(({ texts: [{ value }] }) => value)
  const render = (style: PoStyle) =>
    `msgid ""\nmsgstr ""\n${texts.map((text, at) => `\nmsgid "${at}"\n${renderText('msgstr', text, style)}\n`).join('')}`
  const style = { eol: '\n', width, splits: true } as const
  const written = render(style)
  expect(render(detectStyle(parsePo(written)))).toBe(written)
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
    ['ה-API a-b', ['ה-API ', 'a-', 'b']],
    ['བོད་ཡིག ། ។', ['བོད་', 'ཡིག ། ', '។']],
    ['日👍🏽日', ['日', '👍🏽', '日']],
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
