import * as fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/errors.ts'
import { escapeAttribute, escapeText, renderCdata } from '../../../../src/l10n/formats/xml/references.ts'
import { parseXml, parseXmlIfAny } from '../../../../src/l10n/formats/xml/scan.ts'
import { readComment, readInline, readText, renderInline } from '../../../../src/l10n/formats/xml/text.ts'
import {
  findElement,
  getAttribute,
  getLocalName,
  listElements,
  type XmlNode,
} from '../../../../src/l10n/formats/xml/tree.ts'
import { runs } from '../../../runs.ts'

/** A short description of every node, in the order of the file. */
function outline(text: string): string[] {
  const document = parseXml(text)
  const lines: string[] = []
  const visit = (node: XmlNode): void => {
    if (node.kind === 'text') lines.push(`text ${readText(document, { ...document.root, children: [node] })}`)
    else if (node.kind === 'cdata')
      lines.push(`cdata ${document.text.slice(node.start + 9, node.end - 3).replace(/\r\n?/g, '\n')}`)
    else if (node.kind === 'comment')
      lines.push(`comment ${document.text.slice(node.start + 4, node.end - 3).replace(/\r\n?/g, '\n')}`)
    else if (node.kind !== 'element') lines.push(node.kind)
    else {
      lines.push(`open ${node.name} ${node.attributes.map(({ name, value }) => `${name}=${value}`).join(' ')}`)
      node.children.forEach(visit)
      lines.push(`close ${node.name}`)
    }
  }
  for (const node of [...document.prolog, document.root, ...document.epilog]) visit(node)
  return lines.filter(line => !/^text\s*$/.test(line))
}

/** The same by a parser that others wrote. */
function outlineBySaxes(text: string): string[] {
  const lines: string[] = []
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  let pending = ''
  const flush = (): void => {
    if (pending.trim() !== '') lines.push(`text ${pending}`)
    pending = ''
  }
  const put = (line: string): void => {
    flush()
    lines.push(line)
  }
  parser.on('text', found => {
    pending += found
  })
  parser.on('cdata', found => put(`cdata ${found}`))
  parser.on('comment', found => put(`comment ${found}`))
  parser.on('xmldecl', () => put('instruction'))
  parser.on('processinginstruction', () => put('instruction'))
  parser.on('doctype', () => put('doctype'))
  parser.on('opentag', ({ name, attributes }) =>
    put(
      `open ${name} ${Object.entries(attributes)
        .map(([key, value]) => `${key}=${value}`)
        .join(' ')}`,
    ),
  )
  parser.on('closetag', ({ name }) => put(`close ${name}`))
  parser.write(text.replace(/^\uFEFF/, '')).close()
  flush()
  return lines
}

const PIECES = [
  '<b x="1">',
  "<b x='&lt;\n2'>",
  '<!-- c -->',
  '<?pi d?>',
  '<?xml version="1.0"?>',
  ' ',
  '<!DOCTYPE a>',
  '<b x="1" x="2"/>',
  '<b x=1/>',
  '</ b>',
  '</b >',
  ...'<a> </a> </b> <c/> text &amp; &#65; &#x1F600; & &x; ]]> <![CDATA[ <!-- --> -- < > " \r\n \n \t = 😀 \u0001 \uFFFE <é/> <1/> &#0; &#xD800;'.split(
    ' ',
  ),
]

it('the XML scanner agrees with saxes on which files are well-formed, and on what they contain', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), fc.boolean(), (pieces, wrap) => {
      const text = wrap ? `<a>${pieces.join('')}</a>` : pieces.join('')
      const attempt = (run: (text: string) => string[]): string[] | undefined => {
        try {
          return run(text)
        } catch {
          return undefined
        }
      }
      expect(attempt(outline)).toEqual(attempt(outlineBySaxes))
    }),
    { numRuns: runs(2_000) },
  )
})

const faultOf = (text: string): string => {
  try {
    parseXml(text, 'TMX')
    return ''
  } catch (error) {
    return error instanceof AppError ? `${error.message} ${error.fix}` : String(error)
  }
}

