import type { Message } from '../../message/message.ts'
import { getSingleText } from '../texts.ts'
import { type ArrayShape, childrenOf, type FixedShape, isBlankShape, type ObjectShape, type Shape } from './outline.ts'
import { encodeString, getNodeText, type JsonStyle, leadBefore } from './style.ts'
import { findFirstProperty, type JsonTree } from './tree.ts'

/** The parameters for rendering parts of a source file. */
export interface Rendering {
  readonly from: JsonTree
  readonly texts: Texts
  readonly style: JsonStyle
  /** Whether a new file is written, which includes values other than strings. */
  readonly fresh: boolean
  readonly keepsLayout?: boolean | undefined
}

type Container = ObjectShape | ArrayShape

/** Renders a shape with its values; undefined if it has none. `indent` is the indentation of its first line. */
export function render(rendering: Rendering, shape: Shape, indent: string): string | undefined {
  const { texts, style, fresh } = rendering
  switch (shape.kind) {
    case 'text': {
      const text = texts.get(shape.key, shape.form) ?? (fresh && isBlankShape(shape) ? shape.node?.value : undefined)
      return text === undefined ? undefined : encodeString(text, style)
    }
    case 'own':
      return fresh || shape.isNeeded === true ? encodeString(shape.value, style) : undefined
    case 'fixed':
      return fresh || shape.isNeeded === true ? renderFixed(rendering, shape) : undefined
    case 'kept':
      return undefined
    case 'array':
    case 'object': {
      if (shape.kind === 'array' || shape.whole === true)
        return fresh || hasText(rendering, shape) ? renderWhole(rendering, shape, indent) : undefined
      if (shape.members.length === 0) return fresh ? '{}' : undefined
      const parts = renderParts(rendering, shape, indent, false) ?? []
      return parts.length === 0 ? undefined : renderBrackets(rendering, shape, parts, indent)
    }
  }
}

/** Whether a string below a shape has a value. An existing file gets nothing else from its source. */
export function hasText(rendering: Rendering, shape: Shape): boolean {
  if (shape.kind === 'text') return rendering.texts.get(shape.key, shape.form) !== undefined
  return childrenOf(shape).some(child => hasText(rendering, child))
}

/** Like `render`, including values other than strings; undefined if any entry below the shape has no value. */
export function renderWhole(rendering: Rendering, shape: Shape, indent: string): string | undefined {
  if (shape.kind !== 'object' && shape.kind !== 'array') return render({ ...rendering, fresh: true }, shape, indent)
  const parts = renderParts(rendering, shape, indent, true)
  return parts && renderBrackets(rendering, shape, parts, indent)
}

/** Renders what is in an object or array. If that is to be whole, undefined if anything has no value. */
function renderParts(rendering: Rendering, shape: Container, indent: string, isWhole: boolean): string[] | undefined {
  const { style, texts } = rendering
  const parts: string[] = []
  for (const [at, child] of childrenOf(shape).entries()) {
    const rendered = (isWhole ? renderWhole : render)(rendering, child, indent + style.indent)
    const name = shape.kind === 'object' ? encodeString(shape.members[at]?.name ?? '', style) + style.colon : ''
    const isForm = child.kind === 'text' && child.form !== undefined && texts.has(child.key)
    if (rendered !== undefined) parts.push(name + rendered)
    else if (isWhole && !isForm && child.kind !== 'kept') return undefined
  }
  return parts
}

const renderFixed = ({ from, style }: Rendering, { node, json }: FixedShape): string =>
  json ?? (node.type === 'string' ? encodeString(String(node.value), style) : getNodeText(from, node))

/** With `keepsLayout`, an object on one line of a source file with several is on one line in other files, too. */
function isOneLine({ from, style, keepsLayout }: Rendering, shape: Container): boolean {
  if (!style.multiline) return true
  const model = (shape.kind === 'object' ? shape.model : undefined) ?? shape.node
  if (keepsLayout !== true || model === undefined || getNodeText(from, model).includes('\n')) return false
  const first = findFirstProperty(from.outer)
  return first !== undefined && leadBefore(from.text, first.node.offset).includes('\n')
}

function renderBrackets(rendering: Rendering, shape: Container, parts: readonly string[], indent: string): string {
  const { style } = rendering
  const [open, close] = shape.kind === 'object' ? ['{', '}'] : ['[', ']']
  if (parts.length === 0) return `${open}${close}`
  if (isOneLine(rendering, shape)) return open + parts.join(style.colon.endsWith(' ') ? ', ' : ',') + close
  const lead = style.eol + indent + style.indent
  return open + parts.map(part => lead + part).join(',') + style.eol + indent + close
}

/** The strings to write into the slots of a file. */
export interface Texts {
  /** Returns whether an entry has a string to write. */
  has(key: string): boolean
  /** Returns the string for a slot; `form` is the plural category of the slot. */
  get(key: string, form: string | undefined): string | undefined
}

/**
 * Creates texts with one string per key.
 * @throws AppError `invalid_input` for plural forms, which plain JSON does not support.
 */
export const singleTexts = (values: ReadonlyMap<string, Message>): Texts => ({
  has: key => values.has(key),
  get: key => {
    const value = values.get(key)
    return value && getSingleText('JSON', key, value)
  },
})

/**
 * Creates texts for slots that can be plural forms. A stale translation from before its source had forms goes into the slot `other`. If the source no longer
 * has forms, the stale form `other` is used, else the last one.
 */
export const formTexts = (values: ReadonlyMap<string, Message>): Texts => ({
  has: key => {
    const value = values.get(key)
    return typeof value === 'string' || (value !== undefined && Object.keys(value).length > 0)
  },
  get: (key, form) => {
    const value = values.get(key)
    if (value === undefined) return undefined
    if (typeof value === 'string') return form === undefined || form === 'other' ? value : undefined
    if (form === undefined) return value['other'] ?? Object.values(value).at(-1)
    return Object.hasOwn(value, form) ? value[form] : undefined
  },
})
