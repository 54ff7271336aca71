import { describe, expect, it } from 'vitest'
import { markdown, mdx } from '../../../../src/l10n/formats/markdown/format.ts'

/** Writes a text in the place of the first one of a file, and returns its line. */
function write(source: string, text: string, format = markdown): string {
  const [entry] = format.read(source).entries
  const written = format.write({ source, locale: 'de', values: new Map([[entry?.key ?? '', text]]) })
  expect(format.read(written).entries.length, written).toBeLessThanOrEqual(format.read(source).entries.length)
  return written
}

describe('a translation', () => {
  it('is text where it would begin a block', () => {
    const escaped = [
      ['# one', '\\# one'],
      ['- one', '\\- one'],
      ['+ one', '\\+ one'],
      ['* one', '\\* one'],
      ['1. one', '1\\. one'],
      ['12) one', '12\\) one'],
      ['> one', '\\> one'],
      ['```', '\\```'],
      ['~~~ one', '\\~~~ one'],
      ['---', '\\---'],
      [':::note', '\\:::note'],
      ['[a]: https://example.com', '\\[a]: https://example.com'],
      ['[ ] one', '\\[ ] one'],
      ['<div>', '\\<div>'],
      ['    one', 'one'],
      ['one\n\n# two', 'one # two'],
    ] as const
    for (const [text, raw] of escaped) expect(write('Text', text), text).toBe(raw)
  })

  it('stays as it is where it is no block', () => {
    for (const text of [
      '1.5 %',
      '-5',
      '**bold** text',
      '_a_ b',
      '#tag',
      '`code` first',
      '[link](/a) first',
      '5 > 4',
      'a | b',
    ])
      expect(write('Text', text), text).toBe(text)
  })

  it('keeps escapes that it has', () => {
    expect(write('\\# Text', '\\# Worte')).toBe('\\# Worte')
    expect(write('A \\* text', 'Ein \\* Text')).toBe('Ein \\* Text')
  })

  it('is one line in headings, cells and titles', () => {
    expect(write('# Text', 'one\ntwo\\\nthree')).toBe('# one two three')
    expect(write('# Text', 'C #')).toBe('# C \\#')
    expect(write('| Text |\n| - |\n', 'a | b \\| c\nd\\')).toBe('| a \\| b \\| c d |\n| - |\n')
    expect(write(':::note[Text]\n:::\n', 'one\n[two]')).toBe(':::note[one [two]]\n:::\n')
  })

  it('has no incomplete component or expression in MDX', () => {
    expect(write('Text', 'a <b', mdx)).toBe('a \\<b')
    expect(write('Text', 'a < b', mdx)).toBe('a < b')
    expect(write('Text', 'a {b', mdx)).toBe('a \\{b')
    expect(write('Text', '<b>a', mdx)).toBe('\\<b>a')
    expect(write('Text', 'import a from b', mdx)).toBe('&#105;mport a from b')
    expect(write('# Text', 'import import  a', mdx)).toBe('# &#105;mport import  a')
    expect(write('A <b>text</b> {x}', 'Ein <b>Text</b> {x}', mdx)).toBe('Ein <b>Text</b> {x}')
    expect(write('Text `a {b`', '`a {b` {c', mdx)).toBe('`a {b` \\{c')
    // A renderer could read the start of code as a part of a link.
    expect(write('Text', '[a](b`c) {d()} [e](f`g)', mdx)).not.toContain(' {')
  })

  it('is the same as its escaped form in a file that has such code', () => {
    const source = '- One\n\n| Two |\n| - |\n\n:::note[Three]\nFour\n:::\n'
    const keys = markdown.read(source).entries.map(({ key }) => key)
    const texts = ['{', '~~~{/*# ', '`{/*#', 'x']
    const values = new Map(keys.map((key, at) => [key, texts[at] ?? '']))
    const written = markdown.write({ source, locale: 'de', values })
    expect(written).toContain('- \\{')
    expect(markdown.write({ source, base: written, locale: 'de', values })).toBe(written)
  })

  it.each([
    ['\\*x\\*', '*x*'],
    ['a \\{x}', 'a {x}'],
    ['`a', '`a`'],
    ['a', '`a`'],
  ])('is another one than its escaped form where that is not needed: %s', (before, after) => {
    const source = 'Text {x} `code`\n'
    const [entry] = mdx.read(source).entries
    const rewrite = (text: string, base?: string) =>
      mdx.write({
        source,
        ...(base !== undefined && { base }),
        locale: 'de',
        values: new Map([[entry?.key ?? '', text]]),
      })
    expect(rewrite(after, rewrite(before))).toBe(`${after}\n`)
  })

  it('does not close code that another text of its paragraph opens', () => {
    const source = ':::note[Title]\nAside {y}\n:::\n'
    const [title, aside] = mdx.read(source).entries.map(({ key }) => key)
    const writeBoth = (one: string, other: string, base?: string): string => {
      const values = new Map([
        [title ?? '', one],
        [aside ?? '', other],
      ])
      return mdx.write({ source, base, locale: 'de', values })
    }
    const written = writeBoth('Titel `', '`x` {y} Rand')
    expect(written).toBe(':::note[Titel &#96;]\n`x` {y} Rand\n:::\n')
    expect(mdx.read(written).entries.map(({ value }) => value)).toEqual(['Titel &#96;', '`x` {y} Rand'])
    expect(writeBoth('Titel `', '`x` {y} Rand', written)).toBe(written)
    expect(writeBoth('`a` ``b', 'c` ``d``')).toBe(':::note[`a` &#96;&#96;b]\nc&#96; ``d``\n:::\n')

    const open = ':::note[A title `]\nWords\n:::\n'
    const key = mdx.read(open).entries[1]?.key ?? ''
    expect(mdx.write({ source: open, locale: 'de', values: new Map([[key, '`{a` {b} c']]) })).toBe(
      ':::note[A title `]\n&#96;\\{a&#96; \\{b\\} c\n:::\n',
    )
  })
})
