import { addTo } from '../../groups.ts'
import { escapeText, renderCdata, type TextTarget } from '../xml/references.ts'
import { decodeLeaf, matchTags, type Tag } from '../xml/text.ts'
import { isElement, type XmlDocument, type XmlElement } from '../xml/tree.ts'

/** What identifies an inline element. Its other attributes are not shown, because they repeat the source's. */
const SHOWN = new Set(['id', 'rid', 'mid', 'mtype', 'startRef', 'hex', 'translate'])

/** Tags of inline elements by the form in which texts show them, in the order of the file. */
export type InlineTags = ReadonlyMap<string, readonly string[]>

/**
 * Reads the content of a `<source>` or `<target>` as text. Inline elements are tags with their identifying attributes: `<x id="INTERPOLATION"/>`. Marked
 * segments (`<mrk mtype="seg">`) are joined. Comments are left out.
 */
export function readContent(document: XmlDocument, element: XmlElement): string {
  const parts: string[] = []
  addContent(document, element, parts)
  return parts.join('')
}

function addContent(document: XmlDocument, element: XmlElement, parts: string[]): void {
  for (const node of element.children) {
    if (!isElement(node)) parts.push(decodeLeaf(document, node))
    else if (isMarkedSegment(node)) addContent(document, node, parts)
    else {
      parts.push(showTag(document.text, node))
      if (node.isSelfClosing) continue
      addContent(document, node, parts)
      parts.push(`</${node.name}>`)
    }
  }
}

/** Reads the text of a `<source>` or `<target>` without inline elements, and without the code that stands in some of them. */
export function readWords(document: XmlDocument, element: XmlElement): string {
  return element.children
    .map(node => (isElement(node) ? (isCode(node) ? '' : readWords(document, node)) : decodeLeaf(document, node)))
    .join('')
}

const isCode = ({ name }: XmlElement): boolean => /(?:^|:)(?:ph|bpt|ept|it)$/.test(name)

const isMarkedSegment = ({ name, attributes }: XmlElement): boolean =>
  /(?:^|:)mrk$/.test(name) && attributes.some(one => one.name === 'mtype' && one.value === 'seg')

/** Returns the tag of an inline element as texts show it. */
export function showTag(text: string, { name, attributes, isSelfClosing }: XmlElement): string {
  const shown = attributes.filter(one => SHOWN.has(one.name)).map(({ start, end }) => ` ${text.slice(start, end)}`)
  return `<${name}${shown.join('')}${isSelfClosing ? '/>' : '>'}`
}

/** Lists the inline elements below an element, in the order of the file. */
export function* walkInline(element: XmlElement): Generator<XmlElement> {
  for (const node of element.children) {
    if (!isElement(node)) continue
    if (!isMarkedSegment(node)) yield node
    yield* walkInline(node)
  }
}

/** Collects the tags of elements. Those of the first element that has a tag are used. */
export function collectTags(places: readonly (readonly [XmlDocument, XmlElement | undefined])[]): InlineTags {
  const tags = new Map<string, readonly string[]>()
  for (const [{ text }, element] of places) {
    const own = new Map<string, string[]>()
    for (const inline of element === undefined ? [] : walkInline(element)) {
      addTo(own, showTag(text, inline), text.slice(inline.start, inline.contentStart))
    }
    for (const [shown, raws] of own) if (!tags.has(shown)) tags.set(shown, raws)
  }
  return tags
}

/** A tag as texts show it. It ends before the next `<`. */
const TAG = /<(?:\/[^<>\s"']+>|[^/<>\s"'](?:[^<>"']|"[^"<]*"|'[^'<]*')*>)/g

/** A tag as texts show it, for one that was copied from the file. */
const hideAttributes = (raw: string): string =>
  raw
    .replace(/\s+([^\s=<>"'/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g, (attribute, name: string) =>
      SHOWN.has(name) ? attribute : '',
    )
    .replace(/\s+(?=\/?>$)/, '')

/**
 * Writes a text as the content of a `<source>` or `<target>`. A tag that `tags` contains, and that is closed, becomes an element again, with all attributes;
 * all other markup is text.
 */
function renderContent(value: string, tags: InlineTags, target: TextTarget): string {
  if (tags.size === 0 || !value.includes('<')) return escapeText(value, target)
  const found = [...value.matchAll(TAG)].flatMap(({ 0: whole, index }): Tag[] => {
    const isEnd = whole.startsWith('</')
    const raw = tags.has(whole) || isEnd ? whole : hideAttributes(whole)
    if (!isEnd && !tags.has(raw)) return []
    const name = /^<\/?([^\s/>]+)/.exec(raw)?.[1] ?? ''
    const kind = raw.endsWith('/>') ? 'empty' : isEnd ? 'close' : 'open'
    return [{ start: index, end: index + whole.length, raw, name, kind }]
  })
  const used = new Map<string, number>()
  const parts: string[] = []
  let at = 0
  for (const { start, end, raw } of matchTags(found)) {
    const raws = tags.get(raw)
    const count = used.get(raw) ?? 0
    used.set(raw, count + 1)
    parts.push(escapeText(value.slice(at, start), target), raws?.[Math.min(count, raws.length - 1)] ?? raw)
    at = end
  }
  parts.push(escapeText(value.slice(at), target))
  return parts.join('')
}

/** Whether a content is one CDATA section, in which a new text is written, too. */
const isCdata = ({ children }: XmlElement): boolean => children.length === 1 && children[0]?.kind === 'cdata'

/** Writes a text in a CDATA section if `model` has one. */
export const renderLike = (model: XmlElement, value: string, tags: InlineTags, target: TextTarget): string =>
  isCdata(model) ? renderCdata(value, target) : renderContent(value, tags, target)
