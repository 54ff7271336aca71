import { TYPE } from '@formatjs/icu-messageformat-parser'
import { type IcuAst, isChoice } from '../../message/icu.ts'
import type { ParsedMessage, ParsedText } from '../../message/parsed-text.ts'
import { blankTokens } from '../../message/word-spans.ts'
import { variantsOf } from '../reading/variants.ts'
import { isExact, mergeForms, mergePiped } from './count-placeholders.ts'
import { addUp, mergeBranches, NOTHING, type Occurrences } from './tally.ts'

/** Counts occurrences in a span of words. */
type Count = (words: string) => Occurrences

/** Counts in the words of a message, outside placeholders, over all branches; `ast` is the parsed ICU message, if it is one. */
export function countInWords(message: ParsedMessage, ast: IcuAst | undefined, count: Count): Occurrences {
  const { single, locale } = message
  if (single === undefined) return mergeForms(message, text => countInText(text, count))
  if (ast === undefined) return countInText(single, count)
  return countInIcu(ast, blankTokens(single.text, single.markup), locale, count)
}

function countInText(parsed: ParsedText, count: Count): Occurrences {
  const variants = hasForms(parsed) ? variantsOf(parsed) : [blankTokens(parsed.text, parsed.tokens)]
  return mergePiped(variants.map(count))
}

/** Whether plural forms inside a text are counted one by one. */
const hasForms = ({ syntax }: ParsedText): boolean => ['vue-i18n', 'banana', 'java'].includes(syntax)

const countInIcu = (ast: IcuAst, words: string, locale: string, count: Count): Occurrences =>
  addUp(
    ...ast.map(element => {
      const { type, location } = element
      if (type === TYPE.literal) return count(words.slice(location?.start.offset ?? 0, location?.end.offset))
      if (type === TYPE.tag) return countInIcu(element.children, words, locale, count)
      if (!isChoice(element)) return NOTHING
      const branches = Object.entries(element.options).map(([selector, { value }]) => ({
        of: countInIcu(value, words, locale, count),
        exact: element.type === TYPE.plural && isExact(selector, locale),
      }))
      return mergeBranches(branches)
    }),
  )
