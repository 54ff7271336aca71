import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { findOutside } from '../../message/word-spans.ts'
import { type CheckContext, findNew } from '../context.ts'
import type { Fault } from '../define-check.ts'

/** Finds a percent sign that is not doubled, where the source doubles its own: the application would read it as the start of a placeholder. */
export function* findLonePercent({ icu, forms }: CheckContext): Generator<Fault> {
  if (icu !== undefined) return
  for (const form of forms) {
    const at = form.source.computeOnce(hasDoubled) ? findNew(form, findLone) : undefined
    if (at !== undefined) yield { message: 'A percent sign is not doubled.', at, fix: 'Write "%%", as in the source.' }
  }
}

const hasDoubled = ({ placeholders }: ParsedText): boolean => placeholders.some(({ raw }) => raw === '%%')

const findLone = ({ text, placeholders }: ParsedText): number | undefined => findOutside(text, placeholders, '%')

/** Syntaxes with a check of their own. */
const PARSED: ReadonlySet<string> = new Set(['fluent', 'java', 'vue-i18n', 'banana'])

/** Finds a brace outside of all placeholders, where the source has placeholders in braces, and no such brace. */
export function* findLooseBrace({ icu, forms, source: { syntax } }: CheckContext): Generator<Fault> {
  if (icu !== undefined || PARSED.has(syntax)) return
  for (const form of forms) {
    const at = form.source.computeOnce(hasBraces) ? findNew(form, findLoose) : undefined
    if (at === undefined) continue
    const { text } = form.target
    const part = quote(text.slice(at, at + MAX_SHOWN))
    yield text[at] === '{'
      ? { message: `A { is never closed, at ${part}.`, at, fix: 'Write each placeholder as in the source.' }
      : {
          message: `A } closes no placeholder, at ${part}.`,
          at,
          fix: 'Remove it, or write the placeholder as in the source.',
        }
  }
}

const MAX_SHOWN = 20

const hasBraces = ({ placeholders }: ParsedText): boolean => placeholders.some(({ raw }) => raw.endsWith('}'))

/** The first brace outside of placeholders that has no other one: braces around words are text. */
function findLoose({ text, placeholders }: ParsedText): number | undefined {
  const open: number[] = []
  let from = 0
  for (const { start, end } of [...placeholders, { start: text.length, end: text.length }]) {
    for (const { 0: brace, index } of text.slice(from, start).matchAll(/[{}]/g)) {
      if (brace === '{') open.push(from + index)
      else if (open.pop() === undefined) return from + index
    }
    from = Math.max(from, end)
  }
  return open[0]
}
