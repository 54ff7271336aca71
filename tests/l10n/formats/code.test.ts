import { parse, parseExpression } from '@babel/parser'
import { array, assert, boolean, constantFrom, oneof, pre, property, string } from 'fast-check'
import { Engine } from 'php-parser'
import { describe, expect, it } from 'vitest'
import type { Format } from '../../../src/l10n/formats/format.ts'
import { markdown, mdx } from '../../../src/l10n/formats/markdown/format.ts'
import { assertNoNewCode } from '../../../src/l10n/formats/new-code.ts'
import { php } from '../../../src/l10n/formats/php/format.ts'
import { FORMATS } from '../../../src/l10n/formats/registry.ts'
import { typescript } from '../../../src/l10n/formats/typescript/format.ts'

const list = (format: Format, text: string): string[] => (format.listCode?.(text) ?? []).map(({ code }) => code)

type Cases = readonly (readonly [text: string, ...code: string[]])[]

function listsCode(format: Format, cases: Cases): void {
  for (const [text, ...code] of cases)
    it(`lists ${JSON.stringify(text)}`, () => expect(list(format, text)).toEqual(code))
}

describe('code in PHP', () => {
  listsCode(php, [
    [
      "<?php\n// a\ndeclare(strict_types=1);\nnamespace A\\B;\nuse C;\nreturn ['a' => 'x', 'b' => ['y' . PHP_EOL, -1.5, true]]; // b\n?>\n",
    ],
    ['\uFEFF<?php return array(\'a\' => <<<X\n  b\n  X, "k" => 0x1F);'],
    ["<?= system('id') ?><?php return ['a' => 'x'];", "<?= system('id') ?><?php return"],
    ["x<?php return ['a' => 'x'];", 'x<?php return'],
    ["<?php(system('id')); return ['a' => 'x'];", "<?php(system('id')); return"],
    ["<?php system('id'); return ['a' => 'x'];", "system('id');"],
    ["<?php if (1) { evil(); }\nreturn ['a' => 'x'];", 'if (1) { evil(); }'],
    ["<?php declare(ticks=1); return ['a' => 'x'];", 'declare(ticks=1);'],
    ["<?php use A; evil(); return ['a' => 'x'];", 'evil();'],
    ["<?php // ?> <?php evil(); return ['a' => 'x'];", '?> <?php evil(); return'],
    ["<?php return ['a' => 'x']; evil();", 'evil();'],
    ["<?php return ['a' => 'x'] ?>\n<?= evil() ?>", '?>\n<?= evil() ?>'],
    ["<?php return ['a' => evil(), 'b' => \"{$x}\", 'c' => `id`];", 'evil()', '"{$x}"', '`id`'],
    ["<?php return [evil() => 'x', A::B => 'y', ...f(), 'z' => exit];", 'evil()', 'A::B', '...f()', 'exit'],
    ["<?php return ['a' => ['b' => fn() => evil()], 'c' => 'x' . evil()];", 'fn() => evil()', "'x' . evil()"],
    ["<?php return ['a' => \"\\${evil()}\", 'b' => '${evil()}'];"],
    ["<?php return ['a' => include 'x'];", "include 'x'"],
  ])
})

