import { quote } from '../../../text/quote.ts'
import { findQuotedSpans, hideApostrophes } from '../../message/apostrophes.ts'
import { type JavaQuote, listQuotes } from '../../message/java/parts.ts'
import { ParsedMessage, ParsedText } from '../../message/parsed-text.ts'
import type { Span } from '../../message/token.ts'
import type { CheckContext, Fault } from '../define-check.ts'

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

const listSpans = ({ text }: ParsedText): readonly Span[] => findQuotedSpans(text)

/** Most quoted parts of a text that are searched. */
const MAX_SPANS = 20

/** Finds the apostrophes that quote a placeholder or a tag of the source: `l'{name}` prints `{name}`. `raw` is `{name}`, `#` or `<b>`. */
export function findQuotingApostrophe({ single: target }: ParsedMessage, raw: string): Fault | undefined {
  const spans = target?.computeOnce(listSpans).slice(0, MAX_SPANS) ?? []
  if (target === undefined || spans.length === 0) return undefined
  const name = /^(?:[{<]\s*)?([^\s,{}<>]+)/.exec(raw)?.[1] ?? raw
  const span = spans.find(({ start, end }) => {
    const quoted = target.text.slice(start, end)
    return raw === '#' ? quoted.includes('#') : QUOTABLE.some(open => quoted.includes(open + name))
  })
  return span && toQuotingFault(target.text, span, raw)
}

const QUOTABLE = ['{', '{ ', '<']

/** The beginning of a quoted part, with what stands before it. */
const quotePart = (text: string, { start, end }: Span): string =>
  quote(text.slice(Math.max(0, start - 10), Math.min(end, start + 20)))

const toQuotingFault = (text: string, span: Span, raw: string, escape = "''"): Fault => ({
  message: `The apostrophe in ${quotePart(text, span)} quotes ${quote(raw)}, so that it is printed as text.`,
  at: span.start,
  fix: `Write ${escape} or ’ for an apostrophe.`,
})

/** In a file that may not be ICU, apostrophes are text; each that would quote a placeholder of the source is a warning. */
export function* warnOfApostrophes({ icu, source, target }: CheckContext): Generator<Fault> {
  const text = target.single
  if (icu === undefined || text === undefined || text.hasQuotes || 'fault' in icu.target) return
  const spans = text.computeOnce(listSpans).slice(0, MAX_SPANS)
  if (spans.length === 0 || source.single?.computeOnce(listSpans).length !== 0) return
  for (const span of spans) {
    const quoted = text.placeholders.find(({ start, end }) => span.start < start && end <= span.end)
    if (quoted === undefined) continue
    const fault = toQuotingFault(text.text, span, quoted.raw)
    yield {
      ...fault,
      level: 'warning',
      message: fault.message.replace('The apostrophe', 'In ICU MessageFormat, the apostrophe'),
    }
  }
}

/** The first apostrophe that makes a message invalid because it quotes a brace; `parses` tells whether a text is valid. */
export function findBreakingApostrophe(text: ParsedText, parses: (text: string) => boolean): Fault | undefined {
  if (!text.hasQuotes) return undefined
  const [first] = text.computeOnce(listSpans)
  if (first === undefined || !parses(text.text.replaceAll("'", '’'))) return undefined
  const quoted = /[{}<>#][^{}<>#\s]{0,20}\}?/.exec(text.text.slice(first.start + 1, first.end))?.[0] ?? ''
  return toQuotingFault(text.text, first, quoted)
}
