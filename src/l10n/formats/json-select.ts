import type { Node } from 'jsonc-parser'
import type { Message } from '../message.ts'
import { childKey } from './json-keys.ts'
import { encodeString, type JsonStyle, sliceOf, styleOf } from './json-style.ts'
import { endOf, type JsonTree, parseJson, propertiesOf } from './json-tree.ts'
import { textFor } from './json-value.ts'

/** A new target file: the source file with only the entries of `values`; objects that lose every entry are left out. */
export function selectFromSource(source: string, values: ReadonlyMap<string, Message>): string {
  const tree = parseJson(source)
  const selection: Selection = { tree, values, style: styleOf(tree) }
  const root = select(selection, tree.root, undefined) ?? '{}'
  return tree.bom + tree.text.slice(0, tree.root.offset) + root + tree.text.slice(endOf(tree.root))
}

interface Selection {
  readonly tree: JsonTree
  readonly values: ReadonlyMap<string, Message>
  readonly style: JsonStyle
}

/** The text of a node with the values in place; undefined when nothing of it stays. */
function select(selection: Selection, node: Node, key: string | undefined): string | undefined {
  const { tree, values, style } = selection
  if (node.type === 'string' && key !== undefined) {
    const text = textFor(values, key)
    return text === node.value ? sliceOf(tree, node) : text === undefined ? undefined : encodeString(text, style)
  }
  if (node.type === 'object') return selectObject(selection, node, key)
  if (node.type === 'array') return selectArray(selection, node, key)
  return sliceOf(tree, node)
}

function selectObject(selection: Selection, node: Node, key: string | undefined): string | undefined {
  const { tree } = selection
  const properties = propertiesOf(node)
  const kept: { readonly lead: string; readonly body: string; readonly tail: string }[] = []
  let start = node.offset + 1
  let lastTail = ''
  const firstLead = properties[0] === undefined ? '' : tree.text.slice(start, properties[0].node.offset)
  for (const [index, { name, node: property, value }] of properties.entries()) {
    const isLast = index === properties.length - 1
    const stop = isLast ? endOf(node) - 1 : tree.text.indexOf(',', endOf(value))
    const chosen = select(selection, value, childKey(key, name, tree.nested))
    lastTail = tree.text.slice(endOf(value), stop)
    if (chosen !== undefined) {
      const lead = kept.length === 0 ? firstLead : tree.text.slice(start, property.offset)
      kept.push({ lead, body: tree.text.slice(property.offset, value.offset) + chosen, tail: lastTail })
    }
    start = stop + 1
  }
  if (properties.length === 0) return sliceOf(tree, node)
  if (kept.length === 0) return undefined
  const parts = kept.map(({ lead, body, tail }, index) => lead + body + (index === kept.length - 1 ? lastTail : tail))
  return `{${parts.join(',')}}`
}

function selectArray(selection: Selection, node: Node, key: string | undefined): string | undefined {
  const { tree } = selection
  if (lacksEntry(selection, node, key ?? '')) return undefined
  let text = ''
  let start = node.offset
  for (const [index, child] of (node.children ?? []).entries()) {
    const chosen = select(selection, child, childKey(key, String(index), tree.nested)) ?? sliceOf(tree, child)
    text += tree.text.slice(start, child.offset) + chosen
    start = endOf(child)
  }
  return text + tree.text.slice(start, endOf(node))
}

/** Whether a string below the node has no value. */
function lacksEntry(selection: Selection, node: Node, key: string): boolean {
  const { nested } = selection.tree
  if (node.type === 'string') return !selection.values.has(key)
  if (node.type === 'object') {
    return propertiesOf(node).some(({ name, value }) => lacksEntry(selection, value, childKey(key, name, nested)))
  }
  return (node.children ?? []).some((child, index) =>
    lacksEntry(selection, child, childKey(key, String(index), nested)),
  )
}