describe('code in TypeScript', () => {
  listsCode(typescript, [
    [
      "'use strict'\nimport type { T } from './t'\n// a\nexport const de: Record<string, T> = { a: 'x', 'b': [`y`, -1, true], c: 'x' + 'y', d: { e: '' } as const } as const satisfies T; // b\nexport default de\n",
    ],
    ["import './evil'\nexport default { a: 'x' }", "import './evil'"],
    ["import type, { T } from './evil'\nexport default { a: 'x' }", "import type, { T } from './evil'"],
    ["import { type T } from '../../evil'\nexport default { a: 'x' }", "import { type T } from './evil'"],
    [
      'export default { a: evil(), ...b, c, d() { e() }, get f() { return 1 } }',
      'evil()',
      '...b',
      'c',
      'd() { e() }',
      'get f() { return 1 }',
    ],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the test needs a template.
    [
      'export default { a: `${evil()}`, [evil()]: "x", [f()]: g(), h: tag`x` }',
      '`${evil()}`',
      '[evil()]:',
      '[f()]: g()',
      'tag`x`',
    ],
    ["export default evil({ a: 'x' })", 'export default evil(', ')'],
    ["export default { a: 'x' }\nevil()", 'evil()'],
    ["let x: T\nevil.b = { a: 'x' }\nexport default x", 'let x: T\nevil.b ='],
    ["const x: T<f(1)> = { a: 'x' }\nexport default x", 'const x: T<f(1)> ='],
    ["export default { a: { b: 'x' } as T || evil(), c: ['d'] as T, e: '' }", 'as T || evil(),'],
    ["export default { a: 'x' } as T[evil()]", 'as T[evil()]'],
    ["const x = { a: 'x' }\nexport { x as evil }", 'export { x as evil }'],
    ["export default { a: 'x' /* y */, b: { c: 'x' } /* evil() */, }"],
    ['export default { a: /x/ }', '/x/'],
  ])

  it('keeps statements apart, so that one of them may be missing', () => {
    const text = "import a from 'a'\nimport b from 'b'\nfunction f() {\n  const x = 1\n}\nexport default { a: 'x' }"
    expect(list(typescript, text)).toEqual(["import a from 'a'", "import b from 'b'", 'function f() {\nconst x = 1\n}'])
  })
})

describe('code in MDX', () => {
  listsCode(mdx, [
    ['---\na: b\n---\n\nText <b>x</b> {/* note */} {"y"}\n\n```js\nimport x from "y"\n{evil()}\n```\n\n`<b>` \\{x}\n'],
    ['import a from "./a"\nexport const b = evil()\n\nText', 'import a from "./a"', 'export const b = evil()'],
    ['Text {fetch("x")}\n\n{evil()}', '{fetch("x")}', '{evil()}'],
    ['<A b={evil()} {...c} onclick="evil()" title="x">\n  x\n</A>', 'b={evil()}', '{...c}', 'onclick="evil()"'],
    ['[a](b`c) {evil()} [d](e`f)', '`c) {evil()} [d](e`'],
    ['[a](x "<b t=") {evil()} <c v=\'" />\n', 't=") {evil()} <c v=\'"'],
    ['<a href="javas&#99;ript:evil()">x</a>', 'href="javas&#99;ript:evil()"'],
    ['[a](javascript:evil())', '](javascript:evil('],
    ['+++\n{evil()}\n+++\n\nText', '+++\n{evil()}\n+++'],
  ])
})

describe('code in Markdown', () => {
  listsCode(markdown, [
    [
      '# Title {#id}\n\nImport your data from here.\n\n<div class="x" align="center">*x*</div> `<b>` <!-- x -->\n\n[x](https://x/?a=b)\n\n```\n<script>\n```\n',
    ],
    ['<script>evil()</script>', '<script>evil()'],
    ['x <img src=x onerror=evil()> <p @click="evil()" v-html="x">', 'onerror=evil()', '@click="evil()"', 'v-html="x"'],
    ['<div\nonclick="evil()"\n', 'onclick="evil()"'],
    ['[x](<java\tscript:evil()>) [y](\\javascript:x)', '](\\javascript:x'],
    ['[x]: javascript&colon;evil()', ']: javascript&colon;evil()'],
    ['<javascript:evil()>', '<javascript:evil()>', ':evil()'],
    ['import x from "./evil"\n\n{evil()} {{ evil }}', 'import x from "./evil"', '{evil()}', '{{ evil }}'],
    ['{f("}")} text {g}\n\nnext {h}', '{f("}")} text {g}', '{h}'],
    ['<!-- @include: ./x.md -->', '<!-- @include: ./x.md --'],
  ])
})

