import { hideApostrophes } from '../../message/apostrophes.ts'
import { type JavaQuote, listQuotes } from '../../message/java/parts.ts'
import { ParsedMessage, ParsedText } from '../../message/parsed-text.ts'
import type { Fault } from '../define-check.ts'
import { quotePart, toQuotingFault } from './apostrophes.ts'

/** The quoted parts of a Java message. */
const quotesOf = ({ java }: ParsedText): readonly JavaQuote[] => (java.ok ? listQuotes(java.parts) : [])

/** A letter before an apostrophe, as in words: it is not meant to quote. */
const WORD_BEFORE = /\p{L}'$/u

/**
 * Whether an apostrophe of a word, such as `Can't open {0}`, quotes an argument. In a source that is either a defect or a text that `MessageFormat` does not
 * format; its translations are compared as if no apostrophe quoted.
 */
export const quotesOwnArguments = (text: ParsedText): boolean =>
  text.computeOnce(quotesOf).some(({ start, end, isNeeded }) => {
    const isWord = WORD_BEFORE.test(text.text.slice(Math.max(0, start - 2), start + 1))
    return isNeeded && isWord && /\{\d/.test(text.text.slice(start, end))
  })

/** The message with apostrophes that do not quote, at the same offsets. */
export function withoutQuotes({ value, syntax, locale, families }: ParsedMessage): ParsedMessage {
  if (typeof value === 'string') return new ParsedMessage(hideApostrophes(value), syntax, locale, families)
  const forms = Object.entries(value).map(([form, text]) => [form, hideApostrophes(text)] as const)
  return new ParsedMessage(Object.fromEntries(forms), syntax, locale, families)
}

/** The text with apostrophes that do not quote, at the same offsets. */
export const withoutQuotesIn = ({ text, syntax, families }: ParsedText): ParsedText =>
  new ParsedText(hideApostrophes(text), syntax, families)

/** Finds the apostrophe that quotes an argument, such as `{0}`, which is then printed as text. */
export function findJavaQuoting({ texts }: ParsedMessage, raw: string): Fault | undefined {
  const name = /^\{\s*([^\s,{}]+)/.exec(raw)?.[1]
  if (name === undefined) return undefined
  for (const [, text] of texts) {
    const quoting = text.computeOnce(quotesOf).find(({ start, end }) => {
      const quoted = text.text.slice(start, end)
      return ['}', ',', ' '].some(behind => quoted.includes(`{${name}${behind}`))
    })
    if (quoting !== undefined) return toQuotingFault(text.text, quoting, raw, quoting.escape)
  }
  return undefined
}

/** Finds the first apostrophe that quotes nothing, and so is not printed. */
export function findLostApostrophe(target: ParsedText): Fault | undefined {
  const lost = target.computeOnce(quotesOf).find(({ isNeeded }) => !isNeeded)
  return (
    lost && {
      level: 'warning',
      message: `The apostrophe in ${quotePart(target.text, lost)} is not printed.`,
      at: lost.start,
      fix: `Write ${lost.escape} or ’ for an apostrophe.`,
    }
  )
}
