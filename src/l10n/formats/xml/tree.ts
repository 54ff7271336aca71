import type { AppError } from '../../../errors.ts'
import type { Eol } from '../eol.ts'
import type { TextFile } from '../flat/text-file.ts'
import { findLines as findLinesOf } from '../repeated-keys.ts'

export type Fault = (offset: number, what: string, fix: string) => AppError

/**
 * A parsed file. All offsets are UTF-16 code units from the start of `text`, which follows the byte order mark: `text.slice(node.start, node.end)` is the
 * node as the file has it.
 */
export interface XmlDocument extends TextFile {
  /** The format, for messages. */
  readonly name: string
  /** The most frequent line ending. */
  readonly eol: Eol
  readonly root: XmlElement
  /** What stands before the root, and behind it: comments, instructions, the DOCTYPE, and white space as text. */
  readonly prolog: readonly XmlLeaf[]
  readonly epilog: readonly XmlLeaf[]
  /** Names of the entities that the DOCTYPE declares. They are never expanded: `&name;` stays a text. */
  readonly entities: ReadonlySet<string>
}

export type XmlNode = XmlElement | XmlLeaf

/** An element. A self-closing one has no content: its content starts and ends at `end`. */
export interface XmlElement {
  readonly kind: 'element'
  /** With its prefix: `xliff:g`. */
  readonly name: string
  /** The offset of `<`. */
  readonly start: number
  /** The offset after the `>` of the end tag. */
  readonly end: number
  /** The offset after the `>` of the start tag. */
  readonly contentStart: number
  /** The offset of the end tag. */
  readonly contentEnd: number
  readonly isSelfClosing: boolean
  readonly attributes: readonly XmlAttribute[]
  readonly children: readonly XmlNode[]
}

/** A text without markup, a CDATA section, a comment, a processing instruction (also the XML declaration), or the DOCTYPE. */
export interface XmlLeaf {
  readonly kind: 'text' | 'cdata' | 'comment' | 'instruction' | 'doctype'
  readonly start: number
  readonly end: number
}

export interface XmlAttribute {
  readonly name: string
  /** Decoded; line breaks and tabs are spaces, as for every XML program. */
  readonly value: string
  /** The offset of the name. */
  readonly start: number
  /** The offset after the closing quote. */
  readonly end: number
  /** The offset after the opening quote. */
  readonly valueStart: number
  /** The offset of the closing quote. */
  readonly valueEnd: number
}

export const isElement = (node: XmlNode): node is XmlElement => node.kind === 'element'

/** Lists the child elements, or those with a name. */
export function listElements({ children }: XmlElement, name?: string): XmlElement[] {
  const found: XmlElement[] = []
  for (const node of children)
    if (node.kind === 'element' && (name === undefined || node.name === name)) found.push(node)
  return found
}

export function findElement({ children }: XmlElement, name: string): XmlElement | undefined {
  for (const node of children) if (node.kind === 'element' && node.name === name) return node
  return undefined
}

export const getAttribute = (element: XmlElement, name: string): string | undefined =>
  findAttribute(element, name)?.value

export const findAttribute = ({ attributes }: XmlElement, name: string): XmlAttribute | undefined =>
  attributes.find(attribute => attribute.name === name)

/** Returns the lines of two parts of a file. */
export const findLines = ({ text }: XmlDocument, first: XmlNode, again: XmlNode): readonly [number, number] =>
  findLinesOf(text, first.start, again.start)

export const getLocalName = (name: string): string => name.slice(name.indexOf(':') + 1)