describe('a fault', () => {
  it.each([
    ['', 'at 1:1: the file has no root element. Write one element that contains all others.'],
    ['<a>\n  <b>x</c>\n</a>', 'at 2:7: </c> closes <b>. Write </b>, or add the missing tag.'],
    ['<a>\n  <b>x\n</a>', 'at 3:1: </a> closes <b>. Write </b>, or add the missing tag.'],
    ['<a>\n  <b>', 'at 2:3: <b> is not closed. Add </b>.'],
    ['</a>', 'at 1:1: </a> closes no element. Remove it.'],
    ['<a x=1/>', 'at 1:6: the value of the attribute x has no quotes. Write x="value".'],
    ['<a x/>', 'at 1:4: the attribute x has no value. Write x="value".'],
    ['<a x="1" x="2"/>', 'at 1:10: the tag <a> has the attribute x twice. Remove one of them.'],
    ['<a x="<"/>', 'at 1:7: the value of the attribute x contains <. Write &lt;, or close the quotes.'],
    ['<a x="1/>', 'at 1:6: the value of the attribute x is not closed. Add ".'],
    ['<a>\nThis & that</a>', 'at 2:6: an ampersand stands alone. Write &amp; for the character &.'],
    ['<a>1 < 2</a>', 'at 1:6: < does not start a tag. Write &lt; for the character <.'],
    [
      '<a>&nbsp;</a>',
      'at 1:4: the entity &nbsp; is not declared. Write the character itself, or its number as &#160;.',
    ],
    ['<a>&#0;</a>', 'at 1:4: &#0; is a character that XML does not allow. Remove it.'],
    ['<a>\u0001</a>', 'at 1:4: the character U+0001 is not allowed in XML. Remove it.'],
    ['<a>\uD800</a>', 'at 1:4: the character U+D800 is not allowed in XML. Remove it.'],
    ['<a><!-- x</a>', 'at 1:4: a comment is not closed. Add -->.'],
    ['<a><!-- x -- y --></a>', 'at 1:11: a comment contains --. Write - - or another dash.'],
    ['<a><![CDATA[x</a>', 'at 1:4: a CDATA section is not closed. Add ]]>.'],
    ['<a>x]]></a>', 'at 1:5: ]]> stands outside of a CDATA section. Write ]]&gt;.'],
    ['<a/>\n<b/>', 'at 2:1: <b> stands after the end of the root element. Put it into the root element.'],
    ['<a/>x', 'at 1:5: "x" stands after the end of the root element. Remove it.'],
    ['x<a/>', 'at 1:1: "x<a/>" stands before the root element. Remove it.'],
    [
      '\n<?xml version="1.0"?><a/>',
      'at 2:1: the XML declaration is not at the start of the file. Remove everything before it.',
    ],
    [
      '<?xml version="1.0" encoding="utf-16"?><a/>',
      'at 1:1: the file declares the encoding utf-16. Convert it to UTF-8, and declare encoding="utf-8".',
    ],
    ['<a><?pi</a>', 'at 1:4: a processing instruction is not closed. Add ?>.'],
    ['<!DOCTYPE a [<!ENTITY x "y">', 'at 1:1: the DOCTYPE is not closed. Add >.'],
    ['<a "x"/>', 'at 1:4: "\\"x\\"/>" stands in the tag <a>. Write name="value".'],
    ['<a', 'at 1:1: the tag <a is not closed. Add >.'],
    ['<a></a', 'at 1:4: the end tag "</a" is not closed. Add >.'],
  ])('of %j has a place and a fix', (text, message) => {
    expect(faultOf(text)).toBe(`Invalid TMX file ${message}`)
  })

  it('of depth comes after 200 levels', () => {
    expect(faultOf('<a>'.repeat(200) + '</a>'.repeat(200))).toBe('')
    expect(faultOf('<a>'.repeat(201))).toMatch(/ at 1:601: elements are nested more than 200 levels deep/)
  })
})

describe('a document', () => {
  const text =
    '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- head -->\r\n<r a:b=\'x&amp;"y\'>\r\n  <t>a &lt; b<!-- c --><![CDATA[<i>]]></t>\r\n  <t />\r\n</r>\r\n'
  const document = parseXml(text)

  it('has exact offsets, after the byte order mark', () => {
    expect(document.bom + document.text).toBe(text)
    expect(document.eol).toBe('\r\n')
    const cut = ({ start, end }: { start: number; end: number }) => document.text.slice(start, end)
    expect(document.prolog.map(node => [node.kind, cut(node)])).toEqual([
      ['instruction', '<?xml version="1.0" encoding="UTF-8"?>'],
      ['text', '\r\n'],
      ['comment', '<!-- head -->'],
      ['text', '\r\n'],
    ])
    const { root } = document
    expect(cut({ start: root.start, end: root.contentStart })).toBe("<r a:b='x&amp;\"y'>")
    expect(cut({ start: root.contentEnd, end: root.end })).toBe('</r>')
    const [attribute] = root.attributes
    expect(attribute && [cut(attribute), document.text.slice(attribute.valueStart, attribute.valueEnd)]).toEqual([
      "a:b='x&amp;\"y'",
      'x&amp;"y',
    ])
    const [first, second] = listElements(root, 't')
    expect(first && cut(first)).toBe('<t>a &lt; b<!-- c --><![CDATA[<i>]]></t>')
    expect(second && [cut(second), second.isSelfClosing, second.contentStart === second.end]).toEqual([
      '<t />',
      true,
      true,
    ])
  })

  it('has decoded texts, attributes and comments', () => {
    const { root } = document
    expect(getAttribute(root, 'a:b')).toBe('x&"y')
    expect(getLocalName('a:b')).toBe('b')
    const first = findElement(root, 't')
    expect(first && readText(document, first)).toBe('a < b<i>')
    const comment = first?.children.find(({ kind }) => kind === 'comment')
    expect(comment?.kind === 'comment' && readComment(document, comment)).toBe('c')
  })

  it('is undefined for a file without elements', () => {
    for (const empty of ['', '\uFEFF', '\n', '<?xml version="1.0"?>\n<!-- soon -->\n'])
      expect(parseXmlIfAny(empty)).toBeUndefined()
  })

  it('never expands the entities of the DOCTYPE', () => {
    const laughs = `<!DOCTYPE r [ <!-- > --> <!ENTITY a "ha"> <!ENTITY b "&a;&a;"> ]>\n<r t="&b;">&b; &amp; x</r>`
    const found = parseXml(laughs)
    expect([...found.entities]).toEqual(['a', 'b'])
    expect(readText(found, found.root)).toBe('&b; & x')
    expect(escapeText('&b; &c; &', found)).toBe('&b; &amp;c; &amp;')
    expect(faultOf(laughs.replace('&b; &amp;', '&c;'))).toMatch(/ at 2:12: the entity &c; is not declared/)
    expect(faultOf('<!DOCTYPE r SYSTEM "r.dtd"><r>&c;</r>')).toBe('')
    expect(faultOf('<!DOCTYPE r [<!ENTITY % more SYSTEM "r.dtd"> %more;]><r>&c;</r>')).toBe('')
  })
})

