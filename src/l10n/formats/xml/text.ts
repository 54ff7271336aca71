import { MAX_TEXT_UNITS } from '../../message/message.ts'
import type { Span } from '../splice.ts'
import { NAME_PATTERN } from './characters.ts'
import { decodeText, escapeText, readReference, type TextTarget } from './references.ts'
import { xmlFault } from './scan.ts'
import type { XmlDocument, XmlElement, XmlLeaf } from './tree.ts'

const CDATA_START = '<![CDATA['.length
const CDATA_END = ']]>'.length

/** Returns the decoded text of a text node or CDATA section. */
export function decodeLeaf({ text }: XmlDocument, { kind, start, end }: XmlLeaf): string {
  if (kind === 'text') return decodeText(text.slice(start, end))
  return kind === 'cdata' ? text.slice(start + CDATA_START, end - CDATA_END).replace(/\r\n?/g, '\n') : ''
}

/** Returns the text of a comment, without its marks and the white space around it. */
export const readComment = ({ text }: XmlDocument, { start, end }: XmlLeaf): string =>
  text
    .slice(start + '<!--'.length, end - '-->'.length)
    .replace(/\r\n?/g, '\n')
    .trim()

/** Returns the decoded text of an element, with that of the elements in it; without comments. */
export function readText(document: XmlDocument, element: XmlElement): string {
  const [only, second] = element.children
  if (only === undefined) return ''
  if (second === undefined && only.kind === 'text') return decodeLeaf(document, only)
  return element.children
    .map(node => (node.kind === 'element' ? readText(document, node) : decodeLeaf(document, node)))
    .join('')
}

/** Longest raw text that is decoded: an escape in XML has up to ten characters for two. */
const MAX_RAW_UNITS = 8 * MAX_TEXT_UNITS

/**
 * Returns what a function reads of an element, at most the characters of a text.
 * @throws AppError `invalid_input` with line and column for a text that is too long
 */
export function readLimited(document: XmlDocument, element: XmlElement, read: () => string): string {
  const { contentStart, contentEnd } = element
  const value = contentEnd - contentStart > MAX_RAW_UNITS ? undefined : read()
  if (value !== undefined && value.length <= MAX_TEXT_UNITS) return value
  const what = `a string has more than ${MAX_TEXT_UNITS} characters`
  throw xmlFault(document, contentStart, what, 'Split the string into several entries.')
}

export const hasMarkup = ({ children }: XmlElement): boolean => children.some(({ kind }) => kind === 'element')

/** Whether the text of an element is one CDATA section. */
export function isCdata({ text }: XmlDocument, { children }: XmlElement): boolean {
  const parts = children.filter(({ kind, start, end }) => kind !== 'text' || text.slice(start, end).trim() !== '')
  return parts.length === 1 && parts[0]?.kind === 'cdata'
}

const ATTRIBUTE = (value: string) =>
  `\\s{1,100}${NAME_PATTERN}\\s{0,100}=\\s{0,100}(?:"${value.replace('Q', '"')}"|'${value.replace('Q', "'")}')`
/** What follows `<` in a start tag, end tag or self-closing tag: groups are the slash, the name, the attributes, the last slash. */
const TAG = `(/?)(${NAME_PATTERN})((?:${ATTRIBUTE('[^<Q]*')})*)\\s{0,100}(/?)>`
/** The same without escapes of tags in the attributes, so that texts of many escapes are read in linear time. */
const PLAIN_TAG = `/?${NAME_PATTERN}(?:${ATTRIBUTE('(?:[^<&Q]|&(?!(?:amp;)*lt;))*')})*\\s{0,100}/?>`

const TAGS = new RegExp(`<${TAG}`, 'gu')
/** What would be read as a tag, or as the escape of one. */
const AMBIGUOUS = new RegExp(`<(?=${TAG})|&(?=(?:amp;)*lt;${PLAIN_TAG})`, 'gu')
const ESCAPED = new RegExp(`&lt;(?=${PLAIN_TAG})|&amp;(?=(?:amp;)*lt;${PLAIN_TAG})`, 'gu')

/** Writes a text so that nothing in it looks like a tag. */
export const hideMarkup = (text: string): string => text.replace(AMBIGUOUS, all => (all === '<' ? '&lt;' : '&amp;'))

/** Reads what `hideMarkup` wrote. */
export const showMarkup = (text: string): string => text.replace(ESCAPED, all => (all === '&lt;' ? '<' : '&'))

/** What a format does with the texts between tags, in their order, besides the escapes of XML. */
export interface TextCodec {
  readonly text: (text: string) => string
  /** Called at each tag, with its name. */
  readonly tag?: (name: string) => void
}

const PLAIN_CODEC: TextCodec = { text: text => text }

/**
 * Returns the text of an element as translators see it. If it contains elements, their tags stay as the file has them, and a text that looks like a tag has
 * `&lt;` for its `<`. Otherwise, the text is decoded. Comments are left out. `codec` changes each text between tags.
 */
