import type { AppError } from '../../../errors.ts'
import { echo } from '../../../text/escape.ts'
import { detectEol } from '../eol.ts'
import { fileFault, MAX_ENTRIES, SPLIT_FILE_FIX } from '../faults.ts'
import { splitFile } from '../flat/text-file.ts'
import { findNameEnd, ILLEGAL, skipSpace } from './characters.ts'
import { type Doctype, scanDoctype } from './doctype.ts'
import { decodeAttribute, readReference } from './references.ts'
import type { Fault, XmlAttribute, XmlDocument, XmlElement, XmlLeaf, XmlNode } from './tree.ts'

const MAX_DEPTH = 200
/** Maximum elements, attributes, texts and comments of a file: forty per entry. */
const MAX_NODES = 40 * MAX_ENTRIES
/** The same of a part, so that reading one never takes long. */
const MAX_PART_NODES = 20_000
/** Maximum length of a part, in UTF-16 code units: references take longer than other characters. */
const MAX_PART_LENGTH = 1_000_000

export const xmlFault = ({ name, text }: XmlDocument, offset: number, what: string, fix: string): AppError =>
  fileFault(name, text, offset, what, fix)

/**
 * Parses a file with positions. Rejects what XML 1.0 calls not well-formed, entities that are not declared, an encoding other than UTF-8, and elements nested
 * more than 200 deep. Never reads another file, and never expands an entity. Does not check that prefixes are declared.
 * @param name of the format, for messages: `RESX`
 * @throws AppError `invalid_input` with line and column
 */
export function parseXml(file: string, name = 'XML'): XmlDocument {
  const document = parseXmlIfAny(file, name)
  if (document !== undefined) return document
  throw noRootFault(file, name)
}

/** As `parseXml`, but returns undefined without a file, and for one without any element: an empty one, or one of comments. */
export function parseXmlIfAny(file: string | undefined, name = 'XML'): XmlDocument | undefined {
  if (file === undefined) return undefined
  const { scanner, toDocument } = openFile(file, name)
  const root = scanner.scan()
  return root && toDocument(root)
}

function openFile(file: string, name: string) {
  const { bom, text } = splitFile(file)
  const scanner = new Scanner(text, (offset, what, fix) => fileFault(name, text, offset, what, fix))
  const eol = detectEol(text)
  const toDocument = (root: XmlElement): XmlDocument => {
    const { prolog, epilog, doctype } = scanner
    return { name, bom, text, eol, root, prolog, epilog, entities: doctype.entities }
  }
  return { scanner, toDocument }
}

/** A complete element, with the child of the root that contains it. The root and the child still lack their ends. */
export interface XmlPart {
  readonly document: XmlDocument
  readonly parent: XmlElement
  readonly element: XmlElement
}

/**
 * Yields the children of the root's children as soon as each is complete, and then forgets it: for files of any number of elements. Yields undefined for texts
 * and comments between them, so that callers can pause. Returns the document that is left.
 * @throws AppError `invalid_input` as `parseXml`, and for a part of more than 20,000 elements, attributes and texts or 1,000,000 characters
 */
export function* scanXmlParts(file: string, name: string): Generator<XmlPart | undefined, XmlDocument> {
  const { scanner, toDocument } = openFile(file, name)
  let document: XmlDocument | undefined
  for (const part of scanner.scanParts()) {
    if (part !== undefined) document ??= toDocument(part.root)
    yield part && document && { document, parent: part.parent, element: part.element }
  }
  const root = scanner.root
  if (root !== undefined) return toDocument(root)
  throw noRootFault(file, name)
}

const noRootFault = (file: string, name: string): AppError =>
  fileFault(name, file, 0, 'the file has no root element', 'Write one element that contains all others.')

interface OpenElement extends XmlElement {
  end: number
  contentEnd: number
  children: XmlNode[]
}

/** The children of elements without content, which share it. */
const NO_CHILDREN: XmlNode[] = []

const [SLASH, BANG, QUESTION, CLOSE, EQUALS] = [0x2f, 0x21, 0x3f, 0x3e, 0x3d]

