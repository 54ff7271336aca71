import { describe, expect, it } from 'vitest'
import { android } from '../../../../src/l10n/formats/android/format.ts'

const TOOLS = 'xmlns:tools="http://schemas.android.com/tools"'
const file = (lines: string, namespace = ''): string => `<resources${namespace}>\n${lines}</resources>\n`
const write = (source: string, values: Readonly<Record<string, string | object>>, base?: string): string =>
  android.write({ source, base, locale: 'de', values: new Map(Object.entries(values)) as never })

describe('tools:ignore', () => {
  const source = file(
    '    <string name="a" tools:ignore="Typos" tools:context=".Main">A</string>\n' +
      '    <string name="b">B</string>\n' +
      '    <plurals name="n" tools:ignore="UnusedQuantity">\n        <item quantity="other">N</item>\n    </plurals>\n',
    ` ${TOOLS}`,
  )

  it('goes to a new file with its namespace', () => {
    expect(write(source, { a: 'Ä', n: { other: 'N' } })).toContain(
      `<resources ${TOOLS}>\n    <string name="a" tools:ignore="Typos">Ä</string>\n    <plurals name="n" tools:ignore="UnusedQuantity">`,
    )
    expect(write(source, { b: 'B' })).not.toContain('tools')
  })

  it('goes to new strings of a file, and is left as it is in others', () => {
    const base = file('    <string name="b">B</string>\n')
    expect(write(source, { a: 'Ä', b: 'B' }, base)).toBe(
      file('    <string name="a" tools:ignore="Typos">Ä</string>\n    <string name="b">B</string>\n', ` ${TOOLS}`),
    )
    const own = file('    <string name="a">Ä</string>\n')
    expect(write(source, { a: 'Ö' }, own)).toBe(own.replace('Ä', 'Ö'))
  })

  it('goes to new items, and the same plural form', () => {
    const items = file(
      '    <string-array name="l">\n        <item tools:ignore="Typos">A</item>\n    </string-array>\n' +
        '    <plurals name="n">\n        <item quantity="one" tools:ignore="ImpliedQuantity">A</item>\n        <item quantity="other">%d</item>\n    </plurals>\n',
      ` ${TOOLS}`,
    )
    const values = { 'l.0': 'A', n: { one: 'A', other: '%d' } }
    expect(write(items, values)).toContain(items)
    const few = write(items, { n: { few: '%d', other: '%d' } })
    expect(few).toContain('<item quantity="few">%d</item>')
  })

  it('is not copied from another namespace', () => {
    expect(write(source.replace(TOOLS, 'xmlns:tools="https://example.org"'), { a: 'Ä' })).not.toContain('ignore')
  })
})

describe('CDATA beside other text', () => {
  const source = file('    <string name="a">See <![CDATA[<a href="x">the docs</a>]]> for <![CDATA[]]>more</string>\n')
  const plain = file('    <string name="a">See <![CDATA[<a href="x">the docs</a>]]> for more</string>\n')
  const markup = file('    <string name="a"><b>Now</b> <![CDATA[<i>x & y</i>]]> more</string>\n')
  const pairs = file('    <string name="a"><![CDATA[<a>]]>This<![CDATA[</a>]]> <![CDATA[<b>that</b>]]></string>\n')
  const words = file('    <string name="a">It <![CDATA[& <more>]]> y</string>\n')

  it.each([
    [plain, 'Siehe <a href="x">the docs</a> dort', 'Siehe <![CDATA[<a href="x">the docs</a>]]> dort'],
    [plain, 'Mehr in <a href="x">den \'Docs\'</a>', 'Mehr in <![CDATA[<a href=\\"x\\">den \\\'Docs\\\'</a>]]>'],
    [plain, 'Mehr & ohne Link', 'Mehr &amp; ohne Link'],
    [markup, '<b>Jetzt</b> &lt;i>x & y&lt;/i> mehr', '<b>Jetzt</b> <![CDATA[<i>x & y</i>]]> mehr'],
    [markup, '&lt;i>z ]]&gt; z&lt;/i> <b>nun</b>', '<![CDATA[<i>z ]]&gt; z</i>]]> <b>nun</b>'],
    [words, 'Es & <more>, y', 'Es <![CDATA[& <more>]]>, y'],
    [words, 'Es & mehr', 'Es &amp; mehr'],
    [source, 'Siehe <a href="x">the docs</a>', 'Siehe <![CDATA[<a href="x">the docs</a>]]>'],
    [source, 'Siehe <a href="x">die Docs</a>', 'Siehe &lt;a href=\\"x\\"&gt;die Docs&lt;/a&gt;'],
    [pairs, '<a>Dies</a>, <b>that</b>', '<![CDATA[<a>]]>Dies<![CDATA[</a>]]>, <![CDATA[<b>that</b>]]>'],
    [pairs, '<b>das</b> <a>dies</a>', '&lt;b&gt;das&lt;/b&gt; <![CDATA[<a>]]>dies<![CDATA[</a>]]>'],
  ])('stays in an edited text of %j', (text, value, expected) => {
    const base = text.replace('name="a"', 'name="a" ')
    const written = write(text, { a: value }, base)
    expect(written).toBe(base.replace(/(<string [^>]*>).*(<\/string>)/, (_, open, close) => open + expected + close))
    expect(write(text, { a: value })).toContain(`<string name="a">${expected}</string>`)
    expect(android.readTarget(written, 'de')).toEqual([{ key: 'a', value }])
  })
})
