import { createLiteralElement, isArgumentElement, isLiteralElement } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { LANGUAGES, type LanguageTag } from './languages.ts'

type Ast = ReturnType<IntlMessageFormat['getAst']>
type Element = Ast[number]

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
const RIGHT_TO_LEFT_MARK = '\u200F'

/**
 * Parses a message. In languages that are written from right to left, each value is isolated (UAX #9): a name in Latin letters keeps the order of its own
 * parts and that of the sentence, in attributes and titles, too, where no element can do so.
 */
export function parseMessage(text: string, language: LanguageTag): IntlMessageFormat {
  const message = new IntlMessageFormat(text, language)
  if (LANGUAGES[language].dir === 'ltr') return message
  const ast = message.getAst()
  const isolated = isolateValues(ast)
  return new IntlMessageFormat(beginsWithValue(ast) ? [MARK, ...isolated] : isolated, language)
}

/** Says the direction of a text that begins with a value: `bdi` and `dir="auto"` take the first letter, even of an isolated name. */
const MARK = createLiteralElement(RIGHT_TO_LEFT_MARK)

const beginsWithValue = ([first, ...others]: Ast): boolean =>
  first !== undefined &&
  !isLiteralElement(first) &&
  !('options' in first) &&
  !('children' in first) &&
  others.length > 0

/** A list in a language that is written from right to left, in whose order its items stand whatever their own direction is. */
export const isolateItems = (items: Iterable<string>): readonly string[] =>
  Array.from(items, (item, at) => `${at === 0 ? RIGHT_TO_LEFT_MARK : ''}${FIRST_STRONG_ISOLATE}${item}${POP_ISOLATE}`)

const isolateValues = (ast: Ast): Ast => ast.flatMap(isolateElement)

function isolateElement(element: Element): Element[] {
  if ('options' in element) {
    const options = Object.entries(element.options).map(
      ([name, option]) => [name, { ...option, value: isolateValues(option.value) }] as const,
    )
    return [{ ...element, options: Object.fromEntries(options) }]
  }
  if ('children' in element) return [{ ...element, children: isolateValues(element.children) }]
  if (!isArgumentElement(element)) return [element]
  return [createLiteralElement(FIRST_STRONG_ISOLATE), element, createLiteralElement(POP_ISOLATE)]
}
