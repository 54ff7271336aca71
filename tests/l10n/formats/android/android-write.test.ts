import { describe, expect, it } from 'vitest'
import { android, compose } from '../../../../src/l10n/formats/android/format.ts'
import type { Format, WriteRequest } from '../../../../src/l10n/formats/format.ts'
import type { Message } from '../../../../src/l10n/message/message.ts'

type Request = Omit<WriteRequest, 'locale' | 'values'> & { readonly values?: Readonly<Record<string, Message>> }
const writeBy =
  (format: Format) =>
  ({ values = {}, ...request }: Request): string =>
    format.write({ locale: 'pl', ...request, values: new Map(Object.entries(values)) })
const write = writeBy(android)

const SOURCE = `<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
    <!-- Notes of a -->
    <string name="a">A</string>
    <string name="b">B</string>

    <string name="fixed" translatable="false">Fixed</string>
    <plurals name="items">
        <item quantity="one">%d item</item>
        <item quantity="other">%d items</item>
    </plurals>
    <string-array name="sizes">
        <item>Small</item>
        <item>@string/medium</item>
        <item>Large</item>
    </string-array>
    <string name="z">Z</string>
</resources>
`
const wrap = (...lines: string[]): string =>
  ['<resources>', ...lines.map(line => `  ${line}`), '</resources>', ''].join('\n')

describe('a new string', () => {
  it('follows the string before it in the source, in the style of the file', () => {
    expect(
      write({
        source: SOURCE,
        base: wrap('<string name="a">x</string>', '<string name="q">q</string>'),
        values: { b: 'y', z: 'z' },
      }),
    ).toBe(
      wrap(
        '<string name="a">x</string>',
        '<string name="b">y</string>',
        '<string name="z">z</string>',
        '<string name="q">q</string>',
      ),
    )
  })

  it('comes first if no string of the file is before it, above the comment of the first one', () => {
    expect(
      write({ source: SOURCE, base: wrap('<!-- of b -->', '<string name="b">y</string>'), values: { a: 'x' } }),
    ).toBe(wrap('<string name="a">x</string>', '<!-- of b -->', '<string name="b">y</string>'))
  })

  it('comes last, behind the comment in the line of the last one', () => {
    expect(write({ source: SOURCE, base: wrap('<string name="b">y</string> <!-- of b -->'), values: { z: 'z' } })).toBe(
      wrap('<string name="b">y</string> <!-- of b -->', '<string name="z">z</string>'),
    )
  })

  it('has the attributes of its source that change it, and no others', () => {
    const source = wrap(
      '<string name="a" product="tablet" formatted="false" tools:ignore="X" msgid="1">A</string>',
    ).replace('<resources>', '<resources xmlns:tools="t">')
    expect(write({ source, values: { 'a#tablet': 'x' } })).toBe(
      wrap('<string name="a" product="tablet" formatted="false">x</string>').replace(
        /^/,
        '<?xml version="1.0" encoding="utf-8"?>\n',
      ),
    )
  })

  it('declares the prefix that its tags need', () => {
    const source = SOURCE.replace('>B<', '>B <xliff:g id="n">%d</xliff:g><')
    const value = 'y <xliff:g id="n">%d</xliff:g>'
    const declared = '<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">'
    expect(write({ source, base: wrap('<string name="a">x</string>'), values: { b: value } })).toBe(
      wrap('<string name="a">x</string>', `<string name="b">${value}</string>`).replace('<resources>', declared),
    )
    expect(write({ source, values: { b: value } })).toContain(`${declared}\n    <string name="b">${value}</string>`)
    expect(write({ source, values: { b: 'no tag' } })).toContain('<resources>\n')
    expect(write({ source, values: { b: '<unknown:g>y</unknown:g>' } })).toContain(
      '>&lt;unknown:g&gt;y&lt;/unknown:g&gt;<',
    )
    expect(write({ source, values: { b: '<own:g xmlns:own="o">y</own:g>' } })).toContain(
      '><own:g xmlns:own="o">y</own:g><',
    )
  })
})