describe('new code', () => {
  const source = "<?php\nhelper();\nreturn ['a' => t('x'), 'b' => 'y'];"

  it('is refused with its place', () => {
    const evil = "<?php\nhelper();\nreturn ['a' => t('x'),\n  'b' => sys\u202Etem('id')];"
    expect(() => assertNoNewCode(php, evil, [source])).toThrow(
      `Invalid file at 4:10: its source file does not have the code "sys<U+202E>tem('id')".`,
    )
    const long = `<?php evil(${'1,'.repeat(100)}2); return ['b' => 'z'];`
    expect(() => assertNoNewCode(php, long, [source])).toThrow(/"evil\([1,]{74}…"/)
  })

  it('may be in the source or in the file before, in other white space', () => {
    const target = "<?php\n  helper( );\r\n\r\nreturn [\n 'a' => t('x')];"
    expect(() => assertNoNewCode(php, target.replace('( )', '()'), [source])).not.toThrow()
    expect(() => assertNoNewCode(php, target, [source])).toThrow('helper( );')
    expect(() => assertNoNewCode(php, target, [source, target])).not.toThrow()
    expect(() => assertNoNewCode(php, target, ['no PHP'])).toThrow('helper( );')
  })

  describe.each([
    [
      "import a from 'a/lib/locale/en_US'\nimport './en'\nimport { b } from './en/b.js'\nimport c from '@c/en'\nimport d from 'd-en'\nimport e, { type E } from '../x/enUS.js'",
      '',
      [
        "import a from 'a/lib/locale/de_DE'",
        "import a from 'a/lib/locale/zh-hans-cn';",
        "import { b } from './de/b.js'",
        "import e, { type E } from '../../../x/de-DE.js'",
      ],
      [
        "import a from 'evil/lib/locale/de_DE'",
        "import a from 'a/evil/locale/de_DE'",
        "import a from 'a/lib/de_DE'",
        "import a from 'a/lib/locale/evil'",
        "import a from 'a/lib/locale/is-odd'",
        "import a from 'a/lib/locale/de_DE/evil'",
        "import a from 'a/lib/locale/../de_DE'",
        "import a from 'a/lib/locale/de_DE.json'",
        "import a from 'a/lib/locale/de_DE?evil'",
        "import a from 'a/lib/locale/d\\x65'",
        "import a from '../a/lib/locale/de_DE'",
        "import a from '/a/lib/locale/de_DE'",
        "import a from 'https://a/lib/locale/de_DE'",
        "import evil from 'a/lib/locale/de_DE'",
        "import { a } from 'a/lib/locale/de_DE'",
        "import a /* x */ from 'a/lib/locale/de_DE'",
        "import a from 'a/lib/locale/de_DE' with { type: 'evil' }",
        "import a from 'a/lib/locale/de_DE'; import 'evil'",
        "import a from 'a/lib/locale/de_DE'\nevil()",
        "import 'a/lib/locale/de_DE'",
        "import './de'",
        "import { b } from './de/evil.js'",
        "import { b } from './evil/b.js'",
        "import c from '@c/de'",
        "import c from '@de/c'",
        "import d from 'd-de'",
        "export { b } from './de/b.js'",
        "const a = await import('a/lib/locale/de_DE')",
        "const a = require('a/lib/locale/de_DE')",
      ],
    ],
    [
      "const t = 'is not a ${type}'\nconst u: string = 'u'\nconst w = 'w'\nevil(w)\nfunction affix(n) { return n === 1 ? 'r' : 's' }\nconst s = (n: number): string => (n === 1 ? '' : 's')\nfunction raw(n) { return w }\nfunction run(n) { return fetch(n) }\nfunction html(n) { return 'a' }",
      't, u: { v: t, w: u }, x: (n) => `${n} a${s(n)} ${affix(n)}`, y: (n) => run(html(n)), z: evil(raw(1))',
      [
        "const t = 'ist kein ${type}'",
        "const u: string = 'U' + `u`;",
        'const v = -1',
        "function affix(t) { if (t === 2) return 'n'\n return 'e' }",
        'function affix(n: number): string { return `${n}` }',
        "const s = (n) => 'n'",
        "const s = function (n) { return n === 2 ? 'n' : 'e' };",
        'function raw(n) { return w }',
        'function run(n) { return fetch(n) }',
      ],
      [
        "const t = evil('x')",
        "const t = 'x', e = evil()",
        "const t = 'x'\n;evil()",
        "const t = 'x'\n(evil())",
        "let t = 'x'",
        "export const t = 'x'",
        "const w = 'evil'\nevil(w)",
        "const w = 'evil'\nfunction raw(n) { return w }",
        "const t = 'x'\nt.evil = 1",
        'const t = `${evil()}`',
        "const t = 'x'\nconst e = evil(t)",
        "const t: typeof import('evil') = 'x'",
        'function affix(n) { return fetch(n) }',
        'function affix(n) { evil()\n return "x" }',
        "function affix(n) { return 'x' }\n(evil())",
        "async function affix(n) { return 'x' }",
        "function* affix(n) { return 'x' }",
        "function affix(n, m) { return 'x' + m }",
        "function evil(n) { return 'x' }",
        'function s(n) { return s }',
        'const affix = (n) => affix',
        "const s = (n) => 'n', e = evil()",
        "const s = (n) => 'n'\ns.evil = 1",
        'const s = (n) => n()',
        'const run = (n) => fetch(s(n))',
        "function raw(n) { return 'evil' }",
        "function html(n) { return '<script>' }",
        "export const s = (n) => 'n'",
        'export const v = `${1}`',
        "location.href = `javascript:evil()${''}`",
        'const v: "= 0 + " = evil() /* " +\n// */ + 0',
        ...['1..constructor.constructor', "'x'`y`", "{ __proto__: { a: 'x' } }"].map(value => `const v = ${value}`),
        `const v = \`\${evil()}${'${1}'.repeat(60)}\``,
        ...[';', '\n'].map(end => `const s = (n) => { let x: T${end} new evil${end} x = 'a'; return 'x' }`),
        "function s(n): T; new evil; { let x = 'x' /* return */ }",
        "const s = (n) => { { let location = 1 } location = 'javascript:evil()'; return 'x' }",
        "const v = {}\nv.__proto__ = { a: 'x' }",
        ...['\u2028< b, ...evil, c: d > e', ' && evil', ' ? evil : b', '> evil', ' in evil'].map(
          code => `const v = { a: { b: 'x' } as T${code} }`,
        ),
      ],
    ],
  ] as const)('of %j', (head, members, known, evil) => {
    const write = (code: string): string => `${code}\nexport default { a: 'x', ${members} }`
    const check = (code: string): void => assertNoNewCode(typescript, write(code), [write(head)])

    it.each(known)('may differ: %s', code => expect(() => check(code)).not.toThrow())
    it.each(evil)('is refused: %s', code => expect(() => check(code)).toThrow('does not have the code'))
  })

  it('is found in linear time', () => {
    const blanks = ' '.repeat(50_000)
    const text = `const x:${blanks}T! = {}\n${'const x = {}\n'.repeat(9000)}export default { a: {} as${blanks}T! }${blanks}as T[x()]`
    expect(list(typescript, text)).toContain('const x: T! = {}')
  })

  it('does not come out of a comment when a line break moves', () => {
    const known = 'export default { a: f(1, // evil()\n2) }'
    expect(() => assertNoNewCode(typescript, 'export default { a: f(1, //\nevil()\n2) }', [known])).toThrow('"f(1')
    expect(() => assertNoNewCode(typescript, known.replace('\n', '\r\n  '), [known])).not.toThrow()
  })

  it('exists only in formats that are code', () => {
    const ids = FORMATS.flatMap(format => ('listCode' in format ? [format.id] : []))
    expect(ids.join(' ')).toBe('php typescript mdx markdown')
  })

  it('is never in a new file', () => {
    const values = new Map([
      ['a', 'A'],
      ['b', 'B'],
    ])
    const written = php.write({
      source:
        "<?php\n\nnamespace X;\n\nevil();\nif (1) { evil(); }\n\nreturn ['a' => 'x', 'b' => 'y', 'c' => evil()];\nevil();\n",
      locale: 'de',
      values,
    })
    expect(list(php, written)).toEqual([])
    expect(written).toContain('namespace X;')
    const script = typescript.write({
      source:
        "import './evil'\nimport { T } from './t'\nimport { w } from './w'\nevil()\nconst en: T = w({ a: 'x', b: 'y', c: evil() })\nexport default en\n",
      locale: 'de',
      values,
    })
    expect(script).toBe("import type { T } from './t'\n\nconst de: T = { a: 'A', b: 'B' }\n\nexport default de\n")
    expect(list(typescript, script)).toEqual([])
  })
})

