import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import type { IcuAst } from '../../message/icu.ts'
import type { ParsedMessage, ParsedText } from '../../message/parsed-text.ts'
import { blankTokens } from '../../message/word-spans.ts'
import { variantsOf } from '../reading/variants.ts'
import { isExact } from './count-placeholders.ts'
import { addUp, mergeBranches, NOTHING, type Occurrences } from './tally.ts'

/** Counts occurrences in a span of words. */
type Count = (words: string) => Occurrences

/** Counts in the words of a message, outside placeholders, over all branches; `ast` is the parsed ICU message, if it is one. */
export function countInWords(message: ParsedMessage, ast: IcuAst | undefined, count: Count): Occurrences {
  const { value, locale, texts } = message
  if (typeof value !== 'string') {
    return mergeBranches(
      texts.map(([category = 'other', text]) => ({ of: countInText(text, count), exact: isExact(category, locale) })),
    )
  }
  const text = message.parseText(value)
  if (ast === undefined) return countInText(text, count)
  return countInIcu(ast, blankTokens(value, text.markup), locale, count)
}

function countInText(parsed: ParsedText, count: Count): Occurrences {
  const branches = hasForms(parsed) ? variantsOf(parsed) : [blankTokens(parsed.text, parsed.tokens)]
  // As for placeholders: the last form is for large numbers under any rule of the application.
  return mergeBranches(branches.map((part, index) => ({ of: count(part), exact: index < branches.length - 1 })))
}

/** Whether plural forms inside a text are counted one by one. */
const hasForms = ({ syntax }: ParsedText): boolean => ['vue-i18n', 'banana', 'java'].includes(syntax)

const countInIcu = (ast: IcuAst, words: string, locale: string, count: Count): Occurrences =>
  addUp(...ast.map(element => countInElement(element, words, locale, count)))

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
      return mergeBranches(
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
