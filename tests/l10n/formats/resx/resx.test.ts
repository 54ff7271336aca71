import { describe, expect, it } from 'vitest'
import type { WriteRequest } from '../../../../src/l10n/formats/format.ts'
import { detectFormat } from '../../../../src/l10n/formats/registry.ts'
import { resx } from '../../../../src/l10n/formats/resx/format.ts'
import { namesFaults } from '../faults.ts'

const HEADERS = `  <xsd:schema id="root" xmlns="" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
    <xsd:element name="data" type="xsd:string" />
  </xsd:schema>
  <resheader name="resmimetype">
    <value>text/microsoft-resx</value>
  </resheader>
  <resheader name="version">
    <value>2.0</value>
  </resheader>`

/** As Visual Studio and the Windows Forms designer write it. */
const SOURCE = `<?xml version="1.0" encoding="utf-8"?>
<root>
  <!--
    Microsoft ResX Schema
    -->
${HEADERS}
  <assembly alias="System.Windows.Forms" name="System.Windows.Forms, Version=4.0.0.0" />
  <data name="Title" xml:space="preserve">
    <value>Your basket</value>
    <comment>The title bar</comment>
  </data>
  <data name="$this.Text" xml:space="preserve">
    <value>Basket &amp; more</value>
  </data>
  <data name="&gt;&gt;$this.Name" xml:space="preserve">
    <value>BasketForm</value>
  </data>
  <data name="$this.Icon" type="System.Drawing.Icon, System.Drawing" mimetype="application/x-microsoft.net.object.bytearray.base64">
    <value>AAABAAEAEBAAAAAAAABoBQAAFgAAACgAAAAQAAAAIAAAAAEACAAAAAAAAAEAAAAAAAAAAAAAAAEAAAAA</value>
  </data>
  <data name="Logo" type="System.Resources.ResXFileRef, System.Windows.Forms">
    <value>..\\Logo.png;System.Drawing.Bitmap, System.Drawing</value>
  </data>
  <data name="Brand" xml:space="preserve">
    <value>Basket</value>
    <comment>{Locked}</comment>
  </data>
  <!-- Two lines -->
  <data name="Lines" xml:space="preserve">
    <value>One {0:N2}

Two &lt;b&gt;</value>
    <comment>{Locked="N2"} the number of items</comment>
  </data>
  <data name="Html" xml:space="preserve">
    <value><![CDATA[<b>One</b> & two]]></value>
  </data>
  <data name="Empty" xml:space="preserve">
    <value />
  </data>
  <data name="Typed" type="System.String, mscorlib" xml:space="preserve"><value>Typed</value></data>
  <metadata name="$this.Localizable" type="System.Boolean, mscorlib">
    <value>True</value>
  </metadata>
</root>`

/** As ResEx writes it: without the schema, with CRLF and a byte order mark. */
const TARGET = `\uFEFF<?xml version="1.0" encoding="utf-8"?>
<root>
  <resheader name="resmimetype">
    <value>text/microsoft-resx</value>
  </resheader>
  <data name="Title" xml:space="preserve">
    <value>Twój koszyk</value>
    <comment>Pasek tytułu</comment>
  </data>
  <data name="Extra" xml:space="preserve">
    <value>Dodatkowy</value>
  </data>
  <data name="Html" xml:space="preserve">
    <value><![CDATA[<b>Jeden</b> & dwa]]></value>
  </data>
  <data name="Empty" xml:space="preserve">
    <value></value>
  </data>
</root>
`.replaceAll('\n', '\r\n')

const EMPTY = `<root>
${HEADERS}
</root>
`
const write = (request: Omit<WriteRequest, 'locale' | 'values'> & { values?: Record<string, string> }): string =>
  resx.write({ locale: 'pl', ...request, values: new Map(Object.entries(request.values ?? {})) })

