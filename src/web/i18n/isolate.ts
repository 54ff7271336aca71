import { createLiteralElement, isArgumentElement } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { LANGUAGES, type LanguageTag } from './languages.ts'

type Ast = ReturnType<IntlMessageFormat['getAst']>
type Element = Ast[number]

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

/**
 * Parses a message. In languages that are written from right to left, each value is isolated (UAX #9): a name in Latin letters keeps the order of its own
 * parts and that of the sentence, in attributes and titles, too, where no element can do so.
 */
export function parseMessage(text: string, language: LanguageTag): IntlMessageFormat {
  const message = new IntlMessageFormat(text, language)
  return LANGUAGES[language].dir === 'rtl' ? new IntlMessageFormat(isolateValues(message.getAst()), language) : message
}

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
