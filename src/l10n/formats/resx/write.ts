import { addTo, groupBy } from '../../groups.ts'
import { getGeneralText, type Message } from '../../message/message.ts'
import type { WriteRequest } from '../format.ts'
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
import { parseXml, parseXmlIfAny } from '../xml/scan.ts'
import { isCdata } from '../xml/text.ts'
import { findElement, isElement, type XmlDocument, type XmlElement } from '../xml/tree.ts'
import { type DataDialect, type DataString, listStrings } from './data.ts'

/** `Format.write`. */
export function writeData(request: WriteRequest, dialect: DataDialect): string {
  const { name: format } = dialect
  const source = parseXml(request.source, format)
  const open = listStrings(source, dialect).filter(({ isLocked }) => !isLocked)
  const strings = [...groupBy(open, ({ name }) => name).values()].map(([first]) => first)
  const base = request.base === undefined ? undefined : parseXmlIfAny(request.base, format)
  if (base === undefined) {
    const sibling = request.sibling === undefined ? undefined : parseXmlIfAny(request.sibling, format)
    return createFile(source, strings, sibling, request, dialect)
  }
  const left = removeStrings(base, strings, request, dialect)
  const kept = left === undefined ? base : parseXml(left, format)
  const edits = mergeStrings(source, strings, kept, request.values, dialect)
  return edits.length === 0 ? kept.bom + kept.text : applyEdits(kept, edits)
}

interface Rendering {
  readonly dialect: DataDialect
  readonly source: XmlDocument
  readonly target: TextTarget
  /** Whether new strings have the comment of the source. */
  readonly hasComments: boolean
}

function mergeStrings(
  source: XmlDocument,
  strings: readonly DataString[],
  base: XmlDocument,
  values: ReadonlyMap<string, Message>,
  dialect: DataDialect,
): readonly Edit[] {
  const edits: Edit[] = []
  const own = listStrings(base, dialect)
  const present = groupBy(own, ({ name }) => name)
  let rendering: Rendering | undefined
  const after = new Map<XmlElement | undefined, string[]>()
  const indent = detectIndent(base)
  let anchor: XmlElement | undefined
  for (const string of strings) {
    const value = values.get(string.name)
    const twins = present.get(string.name)
    if (twins !== undefined) {
      if (value !== undefined) for (const twin of twins) setValue(edits, base, twin, getGeneralText(value))
      anchor = twins.at(-1)?.element
    } else if (value !== undefined) {
      rendering ??= { dialect, source, target: base, hasComments: hasComments(strings, own) }
      addTo(after, anchor, ...renderString(rendering, string, getGeneralText(value), indent))
    }
  }
  return [...edits, ...insertInRoot(base, after, element => element.name === dialect.item)]
}

function setValue(
  edits: Edit[],
  document: XmlDocument,
  { value: own, valueElement: element }: DataString,
  value: string,
): void {
  if (own !== value) edits.push(replaceContent(document, element, renderValue(value, document, { document, element })))
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
function removeStrings(
  base: XmlDocument,
  strings: readonly DataString[],
  { removed = new Set(), withdrawn = new Set() }: WriteRequest,
  dialect: DataDialect,
): string | undefined {
  if (removed.size + withdrawn.size === 0) return undefined
  const current = new Set(strings.map(({ name }) => name))
  const { children } = base.root
  const edits = listStrings(base, dialect).flatMap(({ name, element, index }) => {
    if (!withdrawn.has(name) && (!removed.has(name) || current.has(name))) return []
    const [head = element] = listLeading(base, children, index)
    return [removeRange(base, head.start, findTrailEnd(base, children, element))]
  })
  return edits.length === 0 ? undefined : applyEdits(base, edits)
}

/** The elements at the start of a file that are no data: the schema and the headers, with comments. */
const HEAD: ReadonlySet<string> = new Set(['xsd:schema', 'resheader', 'comment'])

/** Creates a target file: the head of the sibling or of the source, and the strings with values. A base without elements keeps its comments. */
function createFile(
  source: XmlDocument,
  strings: readonly DataString[],
  sibling: XmlDocument | undefined,
  { values, base }: WriteRequest,
  dialect: DataDialect,
): string {
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
  const own = base?.replace(/^\uFEFF/, '').trim() ?? ''
  const prolog = own === '' ? text.slice(0, root.start) : own + eol
  const content = [prolog + open, ...[...late, ...lines].map(line => outer + line), `</${dialect.root}>`].join(eol)
  return (own === '' ? bom : base?.startsWith('\uFEFF') === true ? '\uFEFF' : '') + content + text.slice(root.end)
}

const openTag = ({ text, root }: XmlDocument): string => text.slice(root.start, root.end).replace(/\s*\/>$/, '>')
