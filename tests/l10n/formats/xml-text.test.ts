import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeAttribute, escapeText, renderCdata } from '../../../src/l10n/formats/xml/references.ts'
import { parseXml } from '../../../src/l10n/formats/xml/scan.ts'
import { readInline, readText, renderInline } from '../../../src/l10n/formats/xml/text.ts'
import { getAttribute } from '../../../src/l10n/formats/xml/tree.ts'
import { runs } from '../../runs.ts'

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
