import { isBlankText, type Message } from '../../message/message.ts'
import { childKey } from '../json/keys.ts'
import { toText } from '../single-text.ts'
import { listWords } from './module.ts'
import { isMultiline, renderInPlace, renderName, renderText, type ScriptStyle } from './style.ts'
import type { ScriptMember, ScriptNode, TextFrame } from './tree.ts'

/** What is needed to render parts of a source with translations. Nothing but names and string literals is ever rendered. */
export interface Rendering {
  /** The text of the source. */
  readonly from: string
  readonly values: ReadonlyMap<string, Message>
  readonly style: ScriptStyle
  /** The names that functions of the source may read or call. */
  readonly declared: ReadonlySet<string>
}

/** Parameters, and what is everywhere. */
const GIVEN = /^(?:\$\d.*|Intl|Math|Number|String)$/

const isDeclared = ({ shape }: TextFrame, declared: ReadonlySet<string>): boolean =>
  shape.every(part =>
    listWords(part)
      .slice(0, 1)
      .every(name => GIVEN.test(name) || declared.has(name)),
  )

/** Renders a value with its translations; undefined if it has none. `indent` is that of the line where it starts. */
export function renderNode(
  rendering: Rendering,
  node: ScriptNode,
  key: string | undefined,
  indent: string,
): string | undefined {
  const { values, style } = rendering
  switch (node.kind) {
    case 'text': {
      const text = toText(values.get(key ?? ''))
      if (text === undefined || node.frame === undefined) return text && renderText(text, style)
      if (!isDeclared(node.frame, rendering.declared)) return undefined
      const { start, end } = node.frame
      const { from } = rendering
      // The function is that of the source.
      return from.slice(start, node.start) + renderInPlace(text, node, from, style) + from.slice(node.end, end)
    }
    case 'array': {
      const items: string[] = []
      // A gap would shift the positions behind it.
      for (const [index, item] of node.items.entries()) {
        const rendered = renderItem(rendering, item, childKey(key, String(index), true), indent + style.indent)
        if (rendered === undefined) return undefined
        items.push(rendered)
      }
      const isLong = rendering.from.slice(node.start, node.items[0]?.start).includes('\n')
      return items.length === 0 ? undefined : renderBrackets('[]', items, isLong, indent, style)
    }
    case 'object': {
      const inner = indent + style.indent
      const rendered = node.members.map(member => renderMember(rendering, member, key, inner))
      if (rendered.every(part => part === undefined)) return undefined
      const members = node.members.flatMap((member, at) => rendered[at] ?? renderId(rendering, member) ?? [])
      return renderBrackets('{}', members, isMultiline(rendering.from, node), indent, style)
    }
    case 'other':
      return undefined
  }
}

/** Renders an element of an array; undefined if it has no translation. A blank one is copied: there is nothing to translate. */
export const renderItem = (rendering: Rendering, item: ScriptNode, key: string, indent: string): string | undefined =>
  item.kind === 'text' && isBlankText(item.value)
    ? renderText(item.value, rendering.style)
    : renderNode(rendering, item, key, indent)

/** Renders a property; undefined if it has no translation. `indent` is that of its line. */
export function renderMember(
  rendering: Rendering,
  { name, start, nameEnd, node }: ScriptMember,
  parent: string | undefined,
  indent: string,
): string | undefined {
  if (name === undefined) return undefined
  const value = renderNode(rendering, node, childKey(parent, name, true), indent)
  const { style, from } = rendering
  if (value === undefined) return undefined
  const isMethod = node.kind === 'text' && node.frame?.isMethod === true
  return renderName(name, from.slice(start, nameEnd), style) + (isMethod ? '' : style.colon) + value
}

/** Renders the ID of a message, which its translation needs, too. */
const renderId = ({ from, style }: Rendering, { start, nameEnd, node }: ScriptMember): string | undefined =>
  node.kind === 'other' && node.part === 'id'
    ? from.slice(start, nameEnd) + style.colon + from.slice(node.start, node.end)
    : undefined

function renderBrackets(
  [open = '', close = '']: '[]' | '{}',
  parts: readonly string[],
  isLong: boolean,
  indent: string,
  style: ScriptStyle,
): string {
  const padding = open === '{' ? style.padding : ''
  if (!isLong) return open + padding + parts.join(', ') + padding + close
  const lead = style.eol + indent + style.indent
  const tail = style.hasTrailingCommas ? ',' : ''
  return open + parts.map(part => lead + part).join(',') + tail + style.eol + indent + close
}
