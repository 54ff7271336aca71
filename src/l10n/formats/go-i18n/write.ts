import { addTo, groupBy } from '../../groups.ts'
import { isCategory } from '../../locales/plural-rules.ts'
import { getGeneralText, type Message } from '../../message/message.ts'
import type { WriteRequest } from '../format.ts'
import { leadBefore } from '../json/style.ts'
import { type Edit, splice } from '../splice.ts'
import type { TextNode } from '../tree/node.ts'
import { createHasher, type Hasher, toForms } from '../tree/plurals.ts'
import {
  type Element,
  findLineEnd,
  type Group,
  getField,
  type Item,
  isPlural,
  type MessageFile,
  outlineMessages,
  parseMessages,
  toShape,
} from './messages.ts'
import { createWriter, type Value, type Writer } from './render.ts'

/** `Format.write`. */
export function writeMessages(request: WriteRequest): string {
  const source = parseMessages(request.source)
  const base = request.base === undefined ? undefined : parseMessages(request.base)
  if (base !== undefined && base.elements.length > 0) return mergeInto(source, base, request)
  const sibling = request.sibling === undefined ? undefined : parseMessages(request.sibling)
  const isModel = sibling?.root?.kind === source.root?.kind && sibling?.name === source.name
  return newFile(source, isModel && sibling.items.length > 0 ? sibling : source, request)
}

/** Creates a file in the style of a model, with the messages of the source that have a value. */
function newFile(source: MessageFile, model: MessageFile, request: WriteRequest): string {
  const { values, base } = request
  const rendering = toRendering(source, model, request)
  const { bom, text, name, elements } = model
  const { writer, lead, separator } = rendering
  const wanted = [...outlineMessages(source).first.values()].flatMap(item => {
    const value = values.get(item.id)
    return value === undefined ? [] : [[item.names, toValue(rendering, item, value)] as const]
  })
  const rendered = nest(wanted).map(([key, value]) => renderElement(rendering, key, value, lead))
  if (rendered.length === 0) return base ?? bom + bracketsOf(source) + writer.eol
  const content = rendered.join(separator)
  const [first] = elements
  if (name === 'JSON' && first !== undefined) {
    return bom + text.slice(0, first.start) + content + text.slice(elements.at(-1)?.end)
  }
  const marks = text.slice(0, first?.start).match(/^(?:%|---).*\r?\n/gm) ?? []
  return bom + marks.join('') + lead + content + (text.endsWith('\n') ? writer.eol : '')
}

/** Puts values into the maps that their keys are in. */
const nest = (values: readonly (readonly [names: readonly string[], value: Value])[]): [string, Value][] =>
  [...groupBy(values, ([[name = '']]) => name)].map(([name, group]) => {
    const [[names, value]] = group
    return [name, names.length === 1 ? value : nest(group.map(([[, ...rest], of]) => [rest, of]))]
  })

const bracketsOf = ({ root }: MessageFile): string => (root?.kind === 'list' ? '[]' : '{}')

interface Rendering {
  readonly writer: Writer
  /** The file in whose style messages are written. */
  readonly file: MessageFile
  /** Fields that its messages have, besides the forms. */
  readonly fields: ReadonlySet<string>
  readonly hashOf: Hasher
  /** What stands before a message in its line: white space, and the dash of a list. */
  readonly lead: string
  readonly separator: string
}

/** Delimiters are part of what a translation means, and the ID of the list. */
const NEEDED: readonly string[] = ['id', 'leftDelim', 'rightDelim']

