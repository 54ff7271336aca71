import type { Node } from 'jsonc-parser'
import type { Message } from '../message.ts'
import { childKey } from './json-keys.ts'
import { encodeString, type JsonStyle, leadBefore, sliceOf, styleOf } from './json-style.ts'
import { endOf, type JsonTree, type Property, parseJson, propertiesOf } from './json-tree.ts'
import { textFor } from './json-value.ts'
import { type Edit, splice } from './splice.ts'

/**
 * An existing target file with the values put in place. A key it lacks goes after the nearest sibling that precedes it in the source; where the two files
 * disagree whether something is a text or an object, the source is right.
 */
export function insertIntoBase(source: string, base: string, values: ReadonlyMap<string, Message>): string {
  const from = parseJson(source)
  const into = parseJson(base)
  const style = styleOf(into, styleOf(from))
  const merge: Merge = { from, into, values, style, edits: [] }
  mergeObject(merge, from.root, into.root, undefined, '')
  return into.bom + splice(into.text, merge.edits)
}

interface Merge {
  readonly from: JsonTree
  readonly into: JsonTree
  readonly values: ReadonlyMap<string, Message>
  readonly style: JsonStyle
  readonly edits: Edit[]
}

/** `indent` is the indentation of the line on which the node begins. */
function mergeValue(merge: Merge, source: Node, target: Node, key: string, indent: string): void {
  if (source.type === 'object' && target.type === 'object') mergeObject(merge, source, target, key, indent)
  else if (source.type === 'array' && target.type === 'array') mergeArray(merge, source, target, key, indent)
  else if (source.type === 'string' && target.type === 'string') {
    const text = textFor(merge.values, key)
    if (text !== undefined && text !== target.value) replace(merge, target, encodeString(text, merge.style))
  } else {
    const rendered = render(merge, source, key, indent)
    if (rendered !== undefined) replace(merge, target, rendered)
  }
}

function mergeObject(merge: Merge, source: Node, target: Node, key: string | undefined, indent: string): void {
  const present = propertiesOf(target)
  const [first, second] = present
  if (first === undefined) {
    const rendered = render(merge, source, key, indent)
    if (rendered !== undefined) replace(merge, target, rendered)
    return
  }
  const byName = new Map(present.map(property => [property.name, property]))
  let anchor: Property | undefined
  for (const { name, value } of propertiesOf(source)) {
    const path = childKey(key, name, merge.from.nested)
    const twin = byName.get(name)
    if (twin !== undefined) {
      mergeValue(merge, value, twin.value, path, indentOf(leadBefore(merge.into.text, twin.node.offset)))
      anchor = twin
      continue
    }
    const lead = leadBefore(merge.into.text, (anchor ?? first).node.offset)
    const rendered = render(merge, value, path, indentOf(lead))
    if (rendered === undefined) continue
    const property = encodeString(name, merge.style) + merge.style.colon + rendered
    if (anchor === undefined) {
      const between = second === undefined ? lead : leadBefore(merge.into.text, second.node.offset)
      insert(merge, first.node.offset, `${property},${between}`)
    } else {
      const between = anchor === first && second !== undefined ? leadBefore(merge.into.text, second.node.offset) : lead
      insert(merge, endOf(anchor.node), `,${between}${property}`)
    }
  }
}

function mergeArray(merge: Merge, source: Node, target: Node, key: string, indent: string): void {
  const present = target.children ?? []
  const last = present.at(-1)
  if (last === undefined) {
    const rendered = render(merge, source, key, indent)
    if (rendered !== undefined) replace(merge, target, rendered)
    return
  }
  const lead = leadBefore(merge.into.text, last.offset)
  for (const [index, child] of (source.children ?? []).entries()) {
    const path = childKey(key, String(index), merge.from.nested)
    const twin = present[index]
    if (twin !== undefined) mergeValue(merge, child, twin, path, indentOf(lead))
    else {
      const rendered = renderWhole(merge, child, path, indentOf(lead))
      // A gap would give every later element another index.
      if (rendered === undefined) return
      insert(merge, endOf(last), `,${lead}${rendered}`)
    }
  }
}

/** The text of a source node with its values; undefined when it has none. */
function render(merge: Merge, node: Node, key: string | undefined, indent: string): string | undefined {
  const { style, values } = merge
  if (node.type === 'string' && key !== undefined) {
    const text = textFor(values, key)
    return text === undefined ? undefined : encodeString(text, style)
  }
  if (node.type === 'array') return renderWhole(merge, node, key ?? '', indent)
  if (node.type !== 'object') return undefined
  const inner = indent + style.indent
  const parts = propertiesOf(node).flatMap(({ name, value }) => {
    const rendered = render(merge, value, childKey(key, name, merge.from.nested), inner)
    return rendered === undefined ? [] : [encodeString(name, style) + style.colon + rendered]
  })
  return parts.length === 0 ? undefined : bracket('{', parts, '}', style, indent)
}

/** As `render`, but undefined also when any string below the node has no value. */
function renderWhole(merge: Merge, node: Node, key: string, indent: string): string | undefined {
  if (node.type === 'string') return render(merge, node, key, indent)
  if (node.type !== 'object' && node.type !== 'array') return sliceOf(merge.from, node)
  const { style } = merge
  const inner = indent + style.indent
  const parts: string[] = []
  const children: readonly (readonly [string, string, Node])[] =
    node.type === 'object'
      ? propertiesOf(node).map(p => [encodeString(p.name, style) + style.colon, p.name, p.value])
      : (node.children ?? []).map((child, index) => ['', String(index), child])
  for (const [prefix, name, child] of children) {
    const rendered = renderWhole(merge, child, childKey(key, name, merge.from.nested), inner)
    if (rendered === undefined) return undefined
    parts.push(prefix + rendered)
  }
  return node.type === 'object' ? bracket('{', parts, '}', style, indent) : bracket('[', parts, ']', style, indent)
}

function bracket(open: string, parts: readonly string[], close: string, style: JsonStyle, indent: string): string {
  if (parts.length === 0) return open + close
  if (!style.multiline) return open + parts.join(style.colon.endsWith(' ') ? ', ' : ',') + close
  const lead = style.eol + indent + style.indent
  return open + parts.map(part => lead + part).join(',') + style.eol + indent + close
}

const indentOf = (lead: string): string => (lead.includes('\n') ? lead.slice(lead.lastIndexOf('\n') + 1) : '')

function replace(merge: Merge, node: Node, text: string): void {
  merge.edits.push({ start: node.offset, end: endOf(node), text })
}

function insert(merge: Merge, at: number, text: string): void {
  merge.edits.push({ start: at, end: at, text })
}
