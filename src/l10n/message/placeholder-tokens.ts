import { TYPE } from '@formatjs/icu-messageformat-parser'
import { findEncoded } from '../../text/percent-encoding.ts'
import { memoize } from '../memoize.ts'
import { parseBanana } from './banana/parse.ts'
import { type BananaPart, tokenizeBanana } from './banana/parts.ts'
import { type Family, resolveFamilies } from './families.ts'
import { type FluentResult, parseFluentPattern } from './fluent/parse.ts'
import { tokenizeFluent } from './fluent/parts.ts'
import { type IcuAst, type IcuResult, isChoice, parseIcuSource, walkIcu } from './icu.ts'
import { type JavaResult, parseJava } from './java/parse.ts'
import { tokenizeJava } from './java/parts.ts'
import { markupTokens } from './markup-tokens.ts'
import type { Syntax } from './message.ts'
import { isPatternSyntax, type PatternSyntax } from './patterns/find-pattern.ts'
import { listDirectives } from './patterns/strftime.ts'
import { PLACEHOLDER_RULES } from './placeholder-rules.ts'
import { type Token, tokenCutter } from './token.ts'

/**
 * Finds the placeholders of a text, in order. `families` are those of its file, if they are known; a placeholder of another family is ordinary text.
 * `parsed` is the parsed text, to avoid parsing it twice.
 */
export function placeholderTokens(
  text: string,
  syntax: Syntax,
  families?: readonly Family[],
  parsed?: ParseResults,
): Token[] {
  if (isPatternSyntax(syntax)) return tokenizePattern(text, syntax)
  const used = resolveFamilies(syntax, families)
  const own = tokenizeParsed(text, syntax, parsed)
  if (own === undefined) return scan(text, joinNames(used))
  return addOthers(own, scan(text, joinNames(used.filter(family => family !== syntax))))
}

/** The number and the unit in the formats of Rails. */
const VALUE = /%[nu]/g

/** Finds the directives of a format, which are no words. A translation may have others. */
function tokenizePattern(text: string, syntax: PatternSyntax): Token[] {
  const found =
    syntax === 'strftime'
      ? listDirectives(text).filter(({ letter }) => letter !== '')
      : [...text.matchAll(VALUE)].map(({ 0: raw, index }) => ({ raw, start: index }))
  return found.map(({ raw, start }) => ({ kind: 'printf', raw, start, end: start + raw.length }))
}

interface ParseResults {
  readonly icu: IcuResult
  readonly fluent: FluentResult
  readonly java: JavaResult
  readonly banana: readonly BananaPart[]
}

/** The tokens of a syntax with a parser; undefined if the text is not valid. */
function tokenizeParsed(text: string, syntax: Syntax, parsed: ParseResults | undefined): Token[] | undefined {
  if (syntax === 'icu') {
    const icu = parsed?.icu ?? parseIcuSource(text)
    return icu.ok ? tokenizeIcu(text, icu.ast) : undefined
  }
  if (syntax === 'java' && text.includes('{')) {
    const java = parsed?.java ?? parseJava(text)
    return java.ok ? tokenizeJava(text, java.parts) : undefined
  }
  if (syntax === 'banana') return tokenizeBanana(text, parsed?.banana ?? parseBanana(text))
  if (syntax !== 'fluent' || !text.includes('{')) return undefined
  const fluent = parsed?.fluent ?? parseFluentPattern(text)
  return fluent.ok ? tokenizeFluent(text, fluent.parts) : undefined
}

const joinNames = (families: readonly Family[]): string => families.join(' ')

/** Maximum cached combinations of families. */
const MAX_SCANNERS = 200

const createScanner = memoize(MAX_SCANNERS, names => {
  const families = names.split(' ') as Family[]
  const rules = families.flatMap(family => PLACEHOLDER_RULES[family].map(rule => ({ ...rule, family })))
  return { rules, pattern: new RegExp(rules.map(({ pattern }) => `(${pattern})`).join('|'), 'gu') }
})

