import { hasText, isComplete, type Wanted, type WantedMap, type WantedMember } from '../tree/plan.ts'
import { encodeKey, encodeString, styleOf, type TomlStyle } from './style.ts'
import type { TableForm, TomlTree } from './tree.ts'

export interface Rendering {
  readonly from: TomlTree
  readonly style: TomlStyle
  /** Whether a new file is written, which has values other than strings. */
  readonly isFresh: boolean
}

/** How a table of the source is written; a table that only the target has is written with a header. */
export function formOf({ from }: Rendering, wanted: Wanted | undefined): TableForm | undefined {
  if (wanted?.kind !== 'map') return undefined
  const { model } = wanted
  return (model?.kind === 'map' ? from.tables.get(model)?.form : undefined) ?? 'header'
}

/** Whether a table with this form comes after the keys of the table that it is in. */
export const isSection = (form: TableForm | undefined): boolean => form === 'header' || form === 'implicit'

/** Renders the lines of keys of a table, then the tables in it with their headers. */
export function renderTable(
  rendering: Rendering,
  { members }: WantedMap,
  path: string,
): { lines: string; sections: string[] } {
  let lines = ''
  const sections: string[] = []
  for (const member of members) {
    if (member.wanted?.kind === 'map' && isSection(formOf(rendering, member.wanted))) {
      sections.push(...renderSections(rendering, member, member.wanted, path))
    } else lines += renderLines(rendering, member, '') ?? ''
  }
  return { lines, sections }
}

export function renderSections(rendering: Rendering, member: WantedMember, wanted: WantedMap, path: string): string[] {
  const own = path === '' ? renderKey(rendering, member) : `${path}.${renderKey(rendering, member)}`
  const { lines, sections } = renderTable(rendering, wanted, own)
  return lines === '' ? sections : [`[${own}]${rendering.style.eol}${lines}`, ...sections]
}

export const joinSections = ({ style }: Rendering, sections: readonly string[]): string =>
  sections.join(style.hasBlankLines ? style.eol : '')

/** Renders a key with its value on lines of its own, behind the white space and names of `prefix`; undefined if it has none. */
export function renderLines(
  rendering: Rendering,
  member: WantedMember,
  prefix: string,
  form = formOf(rendering, member.wanted),
): string | undefined {
  const { wanted } = member
  if (wanted === undefined) return undefined
  const key = prefix + renderKey(rendering, member)
  if (wanted.kind === 'map' && form !== 'inline') {
    const lines = wanted.members.map(one => renderLines(rendering, one, `${key}.`) ?? '').join('')
    return lines === '' ? undefined : lines
  }
  const value = renderValue(rendering, wanted, false)
  return value === undefined ? undefined : `${key}${rendering.style.equals}${value}${rendering.style.eol}`
}

export function renderPair(rendering: Rendering, member: WantedMember): string | undefined {
  const value = member.wanted && renderValue(rendering, member.wanted, true)
  return value === undefined ? undefined : `${renderKey(rendering, member)}${rendering.style.equals}${value}`
}

/** Renders a value; undefined if it has none. Inside braces it is on one line. */
export function renderValue(rendering: Rendering, wanted: Wanted, isInline: boolean): string | undefined {
  const { from, style, isFresh } = rendering
  switch (wanted.kind) {
    case 'text': {
      const written = styleOf(wanted.model?.style, style)
      return encodeString(wanted.text, isInline && written.startsWith('multi') ? 'basic' : written, style.eol)
    }
    case 'fixed': {
      const { model, isNeeded = isFresh } = wanted
      const isCopied = model.kind === 'text' || (model.kind === 'fixed' && model.isScalar)
      return isNeeded && isCopied ? from.text.slice(model.start, model.end) : undefined
    }
    case 'list': {
      if (wanted.items.length === 0 || !isComplete(wanted)) return undefined
      if (!isFresh && !hasText(wanted)) return undefined
      const items = wanted.items.map(item => item && renderValue({ ...rendering, isFresh: true }, item, true))
      return items.every(item => item !== undefined) ? `[${items.join(', ')}]` : undefined
    }
    case 'map': {
      const pairs = wanted.members.flatMap(member => renderPair(rendering, member) ?? [])
      return pairs.length === 0 ? undefined : `{ ${pairs.join(', ')} }`
    }
    case 'alias':
      return undefined
  }
}

/** Keys are spelled as in the source. */
const renderKey = ({ from }: Rendering, { name, model }: WantedMember): string =>
  model === undefined ? encodeKey(name) : from.text.slice(model.keyStart, model.keyEnd)
