import { TYPE } from '@formatjs/icu-messageformat-parser'
import { parseFluentPattern } from '../../l10n/message/fluent/parse.ts'
import { type FluentPart, isPluralSelect } from '../../l10n/message/fluent/parts.ts'
import { type IcuAst, parseIcuSource } from '../../l10n/message/icu.ts'
import type { Syntax } from '../../l10n/message/message.ts'

/** A plural or select inside a text, of ICU or Fluent. Offsets in UTF-16 code units. */
export interface ChoiceSpan {
  readonly start: number
  readonly end: number
  /** Where the selector of the first branch begins, with the white space before it. */
  readonly headEnd: number
  /** Set if its branches are plural forms. */
  readonly plural?: 'cardinal' | 'ordinal'
  readonly branches: readonly BranchSpan[]
}

/** The text of a branch, without the braces around it. Everything up to it, from the end of the branch before, is its selector. */
export interface BranchSpan {
  readonly name: string
  readonly start: number
  readonly end: number
  /** What closes it: `}` in ICU, nothing in Fluent. */
  readonly close: string
  readonly choices: readonly ChoiceSpan[]
}

/** Finds the plurals and selects of a text that are not inside another one. */
export function findChoices(text: string, syntax: Syntax): readonly ChoiceSpan[] {
  if (syntax === 'icu') {
    const parsed = parseIcuSource(text)
    return parsed.ok ? listIcu(text, parsed.ast) : []
  }
  if (syntax !== 'fluent' || !text.includes('->')) return []
  const parsed = parseFluentPattern(text)
  return parsed.ok ? listFluent(text, parsed.parts) : []
}

function listIcu(text: string, ast: IcuAst): ChoiceSpan[] {
  return ast.flatMap((element): ChoiceSpan[] => {
    if (element.type === TYPE.tag) return listIcu(text, element.children)
    if ((element.type !== TYPE.plural && element.type !== TYPE.select) || element.location === undefined) return []
    const [start, end] = [element.location.start.offset, element.location.end.offset]
    const branches = Object.entries(element.options).flatMap(([name, { value, location }]): BranchSpan[] => {
      if (location === undefined) return []
      const [from, to] = [location.start.offset + 1, location.end.offset - 1]
      return [{ name, start: from, end: to, close: '}', choices: listIcu(text, value) }]
    })
    const plural = element.type === TYPE.plural && { plural: element.pluralType ?? 'cardinal' }
    return [{ start, end, headEnd: findHeadEnd(text, start), branches, ...plural }]
  })
}

/** The end of a head such as `{count, plural, offset:1`. */
function findHeadEnd(text: string, start: number): number {
  const comma = text.indexOf(',', text.indexOf(',', start) + 1) + 1
  return comma + (/^\s*offset:\s*-?\d+/.exec(text.slice(comma, comma + 40))?.[0].length ?? 0)
}

function listFluent(text: string, parts: readonly FluentPart[]): ChoiceSpan[] {
  return parts.flatMap((part): ChoiceSpan[] => {
    if (part.kind !== 'select') return []
    const { start, end, variants } = part
    const branches = variants.flatMap(({ name, parts: inner }): BranchSpan[] => {
      const [first, last] = [inner[0], inner.at(-1)]
      if (first === undefined || last === undefined) return []
      return [{ name, start: first.start, end: last.end, close: '', choices: listFluent(text, inner) }]
    })
    const headEnd = text.indexOf('->', start) + '->'.length
    return [{ start, end, headEnd, branches, ...(isPluralSelect(part) && { plural: 'cardinal' }) }]
  })
}
