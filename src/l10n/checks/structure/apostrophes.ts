import { quote } from '../../../text/quote.ts'
import { findQuotedSpans } from '../../message/apostrophes.ts'
import type { ParsedMessage, ParsedText } from '../../message/parsed-text.ts'
import type { Span } from '../../message/token.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'

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
export const quotePart = (text: string, { start, end }: Span): string =>
  quote(text.slice(Math.max(0, start - 10), Math.min(end, start + 20)))

export const toQuotingFault = (text: string, span: Span, raw: string, escape = "''"): Fault => ({
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
