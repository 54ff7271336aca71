import { type ArrayShape, type FixedShape, isBlankShape, type ObjectShape, type Shape } from './outline.ts'
import { encodeString, getNodeText, type JsonStyle, leadBefore } from './style.ts'
import type { Texts } from './texts.ts'
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
      return fresh || hasText(rendering, shape) ? renderWhole(rendering, shape, indent) : undefined
    case 'object': {
      if (shape.whole === true)
        return fresh || hasText(rendering, shape) ? renderWhole(rendering, shape, indent) : undefined
      if (shape.members.length === 0) return fresh ? '{}' : undefined
      const parts = shape.members.flatMap(member => {
        const rendered = render(rendering, member.shape, indent + style.indent)
        return rendered === undefined ? [] : [encodeString(member.name, style) + style.colon + rendered]
      })
      return parts.length === 0 ? undefined : renderBrackets('{', parts, '}', styleLike(rendering, shape), indent)
    }
  }
}

/** Whether a string below a shape has a value. An existing file gets nothing else from its source. */
export function hasText({ texts }: Pick<Rendering, 'texts'>, shape: Shape): boolean {
  const open: Shape[] = [shape]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'text' && texts.get(next.key, next.form) !== undefined) return true
    if (next.kind === 'array') open.push(...next.items)
    if (next.kind === 'object') open.push(...next.members.map(member => member.shape))
  }
  return false
}

/** Like `render`, including values other than strings; undefined if any entry below the shape has no value. */
export function renderWhole(rendering: Rendering, shape: Shape, indent: string): string | undefined {
  if (shape.kind === 'fixed') return renderFixed(rendering, shape)
  if (shape.kind !== 'object' && shape.kind !== 'array') return render({ ...rendering, fresh: true }, shape, indent)
  const parts =
    shape.kind === 'object' ? renderMembers(rendering, shape, indent) : renderItems(rendering, shape, indent)
  const [open, close] = shape.kind === 'object' ? (['{', '}'] as const) : (['[', ']'] as const)
  return parts && renderBrackets(open, parts, close, styleLike(rendering, shape), indent)
}

function renderMembers(rendering: Rendering, { members }: ObjectShape, indent: string): string[] | undefined {
  const { style, texts } = rendering
  const parts: string[] = []
  for (const { name, shape } of members) {
    const rendered = renderWhole(rendering, shape, indent + style.indent)
    if (rendered !== undefined) parts.push(encodeString(name, style) + style.colon + rendered)
    else if (shape.kind === 'text' && shape.form !== undefined && texts.has(shape.key)) continue
    else if (shape.kind !== 'kept') return undefined
  }
  return parts
}

function renderItems(rendering: Rendering, { items }: ArrayShape, indent: string): string[] | undefined {
  const parts: string[] = []
  for (const item of items) {
    const rendered = renderWhole(rendering, item, indent + rendering.style.indent)
    if (rendered === undefined) return undefined
    parts.push(rendered)
  }
  return parts
}

const renderFixed = ({ from, style }: Rendering, { node, json }: FixedShape): string =>
  json ?? (node.type === 'string' ? encodeString(String(node.value), style) : getNodeText(from, node))

/** With `keepsLayout`, an object on one line of a source file with several is on one line in other files, too. */
function styleLike({ from, style, keepsLayout }: Rendering, shape: ObjectShape | ArrayShape): JsonStyle {
  const model = (shape.kind === 'object' ? shape.model : undefined) ?? shape.node
  if (keepsLayout !== true || model === undefined || getNodeText(from, model).includes('\n')) return style
  const first = findFirstProperty(from.outer)
  const isMultiline = first !== undefined && leadBefore(from.text, first.node.offset).includes('\n')
  return isMultiline ? { ...style, multiline: false } : style
}

function renderBrackets(
  open: string,
  parts: readonly string[],
  close: string,
  style: JsonStyle,
  indent: string,
): string {
  if (parts.length === 0) return open + close
  if (!style.multiline) return open + parts.join(style.colon.endsWith(' ') ? ', ' : ',') + close
  const lead = style.eol + indent + style.indent
  return open + parts.map(part => lead + part).join(',') + style.eol + indent + close
}
