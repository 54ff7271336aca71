import { echo } from '../../../text/escape.ts'
import { addTo, groupBy } from '../../groups.ts'
import { getGeneralText } from '../../message/message.ts'
import { assertCount, MAX_KEY_UNITS, truncateNote } from '../faults.ts'
import { findGoneKeys, splitFile } from '../flat/text-file.ts'
import type { Format, ParsedSource, TargetEntry, WriteRequest } from '../format.ts'
import { mergeRepeated, toTranslations } from '../repeated-keys.ts'
import type { Edit } from '../splice.ts'
import {
  applyEdits,
  detectIndent,
  findIndent,
  findTrailEnd,
  insertInRoot,
  listLeading,
  removeRange,
  replaceContent,
} from '../xml/edit.ts'
import { escapeText, renderCdata, type TextTarget } from '../xml/references.ts'
import { parseXml, parseXmlIfAny, xmlFault } from '../xml/scan.ts'
import { isCdata, readComment, readLimited, readText } from '../xml/text.ts'
import { findElement, getAttribute, isElement, type XmlDocument, type XmlElement } from '../xml/tree.ts'

/** A format whose root has one element for each string, with its name in an attribute. */
export interface DataDialect {
  /** The format, for messages. */
  readonly name: string
  readonly root: string
  /** The element of a string, and the attribute with its name. */
  readonly item: string
  readonly key: string
  /** The element in it that has the text; absent if the item has it itself. */
  readonly value?: string
  /** A file in short, for messages. */
  readonly model: string
}

const RESX: DataDialect = {
  name: 'RESX',
  root: 'root',
  item: 'data',
  key: 'name',
  value: 'value',
  model: 'ResX: <root><data name="…"><value>…</value></data></root>',
}

/** A string of a file. */
interface DataString {
  readonly name: string
  readonly element: XmlElement
  /** The index of the element in the root. */
  readonly index: number
  readonly valueElement: XmlElement
  readonly value: string
  readonly comment: string
  /** Whether the comment has Microsoft's mark `{Locked}`: the string is not translated. */
  readonly isLocked: boolean
}

/** Texts are decoded when they are asked for. */
const readString = (
  document: XmlDocument,
  data: Pick<DataString, 'name' | 'element' | 'index' | 'valueElement'>,
): DataString => ({
  ...data,
  /** @throws AppError `invalid_input` with line and column for a text that is too long */
  get value() {
    return readLimited(document, data.valueElement, () => readText(document, data.valueElement))
  },
  get comment() {
    const comment = findElement(data.element, 'comment')
    return comment === undefined ? '' : readText(document, comment).trim()
  },
  get isLocked() {
    return this.comment.includes('{Locked}')
  },
})

/**
 * Lists the strings of a file: the data without a type. Images, files and what the designer of Windows Forms writes are no strings.
 * @throws AppError `invalid_input` with line and column
 */
function listStrings(document: XmlDocument, dialect: DataDialect): readonly DataString[] {
  const { root } = document
  if (root.name !== dialect.root) {
    const what = `the root element is <${echo(root.name.slice(0, 60))}>, not <${dialect.root}>`
    throw xmlFault(document, root.start, what, `Write the strings as ${dialect.model}.`)
  }
  const strings: DataString[] = []
  for (const [index, element] of root.children.entries()) {
    if (!isElement(element) || element.name !== dialect.item) continue
    const name = readName(document, element, dialect)
    const valueElement = dialect.value === undefined ? element : findElement(element, dialect.value)
    if (valueElement === undefined || name.startsWith('>>') || !isStringType(element)) continue
    assertCount(strings.length, (...fault) => xmlFault(document, element.start, ...fault))
    strings.push(readString(document, { name, element, index, valueElement }))
  }
  return strings
}

function readName(document: XmlDocument, element: XmlElement, { item, key }: DataDialect): string {
  const name = getAttribute(element, key)
  if (name === undefined || name === '') {
    throw xmlFault(document, element.start, `<${item}> has no ${key}`, `Write <${item} ${key}="…">.`)
  }
  if (name.length <= MAX_KEY_UNITS) return name
  const what = `the ${key} ${echo(name.slice(0, 60))} has ${name.length} characters; the limit is ${MAX_KEY_UNITS}`
  throw xmlFault(document, element.start, what, `Use a shorter ${key}.`)
}

function isStringType(element: XmlElement): boolean {
  if (getAttribute(element, 'mimetype') !== undefined) return false
  const type = getAttribute(element, 'type')
  return type === undefined || /^System\.String\s*(?:,|$)/.test(type)
}