describe('RESX', () => {
  it('has data without a type as entries, and comments as notes', () => {
    const { entries, options } = resx.read(SOURCE)
    expect(options).toEqual({ syntax: 'plain', eol: '\n', indent: '  ' })
    expect(entries).toEqual([
      { key: 'Title', value: 'Your basket', description: 'The title bar' },
      { key: '$this.Text', value: 'Basket & more' },
      { key: 'Lines', value: 'One {0:N2}\n\nTwo <b>', description: 'Two lines\n{Locked="N2"} the number of items' },
      { key: 'Html', value: '<b>One</b> & two' },
      { key: 'Empty', value: '' },
      { key: 'Typed', value: 'Typed' },
    ])
    expect(resx.readTarget(TARGET, 'pl', SOURCE)).toEqual([
      { key: 'Title', value: 'Twój koszyk' },
      { key: 'Extra', value: 'Dodatkowy' },
      { key: 'Html', value: '<b>Jeden</b> & dwa' },
    ])
    expect(detectFormat('Properties/Resources.resx', '').id).toBe('resx')
    expect(detectFormat('Strings/en-US/Resources.resw', '').id).toBe('resx')
  })

  namesFaults(resx, [
    ['', '1:1', 'the file has no root element. Write one element that contains all others.'],
    [
      '<resources/>',
      '1:1',
      'the root element is <resources>, not <root>. Write the strings as ResX: <root><data name="…"><value>…</value></data></root>.',
    ],
    ['<root>\n<data><value/></data></root>', '2:1', '<data> has no name. Write <data name="…">.'],
    [
      '<root>\n  <data name="a">\n    <value>Fish & chips</value>\n  </data>\n</root>',
      '3:17',
      'an ampersand stands alone. Write &amp; for the character &.',
    ],
  ])

  it('gets missing strings in the order of the source, with its attributes', () => {
    const written = write({
      source: SOURCE,
      base: TARGET,
      values: { '$this.Text': 'Koszyk & więcej', Lines: 'Jeden\n\nDwa', Typed: 'T', Empty: 'E' },
    })
    const lines = (text: string): string => text.replaceAll('\n', '\r\n')
    expect(written).toBe(
      TARGET.replace(
        lines('  <data name="Extra"'),
        lines(`  <data name="$this.Text" xml:space="preserve">
    <value>Koszyk &amp; więcej</value>
  </data>
  <data name="Lines" xml:space="preserve">
    <value>Jeden

Dwa</value>
    <comment>{Locked="N2"} the number of items</comment>
  </data>
  <data name="Extra"`),
      ).replace(
        lines('<value></value>\n  </data>'),
        lines(`<value>E</value>
  </data>
  <data name="Typed" type="System.String, mscorlib" xml:space="preserve">
    <value>T</value>
  </data>`),
      ),
    )
  })

  it('gets the first string before the others', () => {
    const base = '<root>\n  <!-- of Html -->\n  <data name="Html"><value>H</value></data>\n</root>\n'
    expect(write({ source: SOURCE, base, values: { Title: 'T' } })).toBe(
      '<root>\n  <data name="Title" xml:space="preserve">\n    <value>T</value>\n  </data>\n  <!-- of Html -->\n  <data name="Html"><value>H</value></data>\n</root>\n',
    )
  })

  it('is created with the head of the source or the sibling, and without notes that siblings lack', () => {
    const title = '  <data name="Title" xml:space="preserve">\n    <value>T</value>\n  </data>\n'
    const head = SOURCE.slice(0, SOURCE.indexOf('  <assembly'))
    expect(write({ source: SOURCE, values: { Title: 'T' } })).toBe(`${head}${title}</root>`)
    const withNote = title
      .replace('</value>\n', '</value>\n    <comment>The title bar</comment>\n')
      .replaceAll('\n', '\r\n')
    const sibling = TARGET.slice(0, TARGET.indexOf('  <data'))
    expect(write({ source: SOURCE, sibling: TARGET, values: { Title: 'T' } })).toBe(`${sibling}${withNote}</root>\r\n`)
    expect(write({ source: SOURCE, base: '', sibling: '<root/>\n', values: { Title: 'T' } })).toBe(
      `<root>\n${title.replaceAll('  ', '    ')}</root>\n`,
    )
    expect(write({ source: SOURCE, base: '<!-- soon -->', sibling: EMPTY })).toBe(`<!-- soon -->\n${EMPTY}`)
  })
})
