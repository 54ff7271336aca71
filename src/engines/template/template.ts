import { CATEGORY_ORDER, exampleNumbers, pluralNeeds } from '../../l10n/locales/plural-rules.ts'
import { type ChoiceSpan, findChoices } from './choices.ts'
import { findKeptSpans, type KeepRules, type Span } from './kept-spans.ts'

/**
 * A text, divided into what is translated and what is kept: `words`, placeholders and markup (`kept`), what separates paragraphs and plural forms (`break`), and
 * plurals and selects (`choice`).
 */
export type Template = readonly Node[]

export type Node =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'kept'; readonly raw: string }
  | { readonly kind: 'break'; readonly raw: string }
  | Choice

interface Choice {
  readonly kind: 'choice'
  /** Up to the first branch: `{count, plural, offset:1` or `{ $count ->`. */
  readonly head: string
  readonly branches: readonly Branch[]
  /** After the last branch: `}`. */
  readonly tail: string
}

interface Branch {
  /** All that is before its text: ` one {`. */
  readonly selector: string
  readonly template: Template
  /** What closes it. */
  readonly close: string
}

export interface TextRules extends KeepRules {
  /** The target locale, whose plural categories the branches get. */
  readonly locale: string
}

export function readTemplate(text: string, rules: TextRules): Template {
  const spans = findKeptSpans(text, rules)
  return readLevel({ text, spans, locale: rules.locale }, findChoices(text, rules.syntax), 0, text.length)
}

interface Reading {
  readonly text: string
  readonly spans: readonly Span[]
  readonly locale: string
}

/** Reads the text from `start` to `end`, which contains `choices`. */
function readLevel(reading: Reading, choices: readonly ChoiceSpan[], start: number, end: number): Template {
  const nodes: Node[] = []
  let at = start
  for (const choice of choices) {
    nodes.push(...readSpans(reading, at, choice.start), readChoice(reading, choice))
    at = choice.end
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

function readChoice(reading: Reading, choice: ChoiceSpan): Choice {
  const { start, end, headEnd, plural, isPositional = false, branches: spans } = choice
  const { text, locale } = reading
  let at = headEnd
  const branches = spans.map(({ name, start: from, end: to, close, choices }) => {
    const selector = text.slice(at, from)
    at = to + close.length
    return { name, selector, close, template: readLevel(reading, choices, from, to) }
  })
  const needed =
    plural === undefined ? branches : fitCategories(branches, locale, plural, isPositional ? 'forms' : 'icu')
  const ordered = isPositional ? needed.toSorted((a, b) => getRank(a) - getRank(b)) : needed
  return { kind: 'choice', head: text.slice(start, headEnd), branches: ordered, tail: text.slice(at, end) }
}

/** The place of a plural form in CLDR's order. Those for one number come first. */
const getRank = ({ name }: NamedBranch): number => CATEGORY_ORDER.findIndex(category => category === name)

interface NamedBranch extends Branch {
  readonly name: string
}

/** Fluent's mark of the branch for all other values. */
const DEFAULT_MARK = '*['

/**
 * Adds the categories that the target needs, with the text of `other` or of Fluent's default, and leaves out those that it does not have. Branches for one number
 * stay.
 */
function fitCategories(
  branches: readonly NamedBranch[],
  locale: string,
  type: 'cardinal' | 'ordinal',
  kind: 'forms' | 'icu',
): readonly NamedBranch[] {
  const { required, optional } = pluralNeeds(locale, { type, kind })
  const known = [...required, ...optional]
  const present = new Set(branches.map(({ name }) => name))
  const rest =
    branches.find(({ selector }) => selector.includes(DEFAULT_MARK)) ?? branches.find(({ name }) => name === 'other')
  /** `=1` stands in for a category that only 1 has. */
  const hasExactBranch = (name: string): boolean => {
    const only = exampleNumbers(locale, name, type).join()
    return present.has(`=${only}`) || present.has(only)
  }
  return branches.flatMap(branch => {
    if (branch !== rest) return /^=|^-?\d/.test(branch.name) || known.includes(branch.name) ? [branch] : []
    const missing = required.filter(name => name !== 'other' && !present.has(name) && !hasExactBranch(name))
    return [...missing.map(name => ({ ...branch, name, selector: nameBranch(branch, name) })), branch]
  })
}

const nameBranch = ({ selector, name }: NamedBranch, to: string): string =>
  selector.replace(DEFAULT_MARK, '[').replace(name, to)
