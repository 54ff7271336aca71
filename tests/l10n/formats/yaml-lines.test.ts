import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLines } from '../../../src/l10n/formats/yaml/read-lines.ts'
import { parseNodes } from '../../../src/l10n/formats/yaml/read-nodes.ts'
import { runs } from '../../runs.ts'

/** Both readers, as far as the fast one reads a file. */
function compare(text: string): boolean {
  let isRead = false
  for (const schema of ['ruby', 'core'] as const) {
    const lines = readLines(text, schema)
    if (lines === undefined) continue
    isRead = true
    const { root, hasDuplicates } = parseNodes(text, schema)
    expect(lines.root, text).toEqual(root)
    expect(lines.hasDuplicates, text).toBe(hasDuplicates)
  }
  return isRead
}

const USUAL = [
  '',
  '---\n# head\nen:\n  a: b # note\n\n  # above\n  # more\n  c: "d \\"e\\" \\n"\n  f: \'it\'\'s\'\n  g:\n    one: 1\n    other: x\n',
  '\uFEFFen:\r\n  a: |\r\n    x\r\n      y\r\n\r\n    z\r\n\r\n  b: >-\r\n    x\r\n    y\r\n  c: text\r\n',
  'en:\n  list:\n  - a\n  - "b"\n  - ~\n  deep:\n    - -1\n    - :day\n  "yes": no\n  no: yes\n  none:\n  last: x',
  'a: |+\n  x\n\n\nb: c\n',
  'a: x\na: x\n',
  '---  \na: x\n',
]

describe('reading YAML line by line', () => {
  it.each(USUAL)('gives the same tree as the parser: %j', text => {
    expect(compare(text)).toBe(true)
  })

  it('never differs from the parser', () => {
    const pieces = [
      ': ',
      ' ',
      '  ',
      '    ',
      '\n  ',
      '\n    ',
      '- ',
      ' # x',
      ...'a b key : \n \n - # " \' | > |- >+ \n\n \r\n no ~ 1.5 \\ \\n --- { , ? & * é 😀 \u2028 \u00A0 \u0085 %'.split(
        ' ',
      ),
    ]
    const line = fc.tuple(
      fc.constantFrom('', '  ', '    ', '      '),
      fc.constantFrom('a:', 'b:', 'c: ', '"d": ', "'e': ", '- ', '# ', '', 'f: |', 'g: >-', 'h: >', 'i: |+'),
      fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map(parts => parts.join('')),
      fc.constantFrom('\n', '\n', '\n', '\r\n', '\n\n', ''),
    )
    let read = 0
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), lines => {
        if (compare(lines.map(parts => parts.join('')).join(''))) read += 1
      }),
      { numRuns: runs(3000) },
    )
    expect(read).toBeGreaterThan(0)
  })
})
