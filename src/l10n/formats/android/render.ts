import { getGeneralText, type Message } from '../../message/message.ts'
import type { Span } from '../splice.ts'
import { toForms } from '../tree/plurals.ts'
import { renderCdata, type TextTarget } from '../xml/references.ts'
import { decodeLeaf, hasMarkup, hideMarkup, isCdata, renderInline, showMarkup } from '../xml/text.ts'
import { findAttribute, getAttribute, type XmlDocument, type XmlElement } from '../xml/tree.ts'
import { type Escapes, isQuotedWhole } from './escapes.ts'
import { hasSpans, itemKey, type Resource, type Slot } from './resources.ts'

export interface Rendering {
  readonly escapes: Escapes
  readonly source: XmlDocument
  readonly values: ReadonlyMap<string, Message>
  /** Line ending and entities of the written file. */
  readonly target: TextTarget
  readonly indent: string
  /** The prefixes that the written file declares. */
  readonly prefixes: ReadonlySet<string>
  /** Prefixes that the source declares and rendered tags use. */
  readonly missing: Set<string>
}

/** The file of a slot, to keep its way of writing. */
interface Model {
  readonly document: XmlDocument
  readonly element: XmlElement
}

/**
 * Renders a text for the content of an element. Tags are tags if the source has any. A text in CDATA, or between double quotes, stays so: `own` is the element
 * that it replaces, otherwise the source is the model.
 */
export function renderContent(rendering: Rendering, value: string, source: Slot | undefined, own?: Model): string {
  const { escapes, target } = rendering
  const of = source && { document: rendering.source, element: source.element }
  const like = of ?? own
  const markup = like !== undefined && hasMarkup(like.element)
  const model = own !== undefined && own.element.children.length > 0 ? own : of
  const style = model === undefined || (markup && !hasMarkup(model.element)) ? 'plain' : findStyle(model)
  const codec = escapes.encoder(style === 'quoted')
  if (style === 'cdata' && !markup) return renderCdata(codec.finish(codec.text(value)), target)
  const isTag = (name: string, tag: string): boolean => isDeclared(rendering, name, tag)
  const part =
    style === 'plain' && model !== undefined ? findCdataParts(value, model, { escapes, target, markup }) : undefined
  const rendered = codec.finish(renderInline(part?.marked ?? value, target, { markup, isTag, codec }))
  if (part !== undefined) return fillCdata(rendered, part)
  return style === 'quoted' ? `"${rendered}"` : rendered
}

/** Stands for a CDATA section while the text around it is rendered. */
const MARK = '\uE000'

/** A text with a mark in place of each part that goes into a CDATA section. */
interface MarkedText {
  readonly marked: string
  readonly sections: readonly string[]
}

/**
 * Finds the parts of a text that go into CDATA sections, if its model has some beside other text: the same parts, or for a single section what stands between
 * tags, if that of the model does. Undefined for other texts.
 */
function findCdataParts(
  value: string,
  { document, element }: Model,
  { escapes, target, markup }: { readonly escapes: Escapes; readonly target: TextTarget; readonly markup: boolean },
): MarkedText | undefined {
  const contents = element.children.flatMap(node => (node.kind === 'cdata' ? [decodeLeaf(document, node)] : []))
  if (contents.length === 0 || element.children.length === 1 || value.includes(MARK)) return undefined
  const codec = escapes.encoder(false)
  const sections: string[] = []
  let marked = ''
  let from = 0
  for (const content of contents) {
    const shown = markup ? hideMarkup(content) : content
    const isTagged = /^<.*>$/s.test(content)
    const tags = isTagged && contents.length === 1 ? findTagged(value, markup) : undefined
    const span = findPart(value, shown, from, isTagged) ?? tags
    if (span === undefined) continue
    const part = value.slice(span.start, span.end)
    const raw = part === shown ? content : codec.finish(codec.text(markup ? showMarkup(part) : part))
    sections.push(renderCdata(raw, target))
    marked += value.slice(from, span.start) + MARK
    from = span.end
  }
  return sections.length === 0 ? undefined : { marked: marked + value.slice(from), sections }
}

const fillCdata = (rendered: string, { sections }: MarkedText): string =>
  rendered.split(MARK).reduce((text, rest, at) => text + (sections[at - 1] ?? '') + rest)

/** The next occurrence of a part; without tags, it must be the only one. */
function findPart(value: string, part: string, from: number, isTagged: boolean): Span | undefined {
  const start = part === '' ? -1 : value.indexOf(part, from)
  if (start === -1 || (!isTagged && value.indexOf(part) !== value.lastIndexOf(part))) return undefined
  return { start, end: start + part.length }
}