describe('a changed text', () => {
  const edit = (raw: string, value: string, sourceRaw = 'A'): string => {
    const source = wrap(`<string name="a">${sourceRaw}</string>`)
    const written = write({ source, base: wrap(`<string name="a">${raw}</string>`), values: { a: value } })
    return /<string name="a"(?:>([^]*)<\/string>| ?\/>)/.exec(written)?.[1] ?? ''
  }

  it.each([
    ['x', `it's "y" \\ \n\t`, String.raw`it\'s \"y\" \\ \n\t`],
    ['x', '@y', String.raw`\@y`],
    ['x', '?y @z', String.raw`\?y @z`],
    ['x', '  y  z ', String.raw`\u0020\u0020y \u0020z\u0020`],
    ['x', '\u0007\r', String.raw`\u0007\u000d`],
    ['"x"', `it's "y"  z`, String.raw`"it's \"y\"  z"`],
    ['<![CDATA[x]]>', `<b>it's</b> & y`, String.raw`<![CDATA[<b>it\'s</b> & y]]>`],
    ['x', '<b>y</b>', '&lt;b&gt;y&lt;/b&gt;'],
    ['<b>x</b>', 'y', 'y'],
    ['x\n    y', 'x y', 'x\n    y'],
    ['x\n    y', 'x z', 'x z'],
    [String.raw`\x\u0041`, 'xA', String.raw`\x\u0041`],
  ])('%j becomes %j as %j', (raw, value, expected) => {
    expect(edit(raw, value)).toBe(expected)
  })

  it('has tags if its source has', () => {
    expect(edit('x', '<b>y</b> & z', '<b>A</b>')).toBe('<b>y</b> &amp; z')
    expect(edit('<b>x</b>', '<b>y</b>', '&lt;b>A&lt;/b>')).toBe('&lt;b&gt;y&lt;/b&gt;')
    expect(edit('<b>x</b>', '<b>y', '<b>A</b>')).toBe('&lt;b&gt;y')
    expect(edit('<![CDATA[<b>x</b>]]>', '<b>y</b>', '<b>A</b>')).toBe('<b>y</b>')
  })

  it('keeps the other attributes and the quotes of its tag, also of a self-closing one', () => {
    const source = wrap('<string name="a">A</string>')
    expect(write({ source, base: wrap(`<string  tools:ignore='X' name='a' />`), values: { a: 'y' } })).toBe(
      wrap(`<string  tools:ignore='X' name='a'>y</string>`),
    )
  })

  it('keeps references to entities of the DOCTYPE', () => {
    const file = (text: string): string =>
      `<!DOCTYPE resources [<!ENTITY app "Basket">]>\n<resources>\n    <string name="a">${text}</string>\n</resources>\n`
    const source = file('&app; &amp; more')
    expect(android.read(source).entries[0]?.value).toBe('&app; & more')
    expect(write({ source, base: source, values: { a: '&app; & y' } })).toBe(file('&app; &amp; y'))
    expect(write({ source, values: { a: '&app; & y' } })).toBe(
      `<?xml version="1.0" encoding="utf-8"?>\n${file('&app; &amp; y')}`,
    )
  })

  it('declares an entity in a file without a DOCTYPE, and only there', () => {
    const doctype = '<!DOCTYPE resources [<!ENTITY app "Basket">]>'
    const source = `${doctype}\n${wrap('<string name="a">Open &app;</string>', '<string name="b">B</string>')}`
    const base = `<?xml version="1.0"?>\n${wrap('<string name="b">B</string>')}`
    expect(write({ source, base, values: { a: 'Öffne &app;', b: 'B' } })).toBe(
      `<?xml version="1.0"?>\n${doctype}\n${wrap('<string name="a">Öffne &app;</string>', '<string name="b">B</string>')}`,
    )
    expect(write({ source, base, values: { b: 'C &amp; &other;' } })).not.toContain('DOCTYPE')
  })
})