/** `Format.write`. */
export function writeData(request: WriteRequest, dialect: DataDialect): string {
  const { name: format } = dialect
  const source = parseXml(request.source, format)
  const open = listStrings(source, dialect).filter(({ isLocked }) => !isLocked)
  const strings = [...groupBy(open, ({ name }) => name).values()].map(([first]) => first)
  const writing: Writing = { request, dialect, source, strings }
  const base = parseXmlIfAny(request.base, format)
  if (base === undefined) return createFile(writing, parseXmlIfAny(request.sibling, format))
  const left = removeStrings(writing, base)
  const kept = left === undefined ? base : parseXml(left, format)
  return applyEdits(kept, mergeStrings(writing, kept))
}

/** What is written into a file: `strings` are those of the source that are translated, each name once. */
interface Writing {
  readonly request: WriteRequest
  readonly dialect: DataDialect
  readonly source: XmlDocument
  readonly strings: readonly DataString[]
}

interface Rendering {
  readonly dialect: DataDialect
  readonly source: XmlDocument
  readonly target: TextTarget
  /** Whether new strings have the comment of the source. */
  readonly hasComments: boolean
}

function mergeStrings({ request, dialect, source, strings }: Writing, base: XmlDocument): readonly Edit[] {
  const edits: Edit[] = []
  const own = listStrings(base, dialect)
  const present = groupBy(own, ({ name }) => name)
  let rendering: Rendering | undefined
  const after = new Map<XmlElement | undefined, string[]>()
  const indent = detectIndent(base)
  let anchor: XmlElement | undefined
  for (const string of strings) {
    const value = request.values.get(string.name)
    const twins = present.get(string.name)
    if (twins !== undefined) {
      if (value !== undefined) for (const twin of twins) edits.push(...setValue(base, twin, getGeneralText(value)))
      anchor = twins.at(-1)?.element
    } else if (value !== undefined) {
      rendering ??= { dialect, source, target: base, hasComments: hasComments(strings, own) }
      addTo(after, anchor, ...renderString(rendering, string, getGeneralText(value), indent))
    }
  }
  return [...edits, ...insertInRoot(base, after, element => element.name === dialect.item)]
}

function* setValue(document: XmlDocument, string: DataString, value: string): Generator<Edit> {
  const element = string.valueElement
  if (string.value !== value)
    yield replaceContent(document, element, renderValue(value, document, { document, element }))
}

/** Renders a new string with the attributes of its source. */
function renderString(rendering: Rendering, string: DataString, value: string, indent: string): string[] {
  const { dialect, source, target, hasComments: withComments } = rendering
  const { element, valueElement } = string
  const attributes = element.attributes.map(({ start, end }) => ` ${source.text.slice(start, end)}`).join('')
  const text = renderValue(value, target, { document: source, element: valueElement })
  const open = `<${dialect.item}${attributes}>`
  if (dialect.value === undefined) return [`${open}${text}</${dialect.item}>`]
  const comment = withComments ? findElement(element, 'comment') : undefined
  return [
    open,
    `${indent}<${dialect.value}>${text}</${dialect.value}>`,
    ...(comment === undefined ? [] : [indent + source.text.slice(comment.start, comment.end)]),
    `</${dialect.item}>`,
  ]
}

/** Renders a text as its model: in CDATA if that is. */
function renderValue(
  value: string,
  target: TextTarget,
  { document, element }: { readonly document: XmlDocument; readonly element: XmlElement },
): string {
  return isCdata(document, element) ? renderCdata(value, target) : escapeText(value, target)
}

/** Whether most strings of a target file whose source has a comment have one, too. */
function hasComments(strings: readonly DataString[], present: readonly DataString[]): boolean {
  const commented = new Set(strings.filter(({ comment }) => comment !== '').map(({ name }) => name))
  const own = present.filter(({ name }) => commented.has(name))
  return own.filter(({ comment }) => comment !== '').length * 2 > own.length
}

/** Removes the removed and withdrawn strings; undefined if the file has none. */
function removeStrings({ request, dialect, strings }: Writing, base: XmlDocument): string | undefined {
  const isGone = findGoneKeys(request, () => strings.map(({ name }) => name))
  if (isGone === undefined) return undefined
  const { children } = base.root
  const edits = listStrings(base, dialect).flatMap(({ name, element, index }) => {
    if (!isGone(name)) return []
    const [head = element] = listLeading(base, children, index)
    return [removeRange(base, head.start, findTrailEnd(base, children, element))]
  })
  return edits.length === 0 ? undefined : applyEdits(base, edits)
}