describe('a text', () => {
  const target = { eol: '\n', entities: new Set<string>() } as const
  const hard = fc.string({
    unit: fc.constantFrom('<', '>', '&', '"', "'", ']]>', 'a', '\r', '\n', '\t', ' ', '&amp;', '😀', '\u2028'),
    maxLength: 20,
  })

  it('is read back as it was written, in every place', () => {
    fc.assert(
      fc.property(
        hard,
        fc.constantFrom('"', "'"),
        fc.constantFrom('\n' as const, '\r\n' as const),
        (text, quote, eol) => {
          const own = { ...target, eol }
          const content = parseXml(
            `<r a=${quote}${escapeAttribute(text, quote, own)}${quote}>${escapeText(text, own)}</r>`,
          )
          expect(readText(content, content.root)).toBe(text)
          expect(getAttribute(content.root, 'a')).toBe(text)
          const section = parseXml(`<r>${renderCdata(text, own)}</r>`)
          expect(readText(section, section.root)).toBe(text)
        },
      ),
    )
    expect(escapeText('\0\uD800', target)).toBe('\uFFFD\uFFFD')
  })

  it.each([
    ['<b>x</b> &amp; &lt;', '<b>x</b> & <'],
    ['a &lt;i>b&lt;/i> <b c="1&amp;2">d</b>', 'a &lt;i>b&lt;/i> <b c="1&amp;2">d</b>'],
    ['&amp;lt;i> <g/>', '&amp;lt;i> <g/>'],
    ['<![CDATA[<b>]]>x<g/>', '&lt;b>x<g/>'],
    ['1 &lt; 2 <g/>', '1 < 2 <g/>'],
    ['&lt;b&gt;x&lt;/b&gt;', '<b>x</b>'],
  ])('with markup, %j, is shown as %j and written back', (raw, shown) => {
    const document = parseXml(`<r>${raw}</r>`)
    const value = readInline(document, document.root)
    expect(value).toBe(shown)
    const markup = document.root.children.some(({ kind }) => kind === 'element')
    const again = parseXml(`<r>${renderInline(value, document, { markup })}</r>`)
    expect(readInline(again, again.root)).toBe(shown)
  })

  it('closes an element of HTML without content', () => {
    const document = parseXml('<r>A<br/>b</r>')
    expect(renderInline('A<br>b<img src="x">', document, { markup: true })).toBe('A<br/>b<img src="x"/>')
  })

  it('stays well-formed, whatever its tags are', () => {
    const tags = fc.array(
      fc.constantFrom(
        '<i x="1">',
        '<a x="1" x="2">',
        '<a x="&">',
        ...'<b> </b> </i> <br/> </a> < & &lt; &amp;lt;b> x <b <!-- ]]> &#0; <u:v/>'.split(' '),
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(tags, parts => {
        const document = parseXml(`<r>${renderInline(parts.join(''), target, { markup: true })}</r>`)
        const value = readInline(document, document.root)
        const again = parseXml(
          `<r>${renderInline(value, target, { markup: document.root.children.some(({ kind }) => kind === 'element') })}</r>`,
        )
        expect(readInline(again, again.root)).toBe(value)
      }),
      { numRuns: runs(1_000) },
    )
    expect(renderInline('<b>x</b> <i>y <c:d/></c>', target, { markup: true, isTag: name => !name.includes(':') })).toBe(
      '<b>x</b> &lt;i&gt;y &lt;c:d/&gt;&lt;/c&gt;',
    )
  })
})