describe('a plural', () => {
  const base = wrap(
    '<plurals name="items">',
    '  <item quantity="one">%d x</item>',
    '  <!-- other -->',
    '  <item quantity="other">%d y</item>',
    '</plurals>',
  )

  it('gets the forms of the language beside their neighbours', () => {
    expect(
      write({ source: SOURCE, base, values: { items: { one: '%d x', few: '%d f', many: '%d m', other: '%d z' } } }),
    ).toBe(
      base
        .replace(
          'x</item>\n',
          'x</item>\n    <item quantity="few">%d f</item>\n    <item quantity="many">%d m</item>\n',
        )
        .replace('%d y', '%d z'),
    )
    expect(write({ source: SOURCE, base, values: { items: { zero: '%d 0', one: '%d x', other: '%d y' } } })).toBe(
      base.replace('    <item quantity="one">', '    <item quantity="zero">%d 0</item>\n    <item quantity="one">'),
    )
  })

  it('loses the forms that its translation no longer has', () => {
    expect(write({ source: SOURCE, base, values: { items: { other: '%d y' } } })).toBe(
      base.replace('    <item quantity="one">%d x</item>\n', ''),
    )
    expect(write({ source: SOURCE, base, values: { items: { few: 'f' } } })).toBe(
      wrap('<plurals name="items">', '  <item quantity="few">f</item>', '</plurals>'),
    )
  })

  it('replaces the string that it was, and the other way round', () => {
    const plural = wrap(
      '<plurals name="items">',
      '  <item quantity="other">o</item>',
      '</plurals>',
      '<string name="q">q</string>',
    )
    const string = wrap('<string name="items">x</string>', '<string name="q">q</string>')
    expect(write({ source: SOURCE, base: string, values: { items: { other: 'o' } } })).toBe(plural)
    expect(write({ source: SOURCE, base: string, values: {} })).toBe(string)
    const single = wrap('<string name="items">Items</string>')
    expect(write({ source: single, base: plural, values: { items: 'x' } })).toBe(string)
    expect(android.readTarget(plural, 'pl', single)).toEqual([
      { key: 'plurals/items', value: { other: 'o' } },
      { key: 'q', value: 'q' },
    ])
  })

  it('is written from a text of before, and a string from forms of before', () => {
    expect(write({ source: SOURCE, values: { items: 'x', a: { one: '1', other: 'n' } } })).toContain(
      '    <string name="a">n</string>\n\n    <plurals name="items">\n        <item quantity="other">x</item>\n    </plurals>\n',
    )
  })
})

describe('an array', () => {
  const array = (...items: string[]): string =>
    wrap('<string-array name="sizes">', ...items.map(item => `  <item>${item}</item>`), '</string-array>')

  it('is written whole, with its references, or not at all', () => {
    expect(write({ source: SOURCE, values: { 'sizes.0': 'S', 'sizes.2': 'L' } })).toContain(
      '    <string-array name="sizes">\n        <item>S</item>\n        <item>@string/medium</item>\n        <item>L</item>\n    </string-array>\n',
    )
    expect(write({ source: SOURCE, values: { 'sizes.0': 'S', a: 'x' } })).not.toContain('array')
  })

  it('is changed item by item, and grows without gaps', () => {
    expect(write({ source: SOURCE, base: array('s'), values: { 'sizes.0': 'S', 'sizes.2': 'L' } })).toBe(
      array('S', '@string/medium', 'L'),
    )
    expect(write({ source: SOURCE, base: array('s'), values: { 'sizes.0': 'S' } })).toBe(array('S', '@string/medium'))
    expect(write({ source: SOURCE, base: wrap('<string-array name="sizes"/>'), values: { 'sizes.0': 'S' } })).toBe(
      array('S', '@string/medium'),
    )
  })

  it('shrinks from its end, and is removed with a withdrawn item', () => {
    const base = array('s', '@string/medium', 'l', 'xl')
    expect(write({ source: SOURCE, base, removed: new Set(['sizes.3']) })).toBe(array('s', '@string/medium', 'l'))
    expect(write({ source: SOURCE, base, withdrawn: new Set(['sizes.0']) })).toBe('<resources>\n</resources>\n')
    expect(write({ source: wrap(), base, removed: new Set(['sizes.0', 'sizes.2', 'sizes.3']) })).toBe(
      array('s', '@string/medium'),
    )
  })
})

