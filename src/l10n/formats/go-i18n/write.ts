import { CATEGORY_ORDER } from '../../locales/plural-rules.ts'
import type { Message } from '../../message/message.ts'
import type { WriteRequest } from '../format.ts'
import { leadBefore } from '../json/style.ts'
import { type Edit, splice } from '../splice.ts'
import { hashMessage } from '../tree/hashes.ts'
import { isCategory } from '../tree/outline.ts'
import {
  type Element,
  findLineEnd,
  getField,
  groupById,
  type Item,
  isPlural,
  type MessageFile,
  parseMessages,
} from './messages.ts'
import { createWriter, type Value, type Writer } from './render.ts'

/** The hash of a source message. */
export const hashItem = (item: Item): string =>
  hashMessage(getField(item, 'description'), item.forms.get('other')?.value ?? '')

/** `Format.write`. */
export function writeMessages(request: WriteRequest): string {
  const source = parseMessages(request.source)
  const base = request.base === undefined ? undefined : parseMessages(request.base)
  if (base !== undefined && base.elements.length > 0) return mergeInto(source, base, request)
  const sibling = request.sibling === undefined ? undefined : parseMessages(request.sibling)
  const isModel = sibling?.isList === source.isList && sibling.syntax === source.syntax && sibling.items.length > 0
  return newFile(source, isModel ? sibling : source, request)
}

/** Creates a file in the style of a model, with the messages of the source that have a value. */
function newFile(source: MessageFile, model: MessageFile, request: WriteRequest): string {
  const { values, base } = request
  const rendering = toRendering(source, model)
  const { bom, text, elements, syntax, start, end } = model
  const lead = findLead(model)
  const rendered = [...groupById(source).first.values()].flatMap(item => {
    const value = values.get(item.id)
    return value === undefined ? [] : [renderItem(rendering, item, value, lead)]
  })
  if (rendered.length === 0) return base ?? bom + (source.isList ? '[]' : '{}') + rendering.writer.eol
  const content = rendered.join(separateElements(rendering, lead))
  const [first] = elements
  if (syntax === 'json' && first !== undefined) {
    return bom + text.slice(0, first.start) + content + text.slice(elements.at(-1)?.end ?? end)
  }
  const marks = text.slice(0, start).match(/^(?:%|---).*\r?\n/gm) ?? []
  return bom + marks.join('') + lead + content + (text.endsWith('\n') ? rendering.writer.eol : '')
}

interface Rendering {
  readonly writer: Writer
  /** The file in whose style messages are written. */
  readonly file: MessageFile
  /** Fields that its messages have, besides the forms. */
  readonly fields: ReadonlySet<string>
  /** Whether a blank line is between its messages. */
  readonly hasBlankLines: boolean
}

/** Delimiters are part of what a translation means, and the ID of the list. */
const NEEDED: readonly string[] = ['id', 'leftDelim', 'rightDelim']

function toRendering(source: MessageFile, file: MessageFile): Rendering {
  const own = file === source ? [] : file.items.flatMap(({ fields }) => [...fields.keys()])
  const [first, second] = file.elements
  const gap = first === undefined || second === undefined ? '' : file.text.slice(first.end, second.start)
  return {
    writer: createWriter(file),
    file,
    fields: new Set([...own, ...NEEDED]),
    hasBlankLines: /\n[ \t]*\r?\n/.test(gap),
  }
}