function toRendering(source: MessageFile, file: MessageFile, request: WriteRequest): Rendering {
  const { text, elements, root } = file
  const [first, second] = elements
  const own = file === source ? [] : file.items.flatMap(({ fields }) => [...fields.keys()])
  const lead =
    first === undefined
      ? root?.kind === 'list' && file.name === 'YAML'
        ? '- '
        : ''
      : text.slice(text.lastIndexOf('\n', first.start - 1) + 1, first.start).replace(/[[{]/g, '')
  const writer = createWriter(file)
  const hasBlankLines = second !== undefined && /\n[ \t]*\r?\n/.test(text.slice(first?.end, second.start))
  const separator = hasBlankLines ? writer.separate(lead).replace(/\r?\n/, '$&$&') : writer.separate(lead)
  const model = file === source ? undefined : outlineMessages(file).root
  const hashOf = createHasher(model, request.base !== undefined, request)
  return { writer, file, fields: new Set([...own, ...NEEDED]), hashOf, lead, separator }
}

/** Renders an element with the white space before it: of a list, without its key. */
function renderElement({ writer, file }: Rendering, key: string, value: Value, lead: string): string {
  const indent = lead.replace(/\S/g, ' ')
  return file.root?.kind === 'list' ? writer.renderValue(value, indent) : writer.renderMember(key, value, indent)
}

/** The value of a new message as its source has it. Descriptions and hashes are written where the file has them. */
function toValue({ fields, hashOf }: Rendering, item: Item, value: Message): Value {
  const forms = toForms(isPlural(item) ? value : getGeneralText(value))
  // A message whose source is in a map has its text in one, too.
  const content: Value = item.holder === undefined ? getGeneralText(value) : forms
  if (item.fields.size === 0) return content
  const [firstForm] = item.holder === item.node ? [...item.fields.keys()].filter(isCategory) : []
  const members: (readonly [string, Value])[] = []
  for (const name of item.fields.keys()) {
    if (name === 'translation') members.push([name, content])
    else if (name === firstForm) members.push(...forms)
    else if (fields.has(name) && name !== 'hash' && !isCategory(name)) members.push([name, getField(item, name)])
  }
  const hash = hashOf(toShape(item))
  if (hash !== undefined) members.push(['hash', hash])
  return members
}

function mergeInto(source: MessageFile, base: MessageFile, request: WriteRequest): string {
  const { values, removed, withdrawn } = request
  const rendering = toRendering(source, base, request)
  const { writer, separator, lead, hashOf } = rendering
  const { first: wanted } = outlineMessages(source)
  const known = groupBy(base.items, ({ id }) => id)
  const isGone = ({ id }: Item): boolean =>
    withdrawn?.has(id) === true || (removed?.has(id) === true && !wanted.has(id))
  const edits: Edit[] = []
  const added = new Map<Element | undefined, string[]>()
  let anchor: Item | undefined
  for (const [id, item] of wanted) {
    const value = withdrawn?.has(id) === true ? undefined : values.get(id)
    const twins = known.get(id) ?? []
    if (value !== undefined) {
      const hash = hashOf(toShape(item))
      for (const twin of twins) {
        edits.push(...updateItem(rendering, item, twin, value))
        const own = twin.fields.get('hash')?.value
        if (own?.kind === 'text' && hash !== undefined) edits.push(...rewrite(rendering, twin, own, hash))
      }
      if (twins.length === 0) {
        const { after, key, isGrouped } = findPlace(id, anchor)
        const indent = isGrouped && after !== undefined ? findIndent(base, after.start) : lead
        const [text, between] = [toValue(rendering, item, value), isGrouped ? writer.separate(indent) : separator]
        const rendered = renderElement(rendering, key, text, indent)
        addTo(added, after, after === undefined ? rendered + between : between + rendered)
      }
    }
    anchor = twins.findLast(twin => !isGone(twin)) ?? anchor
  }
  const gone = new Set(base.items.filter(isGone).map(({ start }) => start))
  for (const { elements, own } of base.groups.toReversed()) {
    if (own !== undefined && elements.length > 0 && elements.every(({ start }) => gone.has(start))) gone.add(own.start)
  }
  if (added.size === 0 && base.elements.every(({ start }) => gone.has(start))) {
    return base.bom + splice(base.text, [emptyFile(base)])
  }
  const insertions = [...added].map(([after, texts]): Edit => {
    const at = after?.end ?? base.elements[0]?.start ?? 0
    return { start: at, end: at, text: texts.join('') }
  })
  const cuts = base.groups.flatMap(({ elements, own }) => (own && gone.has(own.start) ? [] : cut(elements, gone)))
  return base.bom + splice(base.text, [...insertions, ...edits, ...cuts])
}

/** Finds the place of a new message: behind the one before it, with what its ID has beyond the group of that; otherwise behind that group. */
function findPlace(id: string, anchor: Item | undefined) {
  let [after, group]: [Element | undefined, Group | undefined] = [anchor, anchor?.group]
  const prefixOf = ({ names }: Group): string => names.map(name => `${name}.`).join('')
  while (group?.within !== undefined && !id.startsWith(prefixOf(group))) [after, group] = [group.own, group.within]
  const isGrouped = group?.within !== undefined
  return { after, key: group === undefined ? id : id.slice(prefixOf(group).length), isGrouped }
}

function emptyFile(file: MessageFile): Edit {
  const { text, name, root, elements } = file
  const { start = 0, end = text.length } = root ?? {}
  if (name === 'JSON') return { start: start + 1, end: end - 1, text: '' }
  const [first = { start }] = elements
  const from = text.lastIndexOf('\n', first.start - 1) + 1
  return { start: from, end: elements.at(-1)?.end ?? end, text: bracketsOf(file) }
}

/** Cuts the parts that begin at some offsets, each with what separates it from the one before it, or from the next one. */
function cut(parts: readonly Element[], gone: ReadonlySet<number>): readonly Edit[] {
  const edits: Edit[] = []
  let hasBefore = false
  for (const [at, { start, end }] of parts.entries()) {
    if (!gone.has(start)) hasBefore = true
    else if (hasBefore) edits.push({ start: parts[at - 1]?.end ?? start, end, text: '' })
    else edits.push({ start, end: parts[at + 1]?.start ?? end, text: '' })
  }
  return edits
}

function rewrite({ writer }: Rendering, { node }: Item, own: TextNode, text: string): readonly Edit[] {
  if (own.value === text) return []
  const isInline = node.kind === 'map' && node.isInline
  return [{ start: own.start, end: own.end, text: writer.rewrite(own, text, isInline) }]
}

/** Writes the forms of a message that differ; adds and removes forms in their place. */
function updateItem(rendering: Rendering, item: Item, twin: Item, value: Message): readonly Edit[] {
  const { writer, file } = rendering
  const forms = toForms(isPlural(item) ? value : getGeneralText(value))
  const { holder, lead, fields } = twin
  const own = twin.forms.get('other')
  if (holder === undefined) {
    const [[category, text] = [], other] = forms
    if (own === undefined || text === undefined) return []
    if (other === undefined && category === 'other') return rewrite(rendering, twin, own, text)
    const indent = findIndent(file, fields.get('translation')?.keyStart ?? twin.start)
    return [{ start: lead, end: own.end, text: writer.renderBehind(forms, indent) }]
  }
  const spans = holder.members.map(({ name, keyStart, value: { end } }) => ({
    name,
    start: keyStart,
    end: holder.isInline ? end : findLineEnd(file.text, end),
  }))
  const indent = findIndent(file, spans[0]?.start ?? holder.start)
  const separator = holder.isInline && file.name === 'YAML' ? ', ' : writer.separate(indent)
  const edits: Edit[] = []
  let after: Element | undefined
  for (const [category, text] of forms) {
    const form = twin.forms.get(category)
    if (form !== undefined) {
      edits.push(...rewrite(rendering, twin, form, text))
      after = spans.find(({ name }) => name === category)
      continue
    }
    const member = writer.renderMember(category, text, indent)
    const before = after === undefined ? spans.find(({ name }) => twin.forms.has(name)) : undefined
    const at = before?.start ?? (after ?? spans.at(-1))?.end ?? holder.end
    edits.push({ start: at, end: at, text: before === undefined ? separator + member : member + separator })
  }
  if (!isPlural(item)) return edits
  const wanted = new Set(forms.map(([category]) => category))
  const gone = spans.filter(({ name }) => !wanted.has(name) && (twin.forms.get(name)?.value ?? '') !== '')
  return [...edits, ...cut(spans, new Set(gone.map(({ start }) => start)))]
}

/** The white space that indents a member; in the line of a dash, the same width. A line of JSON can have all messages of a file. */
const findIndent = ({ text, name }: MessageFile, offset: number): string =>
  name === 'JSON'
    ? leadBefore(text, offset).replace(/[\r\n]/g, '')
    : text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).replace(/\S/g, ' ')