class Scanner {
  root: OpenElement | undefined
  readonly prolog: XmlLeaf[] = []
  readonly epilog: XmlLeaf[] = []
  doctype: Doctype = { end: 0, entities: new Set(), isComplete: true }
  readonly #text: string
  readonly #fault: Fault
  readonly #open: OpenElement[] = []
  #nodes = 0
  #maxNodes = MAX_NODES
  /** Where the part that is scanned must end. */
  #maxEnd = Number.POSITIVE_INFINITY
  /** The first ampersand and the first `]]>` that were not looked at yet. */
  #ampersand: number
  #sectionEnd: number

  constructor(text: string, fault: Fault) {
    this.#text = text
    this.#fault = fault
    this.#ampersand = text.indexOf('&')
    this.#sectionEnd = text.indexOf(']]>')
  }

  scan(): XmlElement | undefined {
    this.#assertLegal()
    for (let at = 0; at < this.#text.length; ) at = this.#scanNext(at)
    this.#assertClosed()
    return this.root
  }

  *scanParts(): Generator<(Omit<XmlPart, 'document'> & { readonly root: XmlElement }) | undefined> {
    this.#assertLegal()
    this.#maxNodes = MAX_PART_NODES
    this.#maxEnd = MAX_PART_LENGTH
    for (let at = 0; at < this.#text.length; ) {
      at = this.#scanNext(at)
      const [root, parent, deeper] = this.#open
      if (root === undefined || parent === undefined || deeper !== undefined) continue
      const element = parent.children.at(-1)
      yield element?.kind === 'element' ? { root, parent, element } : undefined
      parent.children.length = 0
      this.#nodes = 0
      this.#maxEnd = at + MAX_PART_LENGTH
    }
    this.#assertClosed()
  }

  #assertLegal(): void {
    const illegal = ILLEGAL.exec(this.#text)
    if (illegal === null) return
    const code = illegal[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    throw this.#fault(illegal.index, `the character U+${code} is not allowed in XML`, 'Remove it.')
  }

  #assertClosed(): void {
    const last = this.#open.at(-1)
    if (last === undefined) return
    throw this.#fault(last.start, `<${show(last.name)}> is not closed`, `Add </${show(last.name)}>.`)
  }

  /** Scans the text up to the next tag, and the tag; returns the offset after it. */
  #scanNext(at: number): number {
    const text = this.#text
    const tag = text.indexOf('<', at)
    const end = tag === -1 ? text.length : tag
    if (end > at) this.#addText(at, end)
    if (tag === -1) return end
    const code = text.charCodeAt(tag + 1)
    if (code === SLASH) return this.#scanEndTag(tag)
    if (code === BANG) return this.#scanDeclaration(tag)
    return code === QUESTION ? this.#scanInstruction(tag) : this.#scanStartTag(tag)
  }

  #addText(start: number, end: number): void {
    const parent = this.#open.at(-1)
    if (parent === undefined) {
      const found = skipSpace(this.#text, start)
      if (found < end) {
        const place = this.root === undefined ? 'before the root element' : 'after the end of the root element'
        throw this.#fault(found, `${this.#excerpt(found)} stands ${place}`, 'Remove it.')
      }
    } else {
      this.#assertReferences(start, end)
      this.#sectionEnd = skipTo(this.#text, ']]>', this.#sectionEnd, start)
      if (this.#sectionEnd !== -1 && this.#sectionEnd < end) {
        throw this.#fault(this.#sectionEnd, ']]> stands outside of a CDATA section', 'Write ]]&gt;.')
      }
    }
    this.#addLeaf('text', start, end)
  }

