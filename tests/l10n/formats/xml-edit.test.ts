import { describe, expect, it } from 'vitest'
import type { Edit } from '../../../src/l10n/formats/splice.ts'
import {
  applyEdits,
  findTrailEnd,
  insertAfter,
  insertBefore,
  insertLast,
  listLeading,
  removeAttribute,
  removeRange,
  replaceContent,
  setAttribute,
} from '../../../src/l10n/formats/xml/edit.ts'
import { parseXml } from '../../../src/l10n/formats/xml/scan.ts'
import { listElements, type XmlElement } from '../../../src/l10n/formats/xml/tree.ts'

describe('an edit', () => {
  const at = (text: string, edit: (document: ReturnType<typeof parseXml>) => readonly Edit[]): string => {
    const document = parseXml(text)
    const written = applyEdits(document, edit(document))
    parseXml(written)
    return written
  }
  const first = ({ root }: { root: XmlElement }): XmlElement => listElements(root)[0] ?? root

  it('inserts lines after or before a node, with its indentation', () => {
    const file = '<r>\n\t<a/> <!-- of a -->\n</r>\n'
    expect(at(file, d => [insertAfter(d, d.root.children, first(d), ['<b>', '  x', '</b>'])])).toBe(
      '<r>\n\t<a/> <!-- of a -->\n\t<b>\n\t  x\n\t</b>\n</r>\n',
    )
    expect(at(file, d => [insertBefore(d, first(d), ['<b/>', '<c/>'])])).toBe(
      '<r>\n\t<b/>\n\t<c/>\n\t<a/> <!-- of a -->\n</r>\n',
    )
    expect(at('<r><a/></r>', d => [insertAfter(d, d.root.children, first(d), ['<b/>'])])).toBe('<r><a/><b/></r>')
    expect(at('<r><a/></r>', d => [insertBefore(d, first(d), ['<b/>'])])).toBe('<r><b/><a/></r>')
  })

  it('inserts lines into an element without children', () => {
    for (const empty of ['<r>\r\n</r>\r\n', '<r></r>\r\n', '<r/>\r\n', '<r />\r\n']) {
      expect(at(empty, d => [insertLast(d, d.root, ['<a/>', '<b/>'])])).toBe('<r>\r\n    <a/>\r\n    <b/>\r\n</r>\r\n')
    }
    expect(at('<r>\n  <a>\n    <x/>\n  </a>\n</r>', d => [insertLast(d, first(d), ['<y/>'])])).toBe(
      '<r>\n  <a>\n    <x/>\n    <y/>\n  </a>\n</r>',
    )
    expect(at('<r>\n  <a/>\n</r>', d => [insertLast(d, first(d), ['<y/>'])])).toBe('<r>\n  <a>\n    <y/>\n  </a>\n</r>')
  })

  it('removes a range with its lines, or without those of others', () => {
    const remove = (text: string): string => at(text, d => [removeRange(d, first(d).start, first(d).end)])
    expect(remove('<r>\r\n  <a/> \r\n  <b/>\r\n</r>')).toBe('<r>\r\n  <b/>\r\n</r>')
    expect(remove('<r><a/><b/></r>')).toBe('<r><b/></r>')
    expect(remove('<r>\n  <a/> <b/>\n</r>')).toBe('<r>\n   <b/>\n</r>')
  })

  it('replaces the content of an element, also of a self-closing one', () => {
    expect(at('<r><a>x</a></r>', d => [replaceContent(d, first(d), 'y')])).toBe('<r><a>y</a></r>')
    expect(at('<r><a b="1" /></r>', d => [replaceContent(d, first(d), 'y')])).toBe('<r><a b="1">y</a></r>')
  })

  it('sets, adds and removes attributes in their quotes', () => {
    expect(at("<r><a b='1'/></r>", d => [setAttribute(d, first(d), 'b', `'"<\n`)])).toBe(
      `<r><a b='&apos;"&lt;&#10;'/></r>`,
    )
    expect(at("<r><a b='1'/></r>", d => [setAttribute(d, first(d), 'c', '2')])).toBe("<r><a b='1' c='2'/></r>")
    expect(at('<r><a/></r>', d => [setAttribute(d, first(d), 'c', '2')])).toBe('<r><a c="2"/></r>')
    expect(at('<r><a b="1" c="2"/></r>', d => [removeAttribute(d, first(d), 'b') ?? fail()])).toBe('<r><a c="2"/></r>')
    const { root, ...document } = parseXml('<r/>')
    expect(removeAttribute({ root, ...document }, root, 'b')).toBeUndefined()
  })

  it('knows the comments that belong to an element', () => {
    const document = parseXml(
      '<r>\n<!-- 0 -->\n\n<!-- 1 -->\n<!-- 2 -->\n<a/> <!-- 3 -->\n<!-- 4 --> <b/>\n<c/><!-- 5 --><d/></r>',
    )
    const { children } = document.root
    const above = (index: number): (string | undefined)[] => {
      const element = listElements(document.root)[index] ?? document.root
      const nodes = listLeading(document, children, children.indexOf(element))
      return nodes.slice(0, -1).map(node => document.text.slice(node.start + 5, node.end - 4))
    }
    expect([above(0), above(1), above(2), above(3)]).toEqual([['1', '2'], ['4'], [], []])
    const end = findTrailEnd(document, children, first(document))
    expect(document.text.slice(0, end)).toMatch(/<!-- 3 -->$/)
  })
})

const fail = (): never => {
  throw new Error('no edit')
}