/** The elements at the start of a file that are no data: the schema and the headers, with comments. */
const HEAD: ReadonlySet<string> = new Set(['xsd:schema', 'resheader', 'comment'])

/** Creates a target file: the head of the sibling or of the source, and the strings with values. A base without elements keeps its comments. */
function createFile({ request, dialect, source, strings }: Writing, sibling: XmlDocument | undefined): string {
  const { values, base } = request
  const model = sibling ?? source
  const { bom, text, root, eol } = model
  const indent = detectIndent(model)
  const rendering = {
    dialect,
    source,
    target: { eol, entities: model.entities },
    hasComments: hasComments(strings, sibling === undefined ? [] : listStrings(sibling, dialect)),
  }
  const lines = strings.flatMap(string => {
    const value = values.get(string.name)
    return value === undefined ? [] : renderString(rendering, string, getGeneralText(value), indent)
  })
  const head = root.children.filter(node => isElement(node) && HEAD.has(node.name))
  const outer = findIndent(model, root.children.find(isElement)?.start ?? root.contentEnd) ?? indent
  const firstData = root.children.find(node => isElement(node) && !HEAD.has(node.name))?.start ?? root.contentEnd
  const start = head.findLast(({ start: at }) => at < firstData)?.end ?? root.contentStart
  const late = head.filter(({ start: at }) => at > firstData).map(node => text.slice(node.start, node.end))
  const open = root.isSelfClosing ? openTag(model) : text.slice(root.start, start)
  const given = splitFile(base ?? '')
  const own = given.text.trim()
  const prolog = own === '' ? text.slice(0, root.start) : own + eol
  const content = [prolog + open, ...[...late, ...lines].map(line => outer + line), `</${dialect.root}>`].join(eol)
  return (own === '' ? bom : given.bom) + content + text.slice(root.end)
}

const openTag = ({ text, root }: XmlDocument): string => text.slice(root.start, root.end).replace(/\s*\/>$/, '>')

/** .NET's RESX, and RESW of Windows apps: the strings; images, files and data of the designer are kept. */
export const resx: Format = {
  id: 'resx',
  extensions: '.resx, .resw',
  escape: /\0/g,
  about: {
    name: '.NET RESX and RESW',
    example: 'Resources/Strings.resx',
    placeholders: '`{0}`, `{0:N2}`',
    plurals: 'None: each string has one text',
    notes: '`<comment>`, and XML comments above a string',
    unsupported:
      'Data with a `type` or `mimetype` (images, files) and of the Windows Forms designer (`>>name`) is kept. Strings with `{Locked}` in their comment are not translated',
  },
  matches: path => /\.res[xw]$/i.test(path),
  // Braces are those of `String.Format`.
  read: text => readData(text, RESX),
  readTarget: (text, _locale, source) => readDataTarget(text, source, RESX),
  write: request => writeData(request, RESX),
}

export function readData(text: string, dialect: DataDialect): ParsedSource {
  const document = parseXml(text, dialect.name)
  const strings = listStrings(document, dialect).filter(({ isLocked }) => !isLocked)
  const listed = strings.map(string => {
    const { name: key, value, element } = string
    const note = findNote(document, string)
    return [element.start, { key, value, ...(note !== '' && { description: truncateNote(note) }) }] as const
  })
  const entries = mergeRepeated(document.text, listed)
  return { entries, options: { syntax: 'plain', eol: document.eol, indent: detectIndent(document) } }
}

/** The comments of a string: those above it, then its own. */
function findNote(document: XmlDocument, { comment, index }: DataString): string {
  const above = listLeading(document, document.root.children, index).flatMap(node =>
    node.kind === 'comment' ? readComment(document, node) : [],
  )
  return [...above, comment].filter(text => text !== '').join('\n')
}

export function readDataTarget(text: string, source: string | undefined, dialect: DataDialect): readonly TargetEntry[] {
  const document = parseXmlIfAny(text, dialect.name)
  if (document === undefined) return []
  const of = source === undefined ? [] : listStrings(parseXml(source, dialect.name), dialect)
  const locked = new Set(of.filter(({ isLocked }) => isLocked).map(({ name }) => name))
  const strings = listStrings(document, dialect).filter(({ name, isLocked }) => !isLocked && !locked.has(name))
  const listed = strings.map(({ name: key, value, element }) => [element.start, { key, value }] as const)
  return toTranslations(mergeRepeated(document.text, listed))
}
