import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { pluralProfile } from '../../locales/plural-rules.ts'
import type { IcuAst } from '../../message/icu.ts'
import type { ParsedMessage, ParsedText } from '../../message/parsed-text.ts'
import type { Token } from '../../message/tokenize.ts'
import { mergeBranches, type Occurrences, Tally } from './tally.ts'

/** Counts arguments and rich-text tags of an ICU message. */
export function countIcu(ast: IcuAst, locale: string, pluralArgument?: string): Occurrences {
  const tally = new Tally()
  for (const element of ast) countElement(element, tally, locale, pluralArgument)
  return tally.occurrences
}

/** Counts the placeholders of any other syntax. */
export function countPlaceholders(message: ParsedMessage): Occurrences {
  const { value, locale, texts } = message
  if (typeof value === 'string') return countInText(message.parseText(value))
  return mergeBranches(
    texts.map(([category = 'other', text]) => ({
      of: text.computeOnce(countInText),
      exact: isExact(category, locale),
    })),
  )
}

function countInText({ text, syntax, placeholders: tokens }: ParsedText): Occurrences {
  const branches = syntax === 'vue-i18n' ? splitAtPipes(text, tokens) : [tokens]
  if (branches.length === 1) return countTokens(tokens)
  // The application's rule maps numbers to forms; the last form is always for large numbers.
  return mergeBranches(branches.map((of, index) => ({ of: countTokens(of), exact: index < branches.length - 1 })))
}

function countElement(
  element: MessageFormatElement,
  tally: Tally,
  locale: string,
  pluralArgument: string | undefined,
): void {
  const at = element.location?.start.offset ?? 0
  switch (element.type) {
    case TYPE.literal:
      return
    case TYPE.pound:
      if (pluralArgument !== undefined) tally.print(`{${pluralArgument}}`, at, 'number')
      return
    case TYPE.argument:
      return tally.print(`{${element.value}}`, at, 'argument')
    case TYPE.number:
      return tally.print(`{${element.value}}`, at, 'number')
    case TYPE.date:
      return tally.print(`{${element.value}}`, at, 'date')
    case TYPE.time:
      return tally.print(`{${element.value}}`, at, 'time')
    case TYPE.tag:
      tally.print(`<${element.value}>`, at, 'tag')
      for (const child of element.children) countElement(child, tally, locale, pluralArgument)
      return
    case TYPE.plural:
    case TYPE.select: {
      const isPlural = element.type === TYPE.plural
      const inner = isPlural ? element.value : pluralArgument
      const branches = Object.entries(element.options).map(([selector, option]) => ({
        of: countIcu(option.value, locale, inner),
        exact: isPlural && isExact(selector, locale),
      }))
      tally.choose(`{${element.value}}`, at, isPlural ? 'plural' : 'select')
      tally.append(mergeBranches(branches))
    }
  }
}

/**
 * Whether a form is for a single number and may omit it ("a post"). In French and Portuguese `one` also covers zero, which applications seldom show. Russian
 * `one` also covers 21.
 */
export function isExact(selector: string, locale: string): boolean {
  if (selector.startsWith('=')) return true
  if (selector === 'other') return false
  const { sampleCounts: reached, zero } = pluralProfile(locale, 'cardinal')
  return (reached.get(selector) ?? 0) <= (selector === 'one' && zero === 'one' ? 2 : 1)
}

function countTokens(tokens: readonly Token[]): Occurrences {
  const tally = new Tally()
  let position = 0
  for (const token of tokens) {
    if (token.kind !== 'printf' || token.raw.startsWith('%(')) {
      tally.print(toOccurrenceKey(token), token.start, token.kind)
      continue
    }
    if (token.name === undefined) position += 1
    const conversion = token.raw.at(-1) ?? 's'
    // %s %s and %2$s %1$s take the same values.
    tally.print(`%${token.name ?? position}$${CONVERSIONS[conversion] ?? conversion}`, token.start, 'printf')
  }
  return tally.occurrences
}

const CONVERSIONS: Readonly<Record<string, string>> = { i: 'd', u: 'd', F: 'f', X: 'x', G: 'g', E: 'e', A: 'a' }

/** Spaces within braces have no meaning. */
const toOccurrenceKey = ({ raw, kind }: Token): string =>
  kind === 'literal' || kind === 'nesting' ? raw : raw.replace(/\s+/g, '')

/** The tokens of each vue-i18n plural form; a pipe within a token does not separate forms. */
function splitAtPipes(text: string, tokens: readonly Token[]): Token[][] {
  const branches: Token[][] = [[]]
  let from = 0
  for (const token of [...tokens, undefined]) {
    const pipes = text.slice(from, token?.start ?? text.length).split('|').length - 1
    for (let pipe = 0; pipe < pipes; pipe += 1) branches.push([])
    if (token === undefined) break
    branches.at(-1)?.push(token)
    from = token.end
  }
  return branches
}
