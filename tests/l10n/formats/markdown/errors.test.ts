import { expect, it } from 'vitest'
import { markdown, mdx } from '../../../../src/l10n/formats/markdown/format.ts'
import { faultOf, namesFaults } from '../faults.ts'

namesFaults(mdx, [
  ['a\n\n<A>\n\nb\n', '3:1', 'Expected a closing tag for `<A>` (3:1-3:4).'],
  ['a\n\nb {x\n', '3:5', 'Unexpected end of file in expression'],
  ['a {1 +}\n', '1:7', 'Could not parse expression with acorn'],
  ['<A x=>b</A>\n', '1:6', 'Unexpected character `>` (U+003E) before attribute value'],
  ['\uFEFFa\r\n\r\nexport const = 1\r\n', '3:14', 'Could not parse import/exports with acorn'],
  ['a\n\n<!-- comment\n', '3:2', 'Unexpected character `!` (U+0021) before name'],
  ['a\n\n</A>\n', '3:2', 'Unexpected closing slash `/` in tag'],
  [`${'<A>\n'.repeat(60)}${'</A>\n'.repeat(60)}`, '51:1', 'nested deeper than 50'],
])

it('names the place of too deep lists and front matter, and of too long files', () => {
  const list = Array.from({ length: 60 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')
  for (const text of [list, `---\n${'- '.repeat(60)}a\n---\n`])
    expect(faultOf(() => markdown.read(text)).message).toMatch(/ at \d+:\d+: .*deeper than 50\.$/)
  expect(faultOf(() => markdown.read('a'.repeat(300_001))).message).toMatch(/ at 1:300001: .* more than 300000\.$/)
  expect(markdown.read(`${'    '.repeat(60)}code\n`).entries).toEqual([])
})
