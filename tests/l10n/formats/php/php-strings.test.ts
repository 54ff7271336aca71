import { describe, expect, it } from 'vitest'
import { php } from '../../../../src/l10n/formats/php/format.ts'

const read = (text: string) => new Map(php.read(text).entries.map(({ key, value }) => [key, value]))
const valueOf = (literal: string) => read(`<?php return ['a' => ${literal}];`).get('a')
const change = (literal: string, value: string) =>
  php
    .write({
      source: "<?php return ['a' => 'b'];",
      base: `<?php return ['a' => ${literal}];`,
      locale: 'de',
      values: new Map([['a', value]]),
    })
    .slice("<?php return ['a' => ".length, -'];'.length)

describe('strings of PHP', () => {
  const literals: [literal: string, value: string | undefined][] = [
    [`'It\\'s \\\\ \\n $x {$y} "z"'`, `It's \\ \\n $x {$y} "z"`],
    [`'a\nb'`, 'a\nb'],
    [`"\\n\\r\\t\\v\\e\\f\\\\\\$\\""`, '\n\r\t\v\u001B\f\\$"'],
    [`"\\x41\\x4g\\101\\7\\u{1F600}\\u{e9}"`, 'A\u0004gA\u0007😀é'],
    [`"\\xC3\\xA9\\303\\251"`, 'éé'],
    [`"\\xC3"`, undefined],
    [`"\\u{D800}"`, undefined],
    [`"\\q \\' \\x \\u"`, `\\q \\' \\x \\u`],
    [`"5$ $5 \\$x {x} $"`, '5$ $5 $x {x} $'],
    ['"$x"', undefined],
    ['"{$x}"', undefined],
    ['"${x}"', undefined],
    ['`ls`', undefined],
    [`b'x'`, undefined],
    ['<<<EOT\na "b" \\"c\\" \\x41\n EOTX\nEOT', 'a "b" \\"c\\" A\n EOTX'],
    ['<<<"EOT"\n    a\n\n      b\n    EOT', 'a\n\n  b'],
    [`<<<'EOT'\n  a\\n $x\n  EOT`, 'a\\n $x'],
    ['<<<EOT\nEOT', ''],
    ['<<<EOT\na $x\nEOT', undefined],
    ['<<<EOT\n  a\n b\n  EOT', undefined],
    ['<<<EOT\r\n  a\r\n  b\r\n  EOT', 'a\r\nb'],
  ]
  for (const [literal, value] of literals) {
    it(`decodes ${JSON.stringify(literal)}`, () => {
      expect(valueOf(literal)).toBe(value)
    })
  }

  const changes: [literal: string, value: string, written: string][] = [
    [`'a'`, `it's \\n $x`, `'it\\'s \\\\n $x'`],
    [`'a'`, 'a\nb', `"a\\nb"`],
    [`'a\nb'`, "c'\n\td", `'c\\'\n\td'`],
    [`'a'`, '\0\u0085$x"', `"\\u{0}\\u{85}\\$x\\""`],
    [`"a"`, `it's {$x} \${y} "z" \\`, `"it's {\\$x} \\\${y} \\"z\\" \\\\"`],
    ['<<<EOT\na\nEOT', 'b\n$x \\', '<<<EOT\nb\n\\$x \\\\\nEOT'],
    [`<<<'EOT'\n  a\n  EOT`, 'b\n\n c $x\\', `<<<'EOT'\n  b\n\n   c $x\\\n  EOT`],
    ['<<<EOT\na\nEOT', 'b\nEOT, c', `"b\\nEOT, c"`],
    ['<<<EOT\r\n  a\r\n  EOT', 'b\r\nc', `"b\\r\\nc"`],
    ['<<<EOT\nEOT', 'b', '<<<EOT\nb\nEOT'],
    [`"\\x41"`, 'A', `"\\x41"`],
  ]
  for (const [literal, value, written] of changes) {
    it(`replaces ${JSON.stringify(literal)} by ${JSON.stringify(value)}`, () => {
      expect(change(literal, value)).toBe(written)
      expect(valueOf(written)).toBe(value)
    })
  }
})
