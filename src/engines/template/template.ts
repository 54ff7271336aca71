import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { exampleNumbers, pluralNeeds } from '../../l10n/locales/plural-rules.ts'
import { type IcuAst, parseIcuSource } from '../../l10n/message/icu.ts'
import { findKeptSpans, type KeepRules, type Span } from './kept-spans.ts'

/**
 * A text, divided into what is translated and what is kept: `words`, placeholders and markup (`kept`), what separates paragraphs and plural forms (`break`), and
 * ICU plurals and selects (`choice`).
 */
export type Template = readonly Node[]

export type Node =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'kept'; readonly raw: string }
  | { readonly kind: 'break'; readonly raw: string }
  | Choice

interface Choice {
  readonly kind: 'choice'
  /** Up to the first branch: `{count, plural, offset:1`. */
  readonly head: string
  readonly branches: readonly Branch[]
  /** After the last branch: `}`. */
  readonly tail: string
}

interface Branch {
  /** With the white space around it: ` one `. */
  readonly selector: string
  readonly template: Template
}

/** How to read a text. */
export interface TextRules extends KeepRules {
  /** The target locale, whose plural categories the branches get. */
  readonly locale: string
}

export function readTemplate(text: string, rules: TextRules): Template {
  const spans = findKeptSpans(text, rules)
  const parsed = rules.syntax === 'icu' ? parseIcuSource(text) : undefined
  const choices = parsed?.ok === true ? [...listChoices(parsed.ast)] : []
  return readLevel({ text, spans, locale: rules.locale }, choices, 0, text.length)
}

type ChoiceElement = Extract<MessageFormatElement, { options: unknown }>

/** The plurals and selects that are not inside another one. */
function* listChoices(ast: IcuAst): Generator<ChoiceElement> {
  for (const element of ast) {
    if (element.type === TYPE.tag) yield* listChoices(element.children)
    else if (element.type === TYPE.plural || element.type === TYPE.select) yield element
  }
}

interface Reading {
  readonly text: string
  readonly spans: readonly Span[]
  readonly locale: string
}

/** Reads the text from `start` to `end`, which contains `choices`. */
function readLevel(reading: Reading, choices: readonly ChoiceElement[], start: number, end: number): Template {
  const nodes: Node[] = []
  let at = start
  for (const choice of choices) {
    const [from, to] = locate(choice)
    nodes.push(...readSpans(reading, at, from), readChoice(reading, choice, from, to))
    at = to
  }
  return [...nodes, ...readSpans(reading, at, end)]
}

function* readSpans({ text, spans }: Reading, start: number, end: number): Generator<Node> {
  let at = start
  for (const span of spans) {
    if (span.start < at || span.end > end) continue
    if (span.start > at) yield { kind: 'words', text: text.slice(at, span.start) }
    yield { kind: span.isBreak ? 'break' : 'kept', raw: text.slice(span.start, span.end) }
    at = span.end
  }
  if (at < end) yield { kind: 'words', text: text.slice(at, end) }
}

function readChoice(reading: Reading, choice: ChoiceElement, start: number, end: number): Choice {
  const { text, locale } = reading
  let at = findHeadEnd(text, start)
  const head = text.slice(start, at)
  const branches = Object.entries(choice.options).map(([name, { value, location }]) => {
    const from = location?.start.offset ?? at
    const to = location?.end.offset ?? end
    const selector = text.slice(at, from)
    at = to
    return { name, selector, template: readLevel(reading, [...listChoices(value)], from + 1, to - 1) }
  })
  const needed =
    choice.type === TYPE.plural ? fitCategories(branches, locale, choice.pluralType ?? 'cardinal') : branches
  return { kind: 'choice', head, branches: needed, tail: text.slice(at, end) }
}

interface NamedBranch extends Branch {
  readonly name: string
}

/** Adds the categories that the target needs, with the text of `other`, and leaves out those that it does not have. Branches for one number stay. */
function fitCategories(
  branches: readonly NamedBranch[],
  locale: string,
  type: 'cardinal' | 'ordinal',
): readonly Branch[] {
  const { required, optional } = pluralNeeds(locale, { type, kind: 'icu' })
  const known = [...required, ...optional]
  const present = new Set(branches.map(({ name }) => name))
  /** `=1` stands in for a category that only 1 has. */
  const hasExactBranch = (name: string): boolean => present.has(`=${exampleNumbers(locale, name, type).join()}`)
  return branches.flatMap(branch => {
    if (branch.name !== 'other') return branch.name.startsWith('=') || known.includes(branch.name) ? [branch] : []
    const missing = required.filter(name => !present.has(name) && !hasExactBranch(name))
    return [...missing.map(name => ({ ...branch, selector: branch.selector.replace('other', name) })), branch]
  })
}

/** The end of a head such as `{count, plural, offset:1`. */
function findHeadEnd(text: string, start: number): number {
  const comma = text.indexOf(',', text.indexOf(',', start) + 1) + 1
  return comma + (/^\s*offset:\s*-?\d+/.exec(text.slice(comma, comma + 40))?.[0].length ?? 0)
}

const locate = (element: ChoiceElement): readonly [start: number, end: number] => [
  element.location?.start.offset ?? 0,
  element.location?.end.offset ?? 0,
]
