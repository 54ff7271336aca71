import {
  hasText,
  isComplete,
  type Wanted,
  type WantedFixed,
  type WantedList,
  type WantedMap,
  type WantedMember,
  type WantedText,
} from '../tree/plan.ts'
import { encodeKey, encodeScalar } from './encode.ts'
import type { ScalarStyle } from './read-nodes.ts'
import { hasBlankLineBefore, type YamlStyle } from './style.ts'

export interface Rendering {
  /** The text of the source. */
  readonly from: string
  readonly style: YamlStyle
  /** Whether a new file is written, which has values other than strings, and the anchors of the source. */
  readonly isFresh: boolean
  /** Anchors of the target before the place of the new lines. */
  readonly anchors: Set<string>
}

/** Renders a member of a map as lines; undefined if it has no value. `indent` is the column of its key. */
export function renderMember(rendering: Rendering, member: WantedMember, indent: number): string | undefined {
  const value = member.wanted && renderValue(rendering, member.wanted, indent)
  if (value === undefined) return undefined
  const { from, style } = rendering
  const gap = member.model !== undefined && style.hasBlankLines && hasBlankLineBefore(from, member.model.keyStart)
  return `${gap ? style.eol : ''}${' '.repeat(indent)}${renderKey(rendering, member, false)}:${value}`
}

/** Renders the members of a map as lines. A blank line does not come first. */
export function renderMembers(rendering: Rendering, { members }: WantedMap, indent: number): string {
  const lines = members.map(member => renderMember(rendering, member, indent) ?? '').join('')
  return lines.startsWith(rendering.style.eol) ? lines.slice(rendering.style.eol.length) : lines
}

/** Renders the value behind the colon of a key, with its line break: ` text`, or the lines of a section. */
export function renderValue(rendering: Rendering, wanted: Wanted, indent: number): string | undefined {
  const { style } = rendering
  if (wanted.kind === 'map') {
    const { model } = wanted
    if (model?.kind === 'map' && model.isInline) return renderLine(rendering, renderInline(rendering, wanted))
    const lines = renderMembers(rendering, wanted, indent + style.indent)
    return lines === '' ? undefined : `${nameAnchor(rendering, model?.anchor)}${style.eol}${lines}`
  }
  if (wanted.kind === 'list') {
    if (!isWritable(rendering, wanted)) return undefined
    if (wanted.model.kind === 'list' && wanted.model.isInline)
      return renderLine(rendering, renderInline(rendering, wanted))
    const items = renderItems(rendering, wanted.items, indent + style.listIndent)
    return items === undefined ? undefined : `${nameAnchor(rendering, wanted.model.anchor)}${style.eol}${items}`
  }
  if (wanted.kind !== 'text') return renderLine(rendering, renderInline(rendering, wanted))
  const anchor = nameAnchor(rendering, wanted.anchor)
  const scalar = encodeText(rendering, wanted, indent + style.indent, false)
  return `${anchor} ${scalar}${scalar.endsWith('\n') ? '' : style.eol}`
}

const renderLine = ({ style }: Rendering, value: string | undefined): string | undefined =>
  value === undefined ? undefined : ` ${value}${style.eol}`

/** Renders elements of a list as lines; undefined if one has no value. `indent` is the column of the dashes. */
export function renderItems(
  rendering: Rendering,
  items: readonly (Wanted | undefined)[],
  indent: number,
): string | undefined {
  const all = { ...rendering, isFresh: true }
  const { style } = rendering
  const pad = ' '.repeat(indent)
  let lines = ''
  for (const item of items) {
    if (!isComplete(item)) return undefined
    if (item.kind === 'map' && item.members.length > 0 && !(item.model?.kind === 'map' && item.model.isInline)) {
      lines += `${pad}- ${renderMembers(all, item, indent + 2).slice(indent + 2)}`
    } else if (item.kind === 'text') {
      const scalar = encodeText(all, item, indent + style.indent, false)
      lines += `${pad}- ${scalar}${scalar.endsWith('\n') ? '' : style.eol}`
    } else {
      const value = renderInline(all, item)
      if (value === undefined) return undefined
      lines += `${pad}- ${value}${style.eol}`
    }
  }
  return lines
}

/** Renders a value on one line, as inside brackets; undefined if it has none. */
export function renderInline(rendering: Rendering, wanted: Wanted): string | undefined {
  switch (wanted.kind) {
    case 'text':
      return encodeText(rendering, wanted, 0, true)
    case 'alias':
      if (rendering.anchors.has(wanted.name)) return `*${wanted.name}`
      return wanted.text === undefined ? undefined : renderInline(rendering, { kind: 'text', text: wanted.text })
    case 'fixed':
      return renderFixed(rendering, wanted)
    case 'list': {
      if (!isWritable(rendering, wanted)) return undefined
      const items = wanted.items.map(item => item && renderInline({ ...rendering, isFresh: true }, item))
      return items.every(item => item !== undefined) ? `[${items.join(', ')}]` : undefined
    }
    case 'map': {
      const members = wanted.members.flatMap(member => renderPair(rendering, member) ?? [])
      return members.length === 0 ? undefined : `{${members.join(', ')}}`
    }
  }
}

export function renderPair(rendering: Rendering, member: WantedMember): string | undefined {
  const value = member.wanted && renderInline(rendering, member.wanted)
  return value === undefined ? undefined : `${renderKey(rendering, member, true)}: ${value}`
}

/** A list without strings is written only in a new file. */
const isWritable = ({ isFresh }: Rendering, wanted: WantedList): boolean =>
  isComplete(wanted) && wanted.items.length > 0 && (isFresh || hasText(wanted))

/** A key without a value is not copied, except in a list. */
function renderFixed(rendering: Rendering, { model, isNeeded = rendering.isFresh }: WantedFixed): string | undefined {
  if (!isNeeded) return undefined
  if (model.kind === 'text') return encodeText(rendering, { kind: 'text', text: model.value }, 0, true)
  return model.kind === 'fixed' && model.isScalar ? rendering.from.slice(model.start, model.end) || '~' : undefined
}

/** Writes the anchor of a value in a new file, and remembers it for aliases. */
function nameAnchor({ isFresh, anchors }: Rendering, anchor: string | undefined): string {
  if (!isFresh || anchor === undefined) return ''
  anchors.add(anchor)
  return ` &${anchor}`
}

/** Keys are spelled as in the source. */
function renderKey({ from, style }: Rendering, { name, model }: WantedMember, isInline: boolean): string {
  const raw = model === undefined || model.name !== name ? '' : from.slice(model.keyStart, model.keyEnd)
  const isSafe = raw !== '' && !/^[&!]/.test(raw) && (!isInline || /^["']/.test(raw))
  return isSafe ? raw : encodeKey(name, style.quotes, isInline)
}

/** Writes a string: as a block if the source is one, else as most strings of the file. */
function encodeText({ style }: Rendering, { text, model }: WantedText, indent: number, isInline: boolean): string {
  const isBlock = model?.style === 'literal' || model?.style === 'folded'
  const wanted: ScalarStyle = isBlock ? model.style : style.style
  return encodeScalar(text, wanted, style.quotes, { isInline, indent, eol: style.eol })
}