/** From the first tag that is text to the last one. */
function findTagged(value: string, markup: boolean): Span | undefined {
  const open = markup ? '&lt;' : '<'
  const start = value.indexOf(open)
  const end = value.indexOf('>', value.lastIndexOf(open)) + 1
  if (start === -1 || end === 0 || (markup && value.slice(start, end).includes('<'))) return undefined
  return { start, end }
}

/** How a string is written: in CDATA, between quotes, or neither. */
function findStyle({ document, element }: Model): 'cdata' | 'quoted' | 'plain' {
  const { contentStart, contentEnd } = element
  if (isCdata(document, element)) return 'cdata'
  return !hasSpans(element) && isQuotedWhole(document.text.slice(contentStart, contentEnd)) ? 'quoted' : 'plain'
}

/** Whether the prefix of a tag is declared: by the written file, by the tag, or by the source, from which the declaration is copied. */
function isDeclared({ source, prefixes, missing }: Rendering, name: string, tag: string): boolean {
  const colon = name.indexOf(':')
  if (colon === -1) return true
  const prefix = name.slice(0, colon)
  if (prefixes.has(prefix) || tag.includes(`xmlns:${prefix}=`)) return true
  if (findAttribute(source.root, `xmlns:${prefix}`) === undefined) return false
  missing.add(prefix)
  return true
}

/** The attributes that a new element copies from its source. */
const COPIED: ReadonlySet<string> = new Set(['name', 'type', 'product', 'formatted', 'quantity'])
const TOOLS = 'http://schemas.android.com/tools'

/** Whether an attribute is `tools:ignore` of Android's lint, whose prefix the written file then declares. */
function isCopiedIgnore(rendering: Rendering, name: string): boolean {
  const [prefix = '', local] = name.split(':')
  if (local !== 'ignore' || getAttribute(rendering.source.root, `xmlns:${prefix}`) !== TOOLS) return false
  return isDeclared(rendering, name, '')
}

function openTag(rendering: Rendering, { name: tag, attributes }: XmlElement): string {
  const copied = attributes.filter(({ name }) => COPIED.has(name) || isCopiedIgnore(rendering, name))
  return `<${[tag, ...copied.map(({ start, end }) => rendering.source.text.slice(start, end))].join(' ')}>`
}

/** Renders a new resource of the source as lines without indentation; undefined without values, or with an array whose items lack some. */
export function renderResource(rendering: Rendering, resource: Resource, key: string): readonly string[] | undefined {
  const { values, indent } = rendering
  const { kind, element, slots } = resource
  const close = `</${element.name}>`
  const wrap = (items: readonly string[]): string[] => [
    openTag(rendering, element),
    ...items.map(item => indent + item),
    close,
  ]
  if (kind === 'array') {
    const items = slots.map(slot => renderItem(rendering, slot, itemKey(key, Number(slot.name))))
    return items.some(item => item === undefined) || !hasText(slots)
      ? undefined
      : wrap(items.flatMap(item => item ?? []))
  }
  const value = values.get(key)
  if (value === undefined) return undefined
  if (kind === 'string')
    return [openTag(rendering, element) + renderContent(rendering, getGeneralText(value), slots[0]) + close]
  return wrap(toForms(value).map(([category, form]) => renderForm(rendering, slots, category, form)))
}

/** Whether an item of an array is to be translated. */
export const hasText = (slots: readonly Slot[]): boolean => slots.some(({ isCopied }) => !isCopied)

/** Renders an item of an array; a reference or a blank one is copied. */
export function renderItem(rendering: Rendering, slot: Slot, key: string): string | undefined {
  const { source, values } = rendering
  if (slot.isCopied) return source.text.slice(slot.element.start, slot.element.end)
  const value = values.get(key)
  if (value === undefined) return undefined
  return `${openTag(rendering, slot.element)}${renderContent(rendering, getGeneralText(value), slot)}</item>`
}

export function renderForm(rendering: Rendering, slots: readonly Slot[], category: string, form: string): string {
  const model = findModelForm(slots, category)
  const open = model?.name === category ? openTag(rendering, model.element) : `<item quantity="${category}">`
  return `${open}${renderContent(rendering, form, model)}</item>`
}

/** The form of the source that is the model of a form of the target. */
export const findModelForm = (slots: readonly Slot[], category: string): Slot | undefined =>
  slots.find(({ name }) => name === category) ?? slots.find(({ name }) => name === 'other') ?? slots[0]
