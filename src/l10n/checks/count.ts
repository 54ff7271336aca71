import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import type { IcuAst } from '../icu.ts'
import { pluralProfile } from '../locales.ts'
import type { Message, Syntax } from '../message.ts'
import { placeholderTokens, type Token } from '../tokenize.ts'
import { asBranches, chooser, inSequence, NOTHING, type Occurrences, once } from './occurrences.ts'

/** Counts arguments and rich-text tags of an ICU message. */
export function countIcu(ast: IcuAst, locale: string, pluralArgument?: string): Occurrences {
  return inSequence(ast.map(element => countElement(element, locale, pluralArgument)))
}

/** Counts the placeholders of any other syntax. */
export function countText(message: Message, syntax: Syntax, locale: string): Occurrences {
  if (typeof message !== 'string') {
    const forms = Object.entries(message)
    return asBranches(
      forms.map(([category, text]) => ({ of: countText(text, syntax, locale), exact: isExact(category, locale) })),
    )
  }
  const tokens = placeholderTokens(message, syntax)
  const branches = syntax === 'vue-i18n' ? splitAtPipes(message, tokens) : [tokens]
  if (branches.length === 1) return countTokens(tokens)
  // Which form is for which number depends on the application's rule; the last is for many in all of them.
  return asBranches(branches.map((of, index) => ({ of: countTokens(of), exact: index < branches.length - 1 })))
}

function countElement(element: MessageFormatElement, locale: string, pluralArgument: string | undefined): Occurrences {
  const at = element.location?.start.offset ?? 0
  switch (element.type) {
    case TYPE.literal:
      return NOTHING
    case TYPE.pound:
      return pluralArgument === undefined ? NOTHING : once(`{${pluralArgument}}`, at, 'number')
    case TYPE.argument:
      return once(`{${element.value}}`, at, 'argument')
    case TYPE.number:
      return once(`{${element.value}}`, at, 'number')
    case TYPE.date:
      return once(`{${element.value}}`, at, 'date')
    case TYPE.time:
      return once(`{${element.value}}`, at, 'time')
    case TYPE.tag:
      return inSequence([once(`<${element.value}>`, at, 'tag'), countIcu(element.children, locale, pluralArgument)])
    case TYPE.plural:
    case TYPE.select: {
      const isPlural = element.type === TYPE.plural
      const inner = isPlural ? element.value : pluralArgument
      const branches = Object.entries(element.options).map(([selector, option]) => ({
        of: countIcu(option.value, locale, inner),
        exact: isPlural && isExact(selector, locale),
      }))
      const type = isPlural ? 'plural' : 'select'
      return inSequence([chooser(`{${element.value}}`, at, type), asBranches(branches)])
    }
  }
}

/**
 * Forms for one number alone, which may do without a figure ("a post"), and those of French or Portuguese for one and for zero, of which programs seldom
 * tell; Russian `one` is for 21 as well.
 */
export function isExact(selector: string, locale: string): boolean {
  if (selector.startsWith('=')) return true
  if (selector === 'other') return false
  const { reached, zero } = pluralProfile(locale, 'cardinal')
  return (reached.get(selector) ?? 0) <= (selector === 'one' && zero === 'one' ? 2 : 1)
}

function countTokens(tokens: readonly Token[]): Occurrences {
  let position = 0
  return inSequence(
    tokens.map(token => {
      if (token.kind !== 'printf' || token.raw.startsWith('%(')) return once(keyOf(token), token.start, token.kind)
      if (token.name === undefined) position += 1
      const conversion = token.raw.at(-1) ?? 's'
      // %s %s and %2$s %1$s take the same values.
      return once(`%${token.name ?? position}$${CONVERSIONS[conversion] ?? conversion}`, token.start, 'printf')
    }),
  )
}

const CONVERSIONS: Readonly<Record<string, string>> = { i: 'd', u: 'd', F: 'f', X: 'x', G: 'g', E: 'e', A: 'a' }

/** Blanks within braces mean nothing. */
const keyOf = ({ raw, kind }: Token): string =>
  kind === 'literal' || kind === 'nesting' ? raw : raw.replace(/\s+/g, '')

/** The tokens of each plural form of vue-i18n; a pipe within a token divides nothing. */
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
