import { TYPE } from '@formatjs/icu-messageformat-parser'
import { parseBanana } from '../../l10n/message/banana/parse.ts'
import { type BananaPart, listPositional } from '../../l10n/message/banana/parts.ts'
import { parseFluentPattern } from '../../l10n/message/fluent/parse.ts'
import { type FluentPart, isPluralSelect } from '../../l10n/message/fluent/parts.ts'
import { type IcuAst, parseIcuSource } from '../../l10n/message/icu.ts'
import type { Syntax } from '../../l10n/message/message.ts'

/** A plural or select inside a text, of ICU, Fluent or MediaWiki. Offsets in UTF-16 code units. */
export interface ChoiceSpan {
  readonly start: number
  readonly end: number
  /** Where the selector of the first branch begins, with the white space before it. */
  readonly headEnd: number
  /** Set if its branches are plural forms. */
  readonly plural?: 'cardinal' | 'ordinal'
  /** Set if its branches have no names, so that their order counts. */
  readonly isPositional?: true
  readonly branches: readonly BranchSpan[]
}

/** The text of a branch, without the braces around it. Everything up to it, from the end of the branch before, is its selector. */
export interface BranchSpan {
  readonly name: string
  readonly start: number
  readonly end: number
  /** What closes it: `}` in ICU, nothing in others. */
  readonly close: string
  readonly choices: readonly ChoiceSpan[]
}

/** Finds the plurals and selects of a text that are not inside another one. */
export function findChoices(text: string, syntax: Syntax): readonly ChoiceSpan[] {
  if (syntax === 'icu') {
    const parsed = parseIcuSource(text)
    return parsed.ok ? listIcu(text, parsed.ast) : []
  }
  if (syntax === 'banana') return [...listBanana(text, parseBanana(text))]
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

/** The names of plural forms by their number, as in most languages with as many. */
const POSITIONAL_NAMES: readonly (readonly string[])[] = [
  ['other'],
  ['one', 'other'],
  ['one', 'few', 'other'],
  ['one', 'few', 'many', 'other'],
  ['one', 'two', 'few', 'many', 'other'],
  ['zero', 'one', 'two', 'few', 'many', 'other'],
]

function* listBanana(text: string, parts: readonly BananaPart[]): Generator<ChoiceSpan> {
  for (const part of parts) {
    if (part.kind !== 'choice') continue
    const { type, start, end, branches } = part
    const positional = listPositional(part)
    const names = POSITIONAL_NAMES[positional.length - 1]
    const [first] = branches
    if (type !== 'plural' || first === undefined || names === undefined) {
      for (const branch of branches) yield* listBanana(text, branch.parts)
      continue
    }
    const spans = branches.map(branch => ({
      name: branch.exact === undefined ? (names[positional.indexOf(branch)] ?? 'other') : `=${branch.exact}`,
      start: branch.start,
      end: branch.end,
      close: '',
      choices: [...listBanana(text, branch.parts)],
    }))
    const headEnd = text.lastIndexOf('|', first.start - 1)
    yield { start, end, headEnd, branches: spans, plural: 'cardinal', isPositional: true }
  }
}
