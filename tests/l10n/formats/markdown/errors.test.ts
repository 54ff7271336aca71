import { describe, expect, it } from 'vitest'
import type { Format } from '../../../../src/l10n/formats/format.ts'
import { markdown, mdx } from '../../../../src/l10n/formats/markdown/format.ts'

const faultOf = (text: string, format: Format): string => {
  try {
    format.read(text)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}

describe('errors of MDX', () => {
  it('have line and column', () => {
    const faults = [
      ['a\n\n<A>\n\nb\n', 'Invalid MDX file at 3:1: Expected a closing tag for `<A>` (3:1-3:4).'],
      ['a\n\nb {x\n', 'Invalid MDX file at 3:5: Unexpected end of file in expression'],
      ['a {1 +}\n', 'Invalid MDX file at 1:7: Could not parse expression with acorn'],
      ['<A x=>b</A>\n', 'Invalid MDX file at 1:6: Unexpected character `>` (U+003E) before attribute value'],
      ['\uFEFFa\r\n\r\nexport const = 1\r\n', 'Invalid MDX file at 3:14: Could not parse import/exports with acorn'],
      ['a\n\n<!-- comment\n', 'Invalid MDX file at 3:2: Unexpected character `!` (U+0021) before name'],
      ['a\n\n</A>\n', 'Invalid MDX file at 3:2: Unexpected closing slash `/` in tag'],
    ] as const
    for (const [text, message] of faults) expect(faultOf(text, mdx), text).toContain(message)
  })
})

describe('limits', () => {
  it('of nesting have line and column', () => {
    expect(faultOf(`a\n\n${'> '.repeat(60)}b`, markdown)).toMatch(
      /^Invalid Markdown file at 3:121: .* nested deeper than 50\.$/,
    )
    const list = Array.from({ length: 60 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')
    expect(faultOf(list, markdown)).toMatch(/ nested deeper than 50\.$/)
    expect(faultOf(`${'<A>\n'.repeat(60)}${'</A>\n'.repeat(60)}`, mdx)).toMatch(/^Invalid MDX file at 51:1: .*50\.$/)
    expect(faultOf(`---\n${'- '.repeat(60)}a\n---\n`, markdown)).toMatch(/ at \d+:\d+: .*deeper than 50\.$/)
    expect(faultOf(`${'    '.repeat(60)}code\n`, markdown)).toBe('')
  })

  it('of sizes have line and column', () => {
    expect(faultOf('a'.repeat(300_001), markdown)).toMatch(
      / at 1:300001: it has 300001 characters, more than 300000\.$/,
    )
    expect(faultOf(`a\n\n${'b '.repeat(40_000)}`, markdown)).toMatch(
      / at 3:1: a text has 79999 characters, more than 65536\.$/,
    )
  })
})