export function readInline(
  document: XmlDocument,
  element: XmlElement,
  { text: decode, tag }: TextCodec = PLAIN_CODEC,
): string {
  if (!hasMarkup(element)) return decode(readText(document, element))
  const parts: string[] = []
  let pending = ''
  const flush = (): void => {
    if (pending !== '') parts.push(hideMarkup(decode(pending)))
    pending = ''
  }
  const visit = ({ children }: XmlElement): void => {
    for (const node of children) {
      if (node.kind !== 'element') {
        pending += decodeLeaf(document, node)
        continue
      }
      flush()
      tag?.(node.name)
      parts.push(document.text.slice(node.start, node.contentStart))
      visit(node)
      flush()
      if (!node.isSelfClosing) tag?.(node.name)
      parts.push(document.text.slice(node.contentEnd, node.end))
    }
  }
  visit(element)
  flush()
  return parts.join('')
}

export interface InlineOptions {
  /** Whether tags of the value are written as tags; otherwise as text. Default: they are not. */
  readonly markup?: boolean
  /** Whether an element may be written; others become text. `tag` is its start tag. Default: all may. */
  readonly isTag?: (name: string, tag: string) => boolean
  /** Changes each text between tags, before it is escaped. */
  readonly codec?: TextCodec
}

/** Maximum tags that are open at the same time, which keeps a file below the limit of its depth. */
const MAX_OPEN = 50

/**
 * Renders a value that `readInline` returned, or a translation of it. With `markup`, tags that match each other are written as tags; all others are escaped, so
 * that the file stays well-formed whatever the value is.
 */
export function renderInline(value: string, target: TextTarget, options: InlineOptions = {}): string {
  const { markup = false, isTag = () => true, codec: { text: encode, tag } = PLAIN_CODEC } = options
  if (!markup) return escapeText(encode(value), target)
  const parts: string[] = []
  let at = 0
  const putText = (end: number): void => {
    if (end <= at) return
    parts.push(escapeText(encode(showMarkup(value.slice(at, end))), target))
  }
  for (const { start, end, raw, name } of findMatchedTags(value, isTag)) {
    putText(start)
    tag?.(name)
    const closed =
      VOID.test(name) && !raw.startsWith('</')
        ? raw.replace(/\s*\/?>$/, ending => (ending.includes('/') ? ending : '/>'))
        : raw
    parts.push(escapeAmpersands(closed, target))
    at = end
  }
  putText(value.length)
  return parts.join('')
}

/** Elements of HTML without content, which a translator may write without a slash. */
const VOID = /^(?:br|hr|img|wbr)$/

export interface Tag extends Span {
  readonly raw: string
  readonly name: string
  readonly kind: 'open' | 'close' | 'empty'
}

/** Lists the tags of a value in their order: the self-closing ones, and the start and end tags that belong to each other. */
function findMatchedTags(value: string, isTag: (name: string, tag: string) => boolean): readonly Tag[] {
  const tags: Tag[] = []
  for (const { 0: raw, 1: slash, 2: name = '', 3: attributes = '', 4: last, index } of value.matchAll(TAGS)) {
    const isEnd = slash === '/'
    const isOther = isEnd ? last === '/' || attributes !== '' : !isTag(name, raw) || hasRepeatedAttribute(attributes)
    if (isOther) continue
    const kind = isEnd ? 'close' : last === '/' || VOID.test(name) ? 'empty' : 'open'
    tags.push({ start: index, end: index + raw.length, raw, name, kind })
  }
  return matchTags(tags)
}

/** Leaves the tags that close themselves, or that another one closes at the same level. Tags inside that are still open are text. */
export function matchTags(tags: readonly Tag[]): readonly Tag[] {
  const matched = new Set<Tag>()
  const open: Tag[] = []
  const counts = new Map<string, number>()
  const count = (name: string, by: number): void => void counts.set(name, (counts.get(name) ?? 0) + by)
  for (const tag of tags) {
    const { name, kind } = tag
    if (kind === 'empty') matched.add(tag)
    else if (kind === 'open' && open.length < MAX_OPEN) {
      open.push(tag)
      count(name, 1)
    } else if (kind === 'close' && (counts.get(name) ?? 0) > 0) {
      for (let top = open.pop(); top !== undefined; top = open.pop()) {
        count(top.name, -1)
        if (top.name !== name) continue
        matched.add(top).add(tag)
        break
      }
    }
  }
  return tags.filter(tag => matched.has(tag))
}

const ATTRIBUTE_NAMES = new RegExp(`(${NAME_PATTERN})\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'gu')

function hasRepeatedAttribute(attributes: string): boolean {
  if (attributes === '') return false
  const names = [...attributes.matchAll(ATTRIBUTE_NAMES)].map(([, name]) => name)
  return new Set(names).size < names.length
}

/** Escapes the ampersands of a tag that start no reference. */
const escapeAmpersands = (tag: string, { entities }: TextTarget): string =>
  tag.replaceAll('&', (_, offset: number) => {
    const found = readReference(tag, offset)
    const isKnown = found?.isLegal === true && (found.entity === undefined || entities.has(found.entity))
    return isKnown ? '&' : '&amp;'
  })