  #addLeaf(kind: XmlLeaf['kind'], start: number, end: number): void {
    this.#count(start)
    const leaf: XmlLeaf = { kind, start, end }
    const parent = this.#open.at(-1)
    if (parent !== undefined) parent.children.push(leaf)
    else if (this.root === undefined) this.prolog.push(leaf)
    else this.epilog.push(leaf)
  }

  #count(offset: number): void {
    this.#nodes += 1
    if (this.#nodes <= this.#maxNodes) return
    if (this.#maxNodes === MAX_NODES) {
      throw this.#fault(offset, `the file has more than ${MAX_NODES} elements, attributes and texts`, SPLIT_FILE_FIX)
    }
    const what = `an element has more than ${MAX_PART_NODES} elements, attributes and texts in it`
    throw this.#fault(offset, what, 'Split it, or remove it.')
  }

  /** Checks the references of a text or attribute. Texts are checked in their order in the file. */
  #assertReferences(start: number, end: number): void {
    const text = this.#text
    if (end > this.#maxEnd) {
      throw this.#fault(start, `an element has more than ${MAX_PART_LENGTH} characters`, 'Split it, or remove it.')
    }
    this.#ampersand = skipTo(text, '&', this.#ampersand, start)
    while (this.#ampersand !== -1 && this.#ampersand < end) {
      const at = this.#ampersand
      const found = readReference(text, at)
      if (found === undefined || found.end > end) {
        throw this.#fault(at, 'an ampersand stands alone', 'Write &amp; for the character &.')
      }
      const shown = show(text.slice(at, found.end))
      if (!found.isLegal) throw this.#fault(at, `${shown} is a character that XML does not allow`, 'Remove it.')
      const { entities, isComplete } = this.doctype
      if (found.entity !== undefined && isComplete && !entities.has(found.entity)) {
        const fix = 'Write the character itself, or its number as &#160;.'
        throw this.#fault(at, `the entity ${shown} is not declared`, fix)
      }
      this.#ampersand = text.indexOf('&', found.end)
    }
  }

  #scanDeclaration(start: number): number {
    const text = this.#text
    if (text.startsWith('<!--', start)) {
      const dashes = text.indexOf('--', start + 4)
      if (dashes === -1) throw this.#fault(start, 'a comment is not closed', 'Add -->.')
      if (text[dashes + 2] !== '>') throw this.#fault(dashes, 'a comment contains --', 'Write - - or another dash.')
      this.#addLeaf('comment', start, dashes + 3)
      return dashes + 3
    }
    if (text.startsWith('<![CDATA[', start) && this.#open.length > 0) {
      const end = text.indexOf(']]>', start + 9)
      if (end === -1) throw this.#fault(start, 'a CDATA section is not closed', 'Add ]]>.')
      this.#addLeaf('cdata', start, end + 3)
      return end + 3
    }
    if (text.startsWith('<!DOCTYPE', start) && this.root === undefined && this.doctype.end === 0) {
      this.doctype = scanDoctype(text, start, this.#fault)
      this.#addLeaf('doctype', start, this.doctype.end)
      return this.doctype.end
    }
    throw this.#fault(start, `${this.#excerpt(start)} is not allowed here`, 'Remove it.')
  }

  #scanInstruction(start: number): number {
    const text = this.#text
    const end = text.indexOf('?>', start + 2)
    if (end === -1) throw this.#fault(start, 'a processing instruction is not closed', 'Add ?>.')
    const nameEnd = findNameEnd(text, start + 2)
    const name = text.slice(start + 2, nameEnd)
    if (name === '' || (nameEnd < end && skipSpace(text, nameEnd) === nameEnd)) {
      throw this.#fault(start, `${this.#excerpt(start)} is not a processing instruction`, 'Write <?name …?>.')
    }
    if (name.toLowerCase() === 'xml') {
      if (start > 0) {
        throw this.#fault(start, 'the XML declaration is not at the start of the file', 'Remove everything before it.')
      }
      const encoding = /\sencoding\s{0,100}=\s{0,100}["']([^"']{0,100})/.exec(
        text.slice(start, Math.min(end, 1_000)),
      )?.[1]
      if (encoding !== undefined && !/^(?:utf-?8|us-ascii|ascii)$/i.test(encoding)) {
        const what = `the file declares the encoding ${show(encoding)}`
        throw this.#fault(start, what, 'Convert it to UTF-8, and declare encoding="utf-8".')
      }
    }
    this.#addLeaf('instruction', start, end + 2)
    return end + 2
  }

  #scanStartTag(start: number): number {
    const text = this.#text
    let at = findNameEnd(text, start + 1)
    if (at === start + 1) throw this.#fault(start, '< does not start a tag', 'Write &lt; for the character <.')
    const name = text.slice(start + 1, at)
    const parent = this.#open.at(-1)
    if (parent === undefined && this.root !== undefined) {
      const what = `<${show(name)}> stands after the end of the root element`
      throw this.#fault(start, what, 'Put it into the root element.')
    }
    if (this.#open.length >= MAX_DEPTH) {
      throw this.#fault(start, `elements are nested more than ${MAX_DEPTH} levels deep`, 'Flatten the file.')
    }
    this.#count(start)
    const attributes: XmlAttribute[] = []
    let names: Set<string> | undefined
    for (;;) {
      const next = skipSpace(text, at)
      const code = text.charCodeAt(next)
      const isSelfClosing = code === SLASH && text.charCodeAt(next + 1) === CLOSE
      if (isSelfClosing || code === CLOSE) {
        const end = next + (isSelfClosing ? 2 : 1)
        const element: OpenElement = {
          kind: 'element',
          name,
          start,
          end,
          contentStart: end,
          contentEnd: end,
          isSelfClosing,
          attributes,
          children: isSelfClosing || text.startsWith('</', end) ? NO_CHILDREN : [],
        }
        if (parent === undefined) this.root = element
        else parent.children.push(element)
        if (!isSelfClosing) this.#open.push(element)
        return end
      }
      if (Number.isNaN(code)) throw this.#fault(start, `the tag <${show(name)} is not closed`, 'Add >.')
      if (next === at) throw this.#fault(next, `${this.#excerpt(next)} stands in the tag <${show(name)}>`, 'Remove it.')
      const attribute = this.#scanAttribute(next, name)
      const isRepeated = names?.has(attribute.name) ?? attributes.some(other => other.name === attribute.name)
      if (isRepeated) {
        const what = `the tag <${show(name)}> has the attribute ${show(attribute.name)} twice`
        throw this.#fault(next, what, 'Remove one of them.')
      }
      attributes.push(attribute)
      if (attributes.length === 8) names = new Set(attributes.map(other => other.name))
      else names?.add(attribute.name)
      at = attribute.end
    }
  }

  #scanAttribute(start: number, tag: string): XmlAttribute {
    const text = this.#text
    const nameEnd = findNameEnd(text, start)
    if (nameEnd === start) {
      throw this.#fault(start, `${this.#excerpt(start)} stands in the tag <${show(tag)}>`, 'Write name="value".')
    }
    this.#count(start)
    const name = text.slice(start, nameEnd)
    const equals = skipSpace(text, nameEnd)
    if (text.charCodeAt(equals) !== EQUALS) {
      throw this.#fault(start, `the attribute ${show(name)} has no value`, `Write ${show(name)}="value".`)
    }
    const open = skipSpace(text, equals + 1)
    const quote = text[open]
    if (quote !== '"' && quote !== "'") {
      throw this.#fault(open, `the value of the attribute ${show(name)} has no quotes`, `Write ${show(name)}="value".`)
    }
    const valueEnd = text.indexOf(quote, open + 1)
    if (valueEnd === -1)
      throw this.#fault(open, `the value of the attribute ${show(name)} is not closed`, `Add ${quote}.`)
    const raw = text.slice(open + 1, valueEnd)
    const tagAt = raw.indexOf('<')
    if (tagAt !== -1) {
      const what = `the value of the attribute ${show(name)} contains <`
      throw this.#fault(open + 1 + tagAt, what, 'Write &lt;, or close the quotes.')
    }
    this.#assertReferences(open + 1, valueEnd)
    return { name, value: decodeAttribute(raw), start, end: valueEnd + 1, valueStart: open + 1, valueEnd }
  }

  #scanEndTag(start: number): number {
    const text = this.#text
    const nameEnd = findNameEnd(text, start + 2)
    const name = text.slice(start + 2, nameEnd)
    const close = skipSpace(text, nameEnd)
    if (text.charCodeAt(close) !== CLOSE)
      throw this.#fault(start, `the end tag ${this.#excerpt(start)} is not closed`, 'Add >.')
    const element = this.#open.pop()
    if (element === undefined) throw this.#fault(start, `</${show(name)}> closes no element`, 'Remove it.')
    if (element.name !== name) {
      const what = `</${show(name)}> closes <${show(element.name)}>`
      throw this.#fault(start, what, `Write </${show(element.name)}>, or add the missing tag.`)
    }
    element.contentEnd = start
    element.end = close + 1
    return element.end
  }

  #excerpt(offset: number): string {
    return JSON.stringify(show(this.#text.slice(offset, offset + 20).split(/\r?\n/)[0] ?? ''))
  }
}

/** Returns the first place of a text that is not before `from`, if `known` is the first that is not before an earlier offset. */
const skipTo = (text: string, what: string, known: number, from: number): number =>
  known === -1 || known >= from ? known : text.indexOf(what, from)

const show = (name: string): string => echo(name.length > 60 ? `${name.slice(0, 60)}…` : name)