/** Texts that would be code if a quote or a brace ended. */
const hostile = array(
  oneof(
    constantFrom(
      "', evil(), '",
      'import x from "y"',
      ...'\' " ` \\ $ { } ${ {$ \n \r \u2028 \u2029 <?php ?> */ // <!-- evil() `${evil()}` ");evil();// \nX;\n </script> \0'.split(
        ' ',
      ),
    ),
    string({ unit: 'grapheme', maxLength: 5 }),
  ),
  { maxLength: 12 },
)
  .map(parts => parts.join('').replaceAll('\0', ''))
  .filter(text => text !== '' && !/\p{Surrogate}/u.test(text))

const PHP_QUOTES = ["'x'", '"x"', '<<<X\n  x\n  X', "<<<'X'\n  x\n  X", "'x\n y'"]
const SCRIPT_QUOTES = ["'x'", '"x"', '`x`', '`x\n y`']

/** What the parser of PHP returns for a statement. */
interface Returned {
  readonly kind: string
  readonly expr?: {
    readonly items: readonly {
      readonly key: { readonly value: string }
      readonly value: { readonly kind: string; readonly value: readonly unknown[] }
    }[]
  }
}

describe('a translation', () => {
  it('is the value of a literal in PHP', () => {
    const engine = new Engine({ parser: { extractDoc: false }, ast: { withPositions: false } })
    assert(
      property(hostile, hostile, constantFrom(...PHP_QUOTES), boolean(), (a, b, quote, isNew) => {
        // The parser does not know the second of two escapes in a heredoc.
        pre(!quote.startsWith('<<<X') || !/[\\$]\$/.test(`${a} ${b}`))
        const source = `<?php\nreturn [\n  'a' => ${quote},\n  'b' => ${quote},\n];\n`
        const base = isNew ? undefined : source
        const written = php.write({
          source,
          base,
          locale: 'de',
          values: new Map(Object.entries({ a, b })),
        })
        expect(list(php, written)).toEqual([])
        const { children } = engine.parseCode(written, 'x.php') as unknown as { children: readonly Returned[] }
        expect(children.map(({ kind }) => kind)).toEqual(['return'])
        const items = children[0]?.expr?.items ?? []
        expect(items.map(({ key }) => key.value)).toEqual(['a', 'b'])
        const parts = items.flatMap(({ value }) => (value.kind === 'encapsed' ? value.value : [value]))
        for (const part of parts)
          expect(part).toMatchObject({ kind: expect.stringMatching(/^(?:string|nowdoc|encapsedpart)$/) })
        const texts = php.readTarget(written, 'de', source)
        expect(texts.map(({ value }) => value)).toEqual([a, b])
      }),
      { numRuns: 300 },
    )
  })

  it('is the value of a literal in TypeScript', () => {
    assert(
      property(hostile, hostile, constantFrom(...SCRIPT_QUOTES), boolean(), (a, b, quote, isNew) => {
        const source = `export default {\n  a: ${quote},\n  b: ${quote},\n}\n`
        const base = isNew ? undefined : source
        const written = typescript.write({
          source,
          base,
          locale: 'de',
          values: new Map(Object.entries({ a, b })),
        })
        expect(list(typescript, written)).toEqual([])
        const { program } = parse(written, { sourceType: 'module', plugins: ['typescript'] })
        expect(program.body).toHaveLength(1)
        const tree = parseExpression(written.slice('export default '.length).trim())
        if (tree.type !== 'ObjectExpression') throw new Error('no object')
        const values = tree.properties.map(one => {
          if (one.type !== 'ObjectProperty') throw new Error(one.type)
          if (one.value.type === 'StringLiteral') return one.value.value
          if (one.value.type !== 'TemplateLiteral' || one.value.expressions.length > 0) throw new Error(one.value.type)
          return one.value.quasis[0]?.value.cooked
        })
        expect(values).toEqual([a, b])
      }),
      { numRuns: 300 },
    )
  })
})