/** What stands before an element in its line: white space, and the dash of a list. */
function findLead({ text, elements: [first], syntax, isList }: MessageFile): string {
  if (first === undefined) return syntax === 'yaml' && isList ? '- ' : ''
  return text.slice(text.lastIndexOf('\n', first.start - 1) + 1, first.start).replace(/[[{]/g, '')
}

const separateElements = ({ writer, hasBlankLines }: Rendering, lead: string): string =>
  hasBlankLines ? writer.separate(lead).replace(/\r?\n/, '$&$&') : writer.separate(lead)

/** Renders a new message as its source has it. Descriptions and hashes are written where the file has them. */
function renderItem({ writer, file, fields }: Rendering, item: Item, value: Message, lead: string): string {
  const indent = lead.replace(/\S/g, ' ')
  const forms = toForms(item, value)
  const isText = item.holder === undefined && typeof forms === 'string'
  const members: (readonly [string, Value])[] = []
  let hasForms = false
  const add = (): void => {
    if (!hasForms && item.fields.has('translation')) members.push(['translation', toValue(item, forms)])
    else if (!hasForms) members.push(...(typeof forms === 'string' ? ([['other', forms]] as const) : forms))
    hasForms = true
  }
  for (const name of item.fields.keys()) {
    if (name === 'translation' || isCategory(name)) add()
    else if (fields.has(name) && name !== 'hash') members.push([name, getField(item, name)])
  }
  if (fields.has('hash')) members.push(['hash', hashItem(item)])
  if (item.fields.size > 0)
    return file.isList ? writer.renderValue(members, indent) : writer.renderMember(item.id, members, indent)
  return writer.renderMember(item.id, isText ? forms : toValue(item, forms), indent)
}

/** The forms in CLDR's order, or the text of a message without forms. */
function toForms(item: Item, value: Message): string | (readonly [string, string])[] {
  if (!isPlural(item)) return typeof value === 'string' ? value : (value['other'] ?? Object.values(value)[0] ?? '')
  if (typeof value === 'string') return [['other', value]]
  return CATEGORY_ORDER.flatMap(category => {
    const text = value[category]
    return text === undefined ? [] : [[category, text] as const]
  })
}

/** A message whose source is in a map has its text in one, too. */
const toValue = ({ holder }: Item, forms: ReturnType<typeof toForms>): Value =>
  holder !== undefined && typeof forms === 'string' ? [['other', forms]] : forms

function mergeInto(source: MessageFile, base: MessageFile, request: WriteRequest): string {
  const { values, removed, withdrawn, stale, states } = request
  const rendering = toRendering(source, base)
  const { first: wanted } = groupById(source)
  groupById(base)
  const known = new Map<string, Item[]>()
  for (const item of base.items) {
    const same = known.get(item.id)
    if (same === undefined) known.set(item.id, [item])
    else same.push(item)
  }
  const isGone = ({ id }: Item): boolean =>
    withdrawn?.has(id) === true || (removed?.has(id) === true && !wanted.has(id))
  const edits: Edit[] = []
  const added = new Map<Item | undefined, string[]>()
  const lead = findLead(base)
  let anchor: Item | undefined
  for (const [id, item] of wanted) {
    const value = withdrawn?.has(id) === true ? undefined : values.get(id)
    const twins = known.get(id) ?? []
    if (value !== undefined) {
      const isCurrent = stale?.has(id) !== true && states?.get(id) !== 'needs_review'
      for (const twin of twins) {
        edits.push(...updateItem(rendering, item, twin, value))
        const hash = twin.fields.get('hash')?.value
        const right = hashItem(item)
        if (isCurrent && hash?.kind === 'text' && hash.value !== right) {
          edits.push({ start: hash.start, end: hash.end, text: rendering.writer.rewrite(hash, right, twin.isInline) })
        }
      }
      if (twins.length === 0) {
        const rendered = renderItem(rendering, item, value, lead)
        const others = added.get(anchor)
        if (others === undefined) added.set(anchor, [rendered])
        else others.push(rendered)
      }
    }
    const last = twins.findLast(twin => !isGone(twin))
    if (last !== undefined) anchor = last
  }
  const gone = new Set(base.items.filter(isGone))
  const separator = separateElements(rendering, lead)
  const insertions = [...added].map(([after, items]): Edit => {
    if (after !== undefined)
      return { start: after.end, end: after.end, text: items.map(item => separator + item).join('') }
    const start = base.elements[0]?.start ?? base.start
    return { start, end: start, text: items.map(item => item + separator).join('') }
  })
  const isEmptied = gone.size === base.elements.length && added.size === 0
  const cuts = isEmptied ? [emptyFile(base)] : cut(base.elements, gone)
  return base.bom + splice(base.text, [...insertions, ...(isEmptied ? [] : edits), ...cuts])
}

/** The brackets of a file without messages. */
function emptyFile({ text, syntax, isList, start, end, elements }: MessageFile): Edit {
  if (syntax === 'json') return { start: start + 1, end: end - 1, text: '' }
  const [first = { start }] = elements
  const from = text.lastIndexOf('\n', first.start - 1) + 1
  return { start: from, end: elements.at(-1)?.end ?? end, text: isList ? '[]' : '{}' }
}

/** Cuts some parts, each with what separates it from the one before it, or from the next one. */
function cut(parts: readonly Element[], gone: ReadonlySet<Element>): readonly Edit[] {
  const isGoneAt = new Set([...gone].map(({ start }) => start))
  const edits: Edit[] = []
  let hasBefore = false
  for (const [at, { start, end }] of parts.entries()) {
    if (!isGoneAt.has(start)) hasBefore = true
    else if (hasBefore) edits.push({ start: parts[at - 1]?.end ?? start, end, text: '' })
    else edits.push({ start, end: parts[at + 1]?.start ?? end, text: '' })
  }
  return edits
}

/** Writes the forms of a message that differ; adds and removes forms in their place. */
function updateItem({ writer, file }: Rendering, item: Item, twin: Item, value: Message): readonly Edit[] {
  const { text } = file
  const forms = toForms(item, value)
  const pairs = typeof forms === 'string' ? ([['other', forms]] as const) : forms
  const { holder, isInline } = twin
  const edits: Edit[] = []
  const [only] = pairs
  const own = twin.forms.get('other')
  if (holder === undefined) {
    if (own === undefined || only === undefined) return []
    if (pairs.length === 1 && only[0] === 'other') {
      return only[1] === own.value
        ? []
        : [{ start: own.start, end: own.end, text: writer.rewrite(own, only[1], isInline) }]
    }
    const indent = findIndent(file, twin.fields.get('translation')?.keyStart ?? twin.start)
    return [{ start: twin.lead, end: own.end, text: writer.renderBehind(pairs, indent) }]
  }
  const spans = holder.members.map(({ name, keyStart, value: node }) => ({
    name,
    start: keyStart,
    end: holder.isInline ? node.end : findLineEnd(text, node.end),
  }))
  const places = new Map(spans.map(span => [span.name, span]))
  const indent = findIndent(file, spans[0]?.start ?? holder.start)
  const separator = holder.isInline && file.syntax === 'yaml' ? ', ' : writer.separate(indent)
  let after: { readonly end: number } | undefined
  for (const [category, changed] of pairs) {
    const node = twin.forms.get(category)
    if (node !== undefined) {
      if (node.value !== changed)
        edits.push({ start: node.start, end: node.end, text: writer.rewrite(node, changed, isInline) })
      after = places.get(category) ?? after
      continue
    }
    const member = writer.renderMember(category, changed, indent)
    const next = CATEGORY_ORDER.slice(CATEGORY_ORDER.findIndex(name => name === category)).find(name =>
      twin.forms.has(name),
    )
    const before = after === undefined && next !== undefined ? places.get(next) : undefined
    const at = before?.start ?? (after ?? spans.at(-1))?.end ?? holder.end
    edits.push({ start: at, end: at, text: before === undefined ? separator + member : member + separator })
  }
  if (!isPlural(item)) return edits
  const wanted = new Set(pairs.map(([category]) => category))
  const gone = spans.filter(
    ({ name }) => isCategory(name) && !wanted.has(name) && (twin.forms.get(name)?.value ?? '') !== '',
  )
  return [...edits, ...cut(spans, new Set(gone))]
}

/** The white space that indents a member; in the line of a dash, the same width. A line of JSON can have all messages of a file. */
const findIndent = ({ text, syntax }: MessageFile, offset: number): string =>
  syntax === 'json'
    ? leadBefore(text, offset).replace(/[\r\n]/g, '')
    : text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).replace(/\S/g, ' ')