/** The characters that placeholders of any family contain. */
const SIGN = /[{}%$@:\\]/

/** Finds Android's marks around placeholders, whose attributes are examples. */
function* findExamples(text: string): Generator<{ readonly start: number; readonly end: number }> {
  if (!text.includes('<xliff:g')) return
  for (const { 0: raw, index } of text.matchAll(/<xliff:g\s[^<>]*>/g)) yield { start: index, end: index + raw.length }
}

function scan(text: string, families: string): Token[] {
  if (families === '' || !SIGN.test(text)) return []
  const { pattern, rules } = createScanner(families)
  const tokens: Token[] = []
  const examples = findExamples(text)
  let example = examples.next()
  const encoded = findEncoded(text)
  let byte = encoded.next()
  for (const match of text.matchAll(pattern)) {
    const [raw] = match
    while (byte.done !== true && byte.value < match.index) byte = encoded.next()
    if (byte.done !== true && byte.value === match.index && !raw.endsWith('%')) continue
    while (example.done !== true && example.value.end <= match.index) example = examples.next()
    if (example.done !== true && example.value.start < match.index) continue
    const rule = rules[match.indexOf(raw, 1) - 1]
    if (rule === undefined) continue
    const { family, kind, isLoose } = rule
    const name = rule.name(raw)
    tokens.push({
      kind,
      raw,
      family,
      ...(isLoose === true && { isLoose }),
      start: match.index,
      end: match.index + raw.length,
      ...(name !== undefined && { name }),
    })
  }
  return tokens
}

/** Adds the tokens of other families that are outside of ICU arguments. Both lists are in order, and the tokens of a list do not overlap. */
function addOthers(own: Token[], others: readonly Token[]): Token[] {
  if (others.length === 0) return own
  const merged: Token[] = []
  let at = 0
  for (const other of others) {
    let next = own[at]
    while (next !== undefined && next.end <= other.start) {
      merged.push(next)
      at += 1
      next = own[at]
    }
    if (next === undefined || next.start >= other.end) merged.push(other)
  }
  return [...merged, ...own.slice(at)]
}

const toIcuToken = tokenCutter('icu')

const tokenizeIcu = (text: string, ast: IcuAst): Token[] =>
  [...walkIcu(ast)].flatMap(element => {
    const start = element.location?.start.offset ?? 0
    const end = element.location?.end.offset ?? text.length
    if (element.type === TYPE.pound) return [toIcuToken(text, 'pound', start, end)]
    if (element.type === TYPE.literal || element.type === TYPE.tag) return []
    return isChoice(element)
      ? [toIcuToken(text, 'choice', start, findHeadEnd(text, start), element.value)]
      : [toIcuToken(text, 'argument', start, end, element.value)]
  })

/** Finds the end of a head such as `{count, plural,`: the second comma. */
const findHeadEnd = (text: string, start: number): number => text.indexOf(',', text.indexOf(',', start) + 1) + 1

/**
 * Finds all parts of a text other than words, in order: placeholders of the families of its file, tags, link targets, code and URLs. A token can contain
 * another, such as `{name}` in a link target; the longer one is first.
 */
export const tokenize = (text: string, syntax: Syntax, families?: readonly Family[]): Token[] =>
  joinTokens(placeholderTokens(text, syntax, families), markupTokens(text))

/** Joins placeholders and markup of one text in the order of `tokenize`. */
export function joinTokens(placeholders: readonly Token[], markups: readonly Token[]): Token[] {
  const starts = new Set(placeholders.map(({ start }) => start + 1))
  // The name in Ruby's %<name>d is not a tag.
  const markup = markups.filter(({ kind, start }) => !(kind === 'tag' && starts.has(start)))
  return [...placeholders, ...markup].sort((a, b) => a.start - b.start || b.end - a.end)
}
