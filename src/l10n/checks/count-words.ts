import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import type { IcuAst } from '../icu.ts'
import type { Message, Syntax } from '../message.ts'
import { markupTokens, tokenize } from '../tokenize.ts'
import { blankTokens } from '../words-only.ts'
import { isExact } from './count.ts'
import { asBranches, inSequence, NOTHING, type Occurrences } from './occurrences.ts'

/** Counts something in a stretch of words. */
type Count = (words: string) => Occurrences

/** Counts in the words of a message over all the ways through it, outside placeholders; `ast` is the message when it is an ICU one. */
export function countInWords(
  message: Message,
  { syntax, locale, ast }: { readonly syntax: Syntax; readonly locale: string; readonly ast?: IcuAst | undefined },
  count: Count,
): Occurrences {
  if (typeof message !== 'string') {
    const forms = Object.entries(message)
    return asBranches(
      forms.map(([category, text]) => ({
        of: countInWords(text, { syntax, locale }, count),
        exact: isExact(category, locale),
      })),
    )
  }
  if (ast !== undefined) return countInIcu(ast, blankTokens(message, markupTokens(message)), locale, count)
  const words = blankTokens(message, tokenize(message, syntax))
  const branches = syntax === 'vue-i18n' ? words.split('|') : [words]
  // As for placeholders: the last form is for many whatever the application's rule.
  return asBranches(branches.map((text, index) => ({ of: count(text), exact: index < branches.length - 1 })))
}

const countInIcu = (ast: IcuAst, words: string, locale: string, count: Count): Occurrences =>
  inSequence(ast.map(element => countInElement(element, words, locale, count)))

function countInElement(element: MessageFormatElement, words: string, locale: string, count: Count): Occurrences {
  switch (element.type) {
    case TYPE.literal:
      return count(words.slice(element.location?.start.offset ?? 0, element.location?.end.offset))
    case TYPE.tag:
      return countInIcu(element.children, words, locale, count)
    case TYPE.plural:
    case TYPE.select: {
      const isPlural = element.type === TYPE.plural
      const options = Object.entries(element.options)
      return asBranches(
        options.map(([selector, { value }]) => ({
          of: countInIcu(value, words, locale, count),
          exact: isPlural && isExact(selector, locale),
        })),
      )
    }
    case TYPE.argument:
    case TYPE.number:
    case TYPE.date:
    case TYPE.time:
    case TYPE.pound:
      return NOTHING
  }
}