describe('a removed or withdrawn string', () => {
  const base = `<resources>
    <!-- A group -->
    <string name="a">x</string>
    <string name="q">q</string> <!-- of q -->
    <!-- of r -->
    <string name="r">r</string>

    <!-- A group of one -->
    <string name="s">s</string>

    <string name="z">z</string>
</resources>
`
  it('leaves with its lines and comments, but not with the heading of its group', () => {
    expect(
      write({ source: SOURCE, base, removed: new Set(['a', 'q', 'r', 's']), withdrawn: new Set(['a']) }),
    ).toBe(`<resources>
    <!-- A group -->


    <string name="z">z</string>
</resources>
`)
    expect(write({ source: SOURCE, base, removed: new Set(['a', 'z']) })).toBe(base)
  })
})

describe('a new file', () => {
  it('has the declaration, line endings and indentation of its sibling, without its license and attributes', () => {
    const sibling =
      '\uFEFF<?xml version=\'1.0\' encoding=\'utf-8\'?>\r\n<!-- License -->\r\n<resources xmlns:tools="t" tools:locale="de">\r\n\t<string name="a">x</string>\r\n\t<string name="b">y</string>\r\n</resources>'
    expect(write({ source: SOURCE, sibling, values: { z: 'z', a: 'x', items: { other: 'o' } } })).toBe(
      '\uFEFF<?xml version=\'1.0\' encoding=\'utf-8\'?>\r\n<resources>\r\n\t<string name="a">x</string>\r\n\t<plurals name="items">\r\n\t\t<item quantity="other">o</item>\r\n\t</plurals>\r\n\t<string name="z">z</string>\r\n</resources>',
    )
  })

  it('has the blank lines of the source, without its notes', () => {
    expect(write({ source: SOURCE, values: { z: 'z', a: 'x', b: 'y' } })).toBe(`<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string name="a">x</string>
    <string name="b">y</string>

    <string name="z">z</string>
</resources>
`)
  })

  it('keeps the comment of an empty base', () => {
    for (const base of ['', '\n', '\uFEFF']) {
      expect(write({ source: SOURCE, base, values: { a: 'x' } }).replace('\uFEFF', '')).toBe(
        write({ source: SOURCE, values: { a: 'x' } }),
      )
    }
    expect(write({ source: SOURCE, base: '<!-- soon -->', values: { a: 'x' } })).toBe(
      '<!-- soon -->\n<resources>\n    <string name="a">x</string>\n</resources>\n',
    )
  })
})

describe('Compose resources', () => {
  it.each([
    ['Compose resources', compose],
    ['Android resources', android],
  ])('name the file in errors: %s', (name, format) => {
    const broken = '<resources>\n  <string name="a">A</strin>\n</resources>\n'
    const source = '<resources>\n  <string name="a">A</string>\n</resources>\n'
    expect(() => format.read(broken)).toThrow(`Invalid ${name} file at 2:21: `)
    expect(() => format.readTarget(broken, 'de', source)).toThrow(`Invalid ${name} file at 2:21: `)
    expect(() => writeBy(format)({ source, base: broken, values: { a: 'B' } })).toThrow(
      `Invalid ${name} file at 2:21: `,
    )
  })

  const source = `<resources>
    <string name="a">It's "A"  and \\u0041 \\\\ \\'</string>
    <string name="b">
        B\\n</string>
</resources>
`
  it('have fewer escapes, and keep white space, quotes and apostrophes', () => {
    expect(compose.read(source).entries.map(({ value }) => value)).toEqual([`It's "A"  and A \\ \\'`, '\n        B\n'])
    expect(writeBy(compose)({ source, base: source, values: { a: `"it's"  \\ @` } })).toContain(
      String.raw`>"it's"  \\ @<`,
    )
  })
})
