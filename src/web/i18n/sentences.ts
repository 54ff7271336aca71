import { isLiteralElement, isNumberElement, isPluralElement } from '@formatjs/icu-messageformat-parser'
import type { IntlMessageFormat } from 'intl-messageformat'
import { getMessage, listKeys, type MessageKey } from './catalog.ts'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

/** What a check can say: the English message of a key as a pattern, with the values that fill it. */
interface Sentence {
  readonly key: MessageKey
  readonly pattern: RegExp
  readonly values: readonly { readonly name: string; readonly read: (text: string) => string | number }[]
  /** How much of it is fixed: a sentence is compared with the most precise ones first. */
  readonly fixed: number
}

/** Longest sentence that is compared: checks quote a few short values. */
const MAX_LENGTH = 2000

/** What checks say, and the words that they put into sentences by their English text. */
interface Phrases {
  readonly sentences: readonly Sentence[]
  readonly words: ReadonlyMap<string, MessageKey>
}

let phrases: Phrases | undefined

/** Parsed when a page first translates a finding: a start of the program has no use for them. */
const getPhrases = (): Phrases =>
  (phrases ??= {
    sentences: [...listKeys('findings.sentences.'), ...listKeys('findings.fixes.')]
      .map(toSentence)
      .toSorted((one, other) => other.fixed - one.fixed),
    words: new Map(listKeys('findings.words.').map(key => [String(getMessage('en', key).format()), key])),
  })

export const findWord = (text: string): MessageKey | undefined => getPhrases().words.get(text)

/** Finds the message of a sentence that a check wrote in English, and the values in it. */
export function readSentence(
  text: string,
): { readonly key: MessageKey; readonly values: Readonly<Record<string, string | number>> } | undefined {
  if (text.length > MAX_LENGTH) return undefined
  for (const { key, pattern, values } of getPhrases().sentences) {
    const found = pattern.exec(text)
    if (found === null) continue
    return { key, values: Object.fromEntries(values.map(({ name, read }, at) => [name, read(found[at + 1] ?? '')])) }
  }
  return undefined
}

function toSentence(key: MessageKey): Sentence {
  const ast = getMessage('en', key).getAst()
  return {
    key,
    pattern: new RegExp(`^${ast.map(toPattern).join('')}$`, 's'),
    values: ast.flatMap(element =>
      isLiteralElement(element) ? [] : [{ name: nameOf(element), read: reader(element) }],
    ),
    fixed: ast.reduce((sum, element) => sum + (isLiteralElement(element) ? element.value.length : 0), 0),
  }
}

function toPattern(element: Element): string {
  if (isLiteralElement(element)) return escape(element.value)
  if (isNumberElement(element)) return String.raw`(\d+)`
  return isPluralElement(element)
    ? `(${listForms(element)
        .map(({ pattern }) => pattern)
        .join('|')})`
    : '(.+?)'
}

function nameOf(element: Element): string {
  return 'value' in element ? element.value : ''
}

function reader(element: Element): (text: string) => string | number {
  if (isNumberElement(element)) return Number
  if (!isPluralElement(element)) return text => text
  const forms = listForms(element)
  return text =>
    forms.find(({ count, pattern }) => count !== undefined && new RegExp(`^${pattern}$`).test(text))?.count ??
    Number.parseInt(text, 10)
}

/** The forms of a number in words: `once`, `\d+ times`. */
function listForms({ options }: Extract<Element, { options: unknown; offset: number }>) {
  return Object.entries(options).map(([name, { value }]) => ({
    pattern: value.map(part => (isLiteralElement(part) ? escape(part.value) : String.raw`\d+`)).join(''),
    count: name === 'one' ? 1 : name.startsWith('=') ? Number(name.slice(1)) : undefined,
  }))
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
